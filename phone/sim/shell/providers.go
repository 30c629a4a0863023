package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// provider finds the rows that a path below an authority means.
type provider func(path string) (target, bool)

// target is a table and which of its rows a path means.
type target struct {
	table string
	only  func(world.Row) bool // nil: all
	item  bool                 // one row by number
	kind  string               // MIME subtype
	set   world.Row            // columns that an insert there has
}

// providers are the content providers the shell user may use, by authority.
var providers = map[string]provider{
	"sms": smsProvider, "mms-sms": threadProvider, "call_log": callProvider, "com.android.contacts": contactsProvider, "contacts": contactsProvider,
	"com.android.calendar": calendarProvider, "media": mediaProvider,
}

// columnOrder is how each table's columns follow each other; others come after them by name.
var columnOrder = map[string][]string{
	world.TableSMS: {"_id", "thread_id", "address", "person", "date", "date_sent", "protocol", "read", "status", "type", "reply_path_present", "subject", "body",
		"service_center", "locked", "sub_id", "error_code", "creator", "seen"},
	world.TableCalls:       {"_id", "number", "presentation", "date", "duration", "features", "type", "subscription_id", "new", "name", "numbertype", "countryiso", "is_read", "geocoded_location"},
	world.TableContacts:    {"_id", "name_raw_contact_id", "display_name", "display_name_alt", "sort_key", "starred", "has_phone_number", "lookup"},
	world.TableRawContacts: {"_id", "contact_id", "account_name", "account_type", "display_name", "version", "dirty", "deleted"},
	world.TableData:        {"_id", "raw_contact_id", "contact_id", "mimetype", "is_primary", "data1", "data2", "data3"},
	world.TableCalendars:   {"_id", "account_name", "account_type", "name", "calendar_displayName", "calendar_color", "calendar_access_level", "visible", "sync_events", "ownerAccount"},
	world.TableEvents:      {"_id", "calendar_id", "title", "eventLocation", "description", "eventStatus", "dtstart", "dtend", "eventTimezone", "allDay", "hasAlarm", "rrule", "deleted"},
	world.TableReminders:   {"_id", "event_id", "minutes", "method"},
	world.TableImages:      {"_id", "_data", "_display_name", "_size", "mime_type", "title", "date_added", "date_modified", "datetaken", "width", "height"},
	world.TableVideo:       {"_id", "_data", "_display_name", "_size", "mime_type", "title", "date_added", "date_modified", "datetaken", "width", "height", "duration"},
	world.TableAudio:       {"_id", "_data", "_display_name", "_size", "mime_type", "title", "artist", "album", "duration", "track", "date_added", "date_modified", "is_music"},
}

// byID is the table of a path that may end with a row's number.
func byID(table, kind, rest string) (target, bool) {
	t := target{table: table, kind: kind}
	if rest == "" {
		return t, true
	}
	id, err := strconv.ParseInt(rest, 10, 64)
	if err != nil {
		return t, false
	}
	t.item = true
	t.only = func(r world.Row) bool { return r.ID() == id }
	return t, true
}

func smsProvider(path string) (target, bool) {
	boxes := map[string]int64{"inbox": world.SMSInbox, "sent": world.SMSSent, "draft": 3, "outbox": 4, "failed": 5, "queued": 6}
	box, rest, _ := strings.Cut(path, "/")
	kind, known := boxes[box]
	if !known {
		return byID(world.TableSMS, "sms", path)
	}
	t, ok := byID(world.TableSMS, "sms", rest)
	id := t.only
	t.only = func(r world.Row) bool { return r.Int("type") == kind && (id == nil || id(r)) }
	t.set = world.Row{"type": kind}
	return t, ok
}

