package shell

import (
	"regexp"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone/sim/world"
)

func TestContent(t *testing.T) {
	t.Parallel()
	d := open(t)
	c := d.w.Content()
	for _, table := range []string{world.TableSMS, world.TableContacts, world.TableCalls} {
		c.Delete(table, nil)
	}
	for _, x := range []struct{ line, out, err string }{
		{"content query --uri content://sms", "No result found.\n", ""},
		{"content insert --uri content://sms/inbox --bind address:s:+15550100 --bind 'body:s:Hi, you: 1' --bind read:i:0 --bind date:l:1735787045000", "", ""},
		{"content insert --uri content://sms/sent --bind address:s:+15550101 --bind body:s:out --bind read:i:1 --bind date:l:1735787046000", "", ""},
		{`content query --uri content://sms/inbox --projection address:date:body --where "read=0" --sort "date DESC"`, "Row: 0 address=+15550100, date=1735787045000, body=Hi, you: 1\n", ""},
		{`content query --uri content://sms --projection body --sort "date DESC limit 1"`, "Row: 0 body=out\n", ""},
		{`content query --uri content://sms --projection body --where "body LIKE 'hi%' OR (type = 2 AND address IN ('+15550101'))" --sort date`, "Row: 0 body=Hi, you: 1\nRow: 1 body=out\n", ""},
		{`content query --uri content://sms --projection body --where "person IS NULL AND NOT read = 1"`, "Row: 0 body=Hi, you: 1\n", ""},
		{`content update --uri content://sms --bind read:i:1 --where "address='+15550100'"; content query --uri content://sms/inbox --projection read`, "Row: 0 read=1\n", ""},
		{`content delete --uri content://sms --where "type=2"; content query --uri content://sms --projection body`, "Row: 0 body=Hi, you: 1\n", ""},
		{`content query --uri content://sms --projection nosuch`, "", "Error while accessing provider:sms\njava.lang.IllegalArgumentException: Invalid column nosuch\n\tat "},
		{`content query --uri content://sms --where "nosuch=1"`, "", "Error while accessing provider:sms\nandroid.database.sqlite.SQLiteException: no such column: nosuch (code 1"},
		{`content query --uri content://sms --where "body=' "`, "", "Error while accessing provider:sms\nandroid.database.sqlite.SQLiteException: unrecognized token"},
		{`content query --uri content://nosuch/x`, "", "Error while accessing provider:nosuch\njava.lang.IllegalStateException: Could not find provider: nosuch\n\tat "},
		{"content gettype --uri content://sms/1", "vnd.android.cursor.item/sms\n", ""},
		{`content insert --uri content://settings/secure --bind name:s:mine --bind value:s:1; settings get secure mine; content delete --uri content://settings/secure --where "name='mine'"; settings get secure mine`, "1\nnull\n", ""},
		{"content call --uri content://settings/system --method GET_system --arg user_rotation", "Result: Bundle[{value=0}]\n", ""},
	} {
		out, errs, status := sh(t, d, x.line)
		if out != x.out || !strings.HasPrefix(errs, x.err) || x.err == "" && errs != "" || status != 0 {
			t.Errorf("%s\n out %q\n err %q exit %d\nwant %q %q", x.line, out, errs, status, x.out, x.err)
		}
	}
	for line, want := range map[string]string{
		"content":               `\[ERROR\] Unsupported operation: null\n$`,
		"content query --foo x": `\[ERROR\] Unsupported argument: --foo\n$`,
		"content query":         `\[ERROR\] Content provider URI not specified. Did you specify --uri argument\?\n$`,
		"content insert --uri content://sms --bind x": `\[ERROR\] Binding not well formed: x\n$`,
	} {
		if out, _, status := sh(t, d, line); !regexp.MustCompile(want).MatchString(out) || status != 0 {
			t.Errorf("%s: %.300q exit %d", line, out, status)
		}
	}
}

// TestContentSees: what an app would find is what the command prints, and the other way round.
func TestContentSees(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.w.ReceiveSMS("+15550199", "Lunch at one?")
	if out, _, _ := sh(t, d, `content query --uri content://sms/inbox --projection address:body --where "address LIKE '%0199'" --sort "date DESC limit 1"`); out != "Row: 0 address=+15550199, body=Lunch at one?\n" {
		t.Errorf("%q", out)
	}
	if out, _, _ := sh(t, d, "content query --uri content://com.android.contacts/data/phones --projection display_name:data1"); !strings.HasPrefix(out, "Row: 0 display_name=") {
		t.Errorf("%.200q", out)
	}
}

func FuzzWhere(f *testing.F) {
	for _, s := range []string{"", "a=1", "a = 'x' AND (b<2 or not a in (1,2))", "a between 1 and", "((((", "a like '%x_' ", "-", "a is not null", `"a"='it''s'`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		test, err := parseWhere(s, map[string]bool{"a": true, "b": true})
		if err == nil {
			test(world.Row{"a": int64(1), "b": "x"})
		}
	})
}
