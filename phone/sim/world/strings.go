package world

import "strings"

// tr is a text of the system UI in the phone's language.
func (w *World) tr(s string) string {
	if strings.HasPrefix(w.locale(), "zh") {
		if t, ok := chinese[s]; ok {
			return t
		}
	}
	return s
}

func (w *World) trAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = w.tr(s)
	}
	return out
}

// chinese has the system UI's texts in Simplified Chinese.
var chinese = map[string]string{
	" has stopped": "已停止运行", " keeps stopping": "屡次停止运行", " isn't responding": "没有响应",
	"Open app again": "重新打开应用", "App info": "应用信息", "Close app": "关闭应用", "Wait": "等待",
	"While using the app": "仅在使用该应用时允许", "Only this time": "仅限这一次", "Don't allow": "不允许", "Allow": "允许", "Deny": "拒绝",
	"Internet": "互联网", "Bluetooth": "蓝牙", "Flashlight": "手电筒", "Do Not Disturb": "勿扰模式", "Auto-rotate": "自动旋转", "Airplane mode": "飞行模式",
	"Battery Saver": "省电模式", "Dark theme": "深色主题", "Location": "位置信息", "System UI": "系统界面", "Android System": "Android 系统", "Data Saver": "流量节省程序", "On": "已开启", "Off": "已关闭", "Settings": "设置", "Power menu": "电源菜单",
	"No notifications": "没有通知", "Manage": "管理", "Clear all": "全部清除", "Display brightness": "显示屏亮度",
	"Enter PIN": "输入 PIN 码", "Wrong PIN": "PIN 码有误", "Swipe up to open": "向上滑动即可打开", "Delete": "删除", "Enter": "输入",
	"Too many attempts. Try again in %d seconds.": "尝试次数过多。请在 %d 秒后重试。", "Try again in %d seconds.": "请在 %d 秒后重试。",
	"Battery low": "电池电量低", "%d%% remaining": "剩余电量：%d%%", "OK": "确定", "Cancel": "取消", "Later": "稍后", "Not now": "以后再说",
	"System update available": "有可用的系统更新", "Install now": "立即安装", "Submit": "提交", "Turn on Battery Saver": "开启省电模式",
	"now": "刚刚", "Space": "空格", "Done": "完成", "Search": "搜索", "Next": "下一步", "Go": "前往", "Choose input method": "选择输入法",
}

// dateText is the day as the lock screen and the shade show it.
func (w *World) dateText() string {
	now := w.wall()
	if strings.HasPrefix(w.locale(), "zh") {
		return now.Format("1月2日") + "周" + string([]rune("日一二三四五六")[now.Weekday()])
	}
	return now.Format("Mon, Jan 2")
}