func threadProvider(path string) (target, bool) {
	what, rest, _ := strings.Cut(path, "/")
	if what != "conversations" && what != "complete-conversations" {
		return target{}, false
	}
	t := target{table: world.TableSMS, kind: "mms-sms"}
	if rest != "" {
		id := int64(atoi(rest, -1))
		t.only = func(r world.Row) bool { return r.Int("thread_id") == id }
	}
	return t, true
}

func callProvider(path string) (target, bool) {
	what, rest, _ := strings.Cut(path, "/")
	if what != "calls" {
		return target{}, false
	}
	return byID(world.TableCalls, "calls", rest)
}

func contactsProvider(path string) (target, bool) {
	what, rest, _ := strings.Cut(path, "/")
	mime := func(m, rest string) (target, bool) {
		t, ok := byID(world.TableData, m, rest)
		id := t.only
		t.only = func(r world.Row) bool {
			return r.Text("mimetype") == "vnd.android.cursor.item/"+m && (id == nil || id(r))
		}
		t.set = world.Row{"mimetype": "vnd.android.cursor.item/" + m}
		return t, ok
	}
	switch what {
	case "contacts":
		if text, ok := strings.CutPrefix(rest, "filter/"); ok {
			return target{table: world.TableContacts, kind: "contact", only: func(r world.Row) bool {
				return strings.Contains(strings.ToLower(r.Text("display_name")), strings.ToLower(text))
			}}, true
		}
		return byID(world.TableContacts, "contact", rest)
	case "raw_contacts":
		return byID(world.TableRawContacts, "raw_contact", rest)
	case "data":
		sub, more, _ := strings.Cut(rest, "/")
		switch sub {
		case "phones":
			return mime("phone_v2", more)
		case "emails":
			return mime("email_v2", more)
		}
		return byID(world.TableData, "data", rest)
	case "phone_lookup":
		return target{table: world.TableData, kind: "phone_lookup", only: func(r world.Row) bool {
			return r.Text("mimetype") == world.MimePhone && world.SameNumber(r.Text("data1"), rest)
		}}, true
	}
	return target{}, false
}

func calendarProvider(path string) (target, bool) {
	what, rest, _ := strings.Cut(path, "/")
	if t, ok := map[string]string{"calendars": world.TableCalendars, "events": world.TableEvents, "reminders": world.TableReminders}[what]; ok {
		return byID(t, strings.TrimSuffix(what, "s"), rest)
	}
	return target{}, false
}

func mediaProvider(path string) (target, bool) {
	_, path, _ = strings.Cut(path, "/") // the volume
	for _, m := range []struct{ path, table, kind string }{
		{"images/media", world.TableImages, "image"}, {"video/media", world.TableVideo, "video"}, {"audio/media", world.TableAudio, "audio"},
	} {
		if rest, ok := strings.CutPrefix(path, m.path); ok {
			return byID(m.table, m.kind, strings.Trim(rest, "/"))
		}
	}
	return target{}, false
}

// contentRows does what a verb says with the rows of a provider.
func (p *Proc) contentRows(authority string, prov provider, verb, path string, a contentArgs) int {
	const frame = "android.database.DatabaseUtils.readExceptionFromParcel(DatabaseUtils.java:172)"
	t, ok := prov(path)
	if !ok {
		return p.contentFails(authority, "java.lang.IllegalArgumentException: Unknown URL "+a.uri, frame)
	}
	c := p.d.w.Content()
	switch verb {
	case "gettype":
		p.Println("vnd.android.cursor." + map[bool]string{true: "item", false: "dir"}[t.item] + "/" + t.kind)
		return 0
	case "call":
		p.Println("Result: null")
		return 0
	case "insert":
		for k, v := range t.set {
			if _, set := a.bind[k]; !set {
				a.bind[k] = v
			}
		}
		c.Insert(t.table, a.bind)
		return 0
	}
	cols := p.columns(t.table)
	rows, status, ok := p.pick(authority, c.Query(t.table, t.only), cols, a)
	if !ok {
		return status
	}
	ids := map[int64]bool{}
	for _, r := range rows {
		ids[r.ID()] = true
	}
	chosen := func(r world.Row) bool { return ids[r.ID()] }
	switch verb {
	case "query":
		return p.printRows(authority, rows, cols, a)
	case "update":
		if len(rows) > 0 {
			c.Update(t.table, chosen, a.bind)
		}
	case "delete":
		if len(rows) > 0 {
			c.Delete(t.table, chosen)
		}
	case "read", "write":
		name := ""
		if len(rows) == 1 && t.item {
			name = rows[0].Text("_data")
		}
		return p.contentFile(authority, verb, name)
	}
	return 0
}

