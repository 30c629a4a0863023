package shell

import "context"

// Command runs one command: it reads and writes through p and returns the exit status. When ctx ends it returns soon; the status
// is then replaced by that of the signal.
type Command func(ctx context.Context, p *Proc) int

// entry is a command the phone has.
type entry struct {
	run    Command
	toybox bool // an applet of toybox: its file is a link to it
	inside bool // only the shell has it: there is no file
}

// commands is every command by name.
var commands map[string]entry

func init() {
	commands = map[string]entry{}
	toybox := map[string]Command{
		"[": testCommand, "base64": base64Command, "basename": basenameCommand, "cat": catCommand, "chgrp": chownCommand, "chmod": chmodCommand,
		"chown": chownCommand, "cksum": cksumCommand, "cp": cpCommand, "cut": cutCommand, "date": dateCommand, "dd": ddCommand, "df": dfCommand,
		"dirname": dirnameCommand, "du": duCommand, "echo": echoCommand, "egrep": grepCommand, "env": envCommand, "false": falseCommand,
		"fgrep": grepCommand, "find": findCommand, "free": freeCommand, "grep": grepCommand, "head": headCommand, "hostname": hostnameCommand,
		"id": idCommand, "ifconfig": ifconfigCommand, "ionice": passCommand, "kill": killProgram, "ln": lnCommand, "log": logCommand, "ls": lsCommand,
		"md5sum": sumCommand, "mkdir": mkdirCommand, "mktemp": mktempCommand, "mount": mountCommand, "mv": mvCommand, "nice": passCommand,
		"nohup": passCommand, "nproc": nprocCommand, "pgrep": pgrepCommand, "pidof": pidofCommand, "pkill": pgrepCommand, "printenv": printenvCommand,
		"printf": printfCommand, "ps": psCommand, "pwd": pwdCommand, "readlink": readlinkCommand, "realpath": realpathCommand, "rev": revCommand,
		"rm": rmCommand, "rmdir": rmdirCommand, "sed": sedCommand, "seq": seqCommand, "setsid": passCommand, "sha1sum": sumCommand,
		"sha224sum": sumCommand, "sha256sum": sumCommand, "sha384sum": sumCommand, "sha512sum": sumCommand, "sleep": sleepCommand,
		"sort": sortCommand, "stat": statCommand, "sync": trueCommand, "tac": tacCommand, "tail": tailCommand, "taskset": passCommand,
		"tee": teeCommand, "test": testCommand, "time": passCommand, "timeout": timeoutCommand, "top": topCommand, "touch": touchCommand,
		"toybox": toyboxCommand, "tr": trCommand, "true": trueCommand, "truncate": truncateCommand, "uname": unameCommand, "uniq": uniqCommand,
		"uptime": uptimeCommand, "wc": wcCommand, "which": whichCommand, "whoami": whoamiCommand, "xargs": xargsCommand, "xxd": xxdCommand,
		"yes": yesCommand, "tty": ttyCommand, "stty": sttyCommand, "nc": ncCommand, "netcat": ncCommand, "netstat": netstatCommand, "dmesg": refusedTool,
		"getenforce": getenforceCommand, "setenforce": refusedTool, "insmod": refusedTool,
	}
	android := map[string]Command{
		"am": amCommand, "app_process": appProcessCommand, "app_process32": appProcessCommand, "app_process64": appProcessCommand,
		"appops": cmdAlias("appops"), "bugreportz": bugreportzCommand, "cmd": cmdCommand, "content": contentCommand, "dumpsys": dumpsysCommand,
		"getevent": geteventCommand, "getprop": getpropCommand, "ime": imeCommand, "input": inputCommand, "ip": ipCommand,
		"locksettings": cmdAlias("lock_settings"), "logcat": logcatCommand, "media": mediaCommand, "monkey": monkeyCommand, "ping": pingCommand,
		"pm": cmdAlias("package"), "reboot": rebootCommand, "run-as": runAsCommand, "screencap": screencapCommand,
		"screenrecord": screenrecordCommand, "service": serviceCommand, "setprop": setpropCommand, "settings": settingsCommand,
		"sh": shCommand, "svc": svcCommand, "uiautomator": uiautomatorCommand, "wm": wmCommand, "sendevent": sendeventCommand,
		"bmgr": bmgrCommand, "dpm": dpmCommand, "sm": smCommand, "telecom": telecomCommand, "bugreport": bugreportCommand, "vdc": refusedTool, "dumpstate": refusedTool,
		"atrace": refusedTool, "perfetto": refusedTool, "iptables": refusedTool, "tc": refusedTool,
	}
	inside := map[string]Command{"print": printCommand, "ulimit": ulimitCommand, "umask": umaskCommand}
	for name, run := range toybox {
		commands[name] = entry{run: run, toybox: true}
	}
	for name, run := range android {
		commands[name] = entry{run: run}
	}
	for name, run := range inside {
		commands[name] = entry{run: run, inside: true}
	}
}
