package world

import (
	"fmt"
	"strings"
	"time"
)

// person is one contact that a phone comes with. Numbers are of the block that is kept for fiction, addresses of example.com.
type person struct {
	name    string
	number  string
	mail    string
	company string
	starred bool
}

// peopleEn and peopleZh are the contacts by language.
var (
	peopleEn = []person{
		{"Alice Carter", "+1 555-0101", "alice@example.com", "Example Labs", true},
		{"Ben Ortiz", "+1 555-0102", "ben@example.com", "", false},
		{"Chloe Martin", "+1 555-0103", "chloe@example.com", "", true},
		{"Daniel Kim", "+1 555-0104", "daniel@example.com", "Example Travel", false},
		{"Emma Novak", "+1 555-0105", "", "", false},
		{"Fatima Hassan", "+1 555-0106", "fatima@example.com", "", false},
		{"George Müller", "+1 555-0107", "", "Example Motors", false},
		{"Hana Sato", "+1 555-0108", "hana@example.com", "", false},
		{"Isaac Brown", "+1 555-0109", "", "", false},
		{"Julia Rossi", "+1 555-0110", "julia@example.com", "", false},
		{"Mom", "+1 555-0111", "mom@example.com", "", true},
		{"Noah Wilson", "+1 555-0112", "", "", false},
		{"Olivia Dubois", "+1 555-0113", "olivia@example.com", "Example Bakery", false},
		{"Dr. Patel", "+1 555-0114", "clinic@example.com", "Example Clinic", false},
		{"Ryan O'Neil", "+1 555-0115", "", "", false},
		{"Sofía García", "+1 555-0116", "sofia@example.com", "", false},
		{"Tom & Lea", "+1 555-0117", "", "", false},
		{"Zoë Larsen", "+1 555-0118", "zoe@example.com", "", false},
	}
	peopleZh = []person{
		{"妈妈", "+1 555-0111", "mama@example.com", "", true},
		{"王芳", "+1 555-0101", "wangfang@example.com", "示例科技", true},
		{"李伟", "+1 555-0102", "liwei@example.com", "", false},
		{"张敏", "+1 555-0103", "zhangmin@example.com", "", true},
		{"刘洋", "+1 555-0104", "liuyang@example.com", "示例旅行社", false},
		{"陈静", "+1 555-0105", "", "", false},
		{"杨磊", "+1 555-0106", "yanglei@example.com", "", false},
		{"赵强", "+1 555-0107", "", "示例汽车", false},
		{"黄丽", "+1 555-0108", "huangli@example.com", "", false},
		{"周杰", "+1 555-0109", "", "", false},
		{"吴娟", "+1 555-0110", "wujuan@example.com", "", false},
		{"徐明", "+1 555-0112", "", "", false},
		{"孙悦", "+1 555-0113", "sunyue@example.com", "示例面包房", false},
		{"朱医生", "+1 555-0114", "clinic@example.com", "示例诊所", false},
		{"Alice Carter", "+1 555-0116", "alice@example.com", "", false},
		{"快递 🚚", "+1 555-0117", "", "", false},
	}
)

// chinese reports whether the phone comes set up in Chinese.
func (w *World) chinese() bool { return strings.HasPrefix(w.prof.Locale, "zh") }

// either picks the text for the phone's language.
func (w *World) either(en, zh string) string {
	if w.chinese() {
		return zh
	}
	return en
}

// Mimetypes of the data table's rows.
const (
	MimeName  = "vnd.android.cursor.item/name"
	MimePhone = "vnd.android.cursor.item/phone_v2"
	MimeMail  = "vnd.android.cursor.item/email_v2"
	MimeWork  = "vnd.android.cursor.item/organization"
)

func (w *World) seedContacts() {
	list := peopleEn
	if w.chinese() {
		list = peopleZh
	}
	for _, p := range list {
		w.addPerson(p)
	}
}

// addPerson adds a contact's rows and returns the contact's number.
func (w *World) addPerson(p person) int64 {
	star := int64(0)
	if p.starred {
		star = 1
	}
	raw := w.content.Next[TableRawContacts] + 1
	id := w.insertRow(TableContacts, Row{
		"display_name": p.name, "display_name_alt": p.name, "sort_key": p.name, "starred": star, "has_phone_number": b2i(p.number != ""), "name_raw_contact_id": raw,
		"lookup": fmt.Sprintf("0r%d-%X", raw, []byte(p.name)), "in_visible_group": 1, "times_contacted": 0, "photo_id": nil, "send_to_voicemail": 0, "custom_ringtone": nil,
	})
	w.insertRow(TableRawContacts, Row{
		"_id": raw, "contact_id": id, "display_name": p.name, "account_name": nil, "account_type": nil, "deleted": 0, "starred": star, "version": 2, "dirty": 1,
	})
	add := func(mime string, kind any, d1 string) {
		if d1 != "" {
			w.insertRow(TableData, Row{"raw_contact_id": raw, "contact_id": id, "mimetype": mime, "data1": d1, "data2": kind, "is_primary": 0, "display_name": p.name})
		}
	}
	add(MimeName, p.name, p.name)
	add(MimePhone, 2, p.number)
	add(MimeMail, 1, p.mail)
	add(MimeWork, 1, p.company)
	return id
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// ago is a moment before now in milliseconds since 1970, as providers keep times.
func (w *World) ago(d time.Duration) int64 { return w.wall().Add(-d).UnixMilli() }