// columns lists the columns a table's rows have.
func (p *Proc) columns(table string) []string {
	seen := map[string]bool{}
	for _, r := range p.d.w.Content().Query(table, nil) {
		for k := range r {
			seen[k] = true
		}
	}
	out := slices.Clone(columnOrder[table])
	for _, k := range sortedKeys(seen) {
		if !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

// pick keeps the rows that --where means and orders them by --sort.
func (p *Proc) pick(authority string, rows []world.Row, cols []string, a contentArgs) (out []world.Row, status int, ok bool) {
	const frame = "android.database.DatabaseUtils.readExceptionFromParcel(DatabaseUtils.java:172)"
	known := map[string]bool{}
	for _, c := range cols {
		known[c] = true
	}
	refuse := func(err error) ([]world.Row, int, bool) {
		return nil, p.contentFails(authority, fmt.Sprintf("android.database.sqlite.SQLiteException: %v (code 1 SQLITE_ERROR): , while compiling: SELECT * FROM %s WHERE (%s)", err, authority, a.where), frame), false
	}
	test, err := parseWhere(a.where, known)
	if err != nil {
		return refuse(err)
	}
	rows = slices.DeleteFunc(rows, func(r world.Row) bool { return !test(r) })
	type key struct {
		column string
		down   bool
	}
	var keys []key
	sorting, _, _ := strings.Cut(strings.ToLower(a.sort)+" limit ", " limit ")
	for part := range strings.SplitSeq(a.sort[:min(len(sorting), len(a.sort))], ",") {
		f := strings.Fields(part)
		if len(f) == 0 {
			continue
		}
		if !known[f[0]] {
			return refuse(sqlError("no such column: " + f[0]))
		}
		keys = append(keys, key{f[0], len(f) > 1 && strings.EqualFold(f[len(f)-1], "desc")})
	}
	slices.SortStableFunc(rows, func(x, y world.Row) int {
		for _, k := range keys {
			if n := sqlOrder(x[k.column], y[k.column]); n != 0 {
				if k.down {
					return -n
				}
				return n
			}
		}
		return 0
	})
	if i := strings.Index(strings.ToLower(a.sort), " limit "); i >= 0 {
		rows = rows[:max(0, min(len(rows), atoi(strings.TrimSpace(a.sort[i+7:]), len(rows))))]
	}
	return rows, 0, true
}

// printRows prints what a query found.
func (p *Proc) printRows(authority string, rows []world.Row, cols []string, a contentArgs) int {
	if a.projection != "" {
		known := cols
		cols = strings.Split(a.projection, ":")
		for _, c := range cols {
			if !slices.Contains(known, c) {
				return p.contentFails(authority, "java.lang.IllegalArgumentException: Invalid column "+c, "android.database.DatabaseUtils.readExceptionFromParcel(DatabaseUtils.java:172)")
			}
		}
	}
	for n, r := range rows {
		var b strings.Builder
		for i, c := range cols {
			if i > 0 {
				b.WriteString(", ")
			}
			v := "NULL"
			if r[c] != nil {
				v = sqlText(r[c])
			}
			b.WriteString(c + "=" + v)
		}
		p.Printf("Row: %d %s\n", n, b.String())
	}
	if len(rows) == 0 {
		p.Println("No result found.")
	}
	return 0
}
