package world

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// The tables behind Android's content providers, by the names that [Content] knows them by. Their columns are Android's.
const (
	TableContacts    = "contacts"
	TableRawContacts = "raw_contacts"
	TableData        = "data" // phone numbers, mail addresses and names of contacts, by mimetype
	TableSMS         = "sms"
	TableCalls       = "calls"
	TableCalendars   = "calendar/calendars"
	TableEvents      = "calendar/events"
	TableReminders   = "calendar/reminders"
	TableImages      = "media/images"
	TableVideo       = "media/video"
	TableAudio       = "media/audio"
)

// tableOwners are the packages that hold the tables: clearing one's data empties its tables.
var tableOwners = map[string]string{
	TableContacts: "com.android.providers.contacts", TableRawContacts: "com.android.providers.contacts", TableData: "com.android.providers.contacts",
	TableCalls: "com.android.providers.contacts", TableSMS: "com.android.providers.telephony",
	TableCalendars: "com.android.providers.calendar", TableEvents: "com.android.providers.calendar", TableReminders: "com.android.providers.calendar",
	TableImages: "com.android.providers.media.module", TableVideo: "com.android.providers.media.module", TableAudio: "com.android.providers.media.module",
}

// Tables lists the tables in alphabetical order.
func Tables() []string { return slices.Sorted(maps.Keys(tableOwners)) }

// Row is one row of a table. Values are string, int64, float64 or nil; "_id" is its number.
type Row map[string]any

// ID is the row's number.
func (r Row) ID() int64 { return r.Int("_id") }

// Int is a number of the row, 0 when it is none.
func (r Row) Int(column string) int64 {
	switch v := r[column].(type) {
	case int64:
		return v
	case float64:
		return int64(v)
	}
	return 0
}

// Text is a value of the row as text, empty for NULL.
func (r Row) Text(column string) string {
	if v := r[column]; v != nil {
		return fmt.Sprint(v)
	}
	return ""
}

// contentState is all rows, as encoding/json can write and read them.
type contentState struct {
	Tables map[string][]Row `json:"tables"`
	Next   map[string]int64 `json:"next"` // the number of the next row
}

// UnmarshalJSON keeps whole numbers whole.
func (s *contentState) UnmarshalJSON(b []byte) error {
	type plain contentState
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var p plain
	if err := d.Decode(&p); err != nil {
		return fmt.Errorf("content: %w", err)
	}
	for _, rows := range p.Tables {
		for _, r := range rows {
			for k, v := range r {
				r[k] = plainValue(v)
			}
		}
	}
	*s = contentState(p)
	return nil
}

// plainValue makes a value one of the kinds a row holds.
func plainValue(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, _ := v.Float64()
		return f
	case int:
		return int64(v)
	case int32:
		return int64(v)
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	case string, int64, float64, nil:
		return v
	}
	return fmt.Sprint(v)
}

// Content is the rows of the phone's content providers. Conditions see each row and must not change it; nil is every row.
type Content struct {
	w      *World
	inside bool // used by an app, which holds the lock already
}

// Content gives access to the content providers' rows.
func (w *World) Content() Content { return Content{w: w} }

// Content gives an app access to the content providers' rows.
func (c *Ctx) Content() Content { return Content{c.w, true} }

func (c Content) enter() func() {
	if c.inside {
		return func() {}
	}
	c.w.enter()
	return c.w.leave
}

// Query returns copies of the rows for which where is true, in the order of their numbers. An unknown table has none.
func (c Content) Query(table string, where func(Row) bool) []Row {
	defer c.enter()()
	var out []Row
	for _, r := range c.w.content.Tables[table] {
		if where == nil || where(r) {
			out = append(out, maps.Clone(r))
		}
	}
	return out
}

// Get returns a copy of one row, nil when there is none.
func (c Content) Get(table string, id int64) Row {
	if rows := c.Query(table, func(r Row) bool { return r.ID() == id }); len(rows) > 0 {
		return rows[0]
	}
	return nil
}

// Insert adds a row and returns its number, 0 for an unknown table. A number that r brings is used when it is free.
func (c Content) Insert(table string, r Row) int64 {
	defer c.enter()()
	return c.w.insertRow(table, r)
}

// Update sets columns of the rows for which where is true and returns how many those were.
func (c Content) Update(table string, where func(Row) bool, values Row) int {
	defer c.enter()()
	n := 0
	for _, r := range c.w.content.Tables[table] {
		if where == nil || where(r) {
			for k, v := range values {
				if k != "_id" {
					r[k] = plainValue(v)
				}
			}
			n++
		}
	}
	if n > 0 {
		c.w.changed()
	}
	return n
}

// Delete removes the rows for which where is true and returns how many those were. What hangs on them goes with them: a
// contact's data, an event's reminders.
func (c Content) Delete(table string, where func(Row) bool) int {
	defer c.enter()()
	return c.w.deleteRows(table, where)
}

func (w *World) insertRow(table string, r Row) int64 {
	s := &w.content
	if tableOwners[table] == "" {
		return 0
	}
	row := make(Row, len(r)+1)
	for k, v := range r {
		row[k] = plainValue(v)
	}
	id := row.ID()
	if id <= 0 || slices.ContainsFunc(s.Tables[table], func(x Row) bool { return x.ID() == id }) {
		id = s.Next[table] + 1
	}
	row["_id"] = id
	s.Next[table] = max(s.Next[table], id)
	s.Tables[table] = append(s.Tables[table], row)
	w.changed()
	return id
}

// children are the tables whose rows belong to a row of another one, and the column that names it.
var children = map[string][]struct{ table, column string }{
	TableContacts:    {{TableRawContacts, "contact_id"}, {TableData, "contact_id"}},
	TableRawContacts: {{TableData, "raw_contact_id"}},
	TableCalendars:   {{TableEvents, "calendar_id"}},
	TableEvents:      {{TableReminders, "event_id"}},
}

func (w *World) deleteRows(table string, where func(Row) bool) int {
	var gone []int64
	w.content.Tables[table] = slices.DeleteFunc(w.content.Tables[table], func(r Row) bool {
		if where != nil && !where(r) {
			return false
		}
		gone = append(gone, r.ID())
		return true
	})
	if len(gone) == 0 {
		return 0
	}
	for _, k := range children[table] {
		w.deleteRows(k.table, func(r Row) bool { return slices.Contains(gone, r.Int(k.column)) })
	}
	w.changed()
	return len(gone)
}

// clearContent empties the tables that a package holds.
func (w *World) clearContent(owner string) {
	for table, p := range tableOwners {
		if p == owner {
			w.deleteRows(table, nil)
		}
	}
}

// bootContent fills the tables with what a phone in use has.
func (w *World) bootContent() {
	w.content = contentState{Tables: map[string][]Row{}, Next: map[string]int64{}}
	w.seedContacts()
	w.seedMessages()
	w.seedCalls()
	w.seedCalendar()
	w.seedMedia()
}
