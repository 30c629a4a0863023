package apps

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handset-agent/handset/phone/sim/world"
)

// contact is a person as the contacts' rows tell.
type contact struct {
	id                         int64
	name, number, mail, office string
	starred                    bool
}

// contacts lists all people by name.
func contacts(c *world.Ctx) []contact {
	byID := map[int64]*contact{}
	var order []*contact
	for _, r := range c.Content().Query(world.TableContacts, nil) {
		p := &contact{id: r.ID(), name: r.Text("display_name"), starred: r.Int("starred") != 0}
		byID[p.id], order = p, append(order, p)
	}
	for _, r := range c.Content().Query(world.TableData, nil) {
		p := byID[r.Int("contact_id")]
		if p == nil {
			continue
		}
		switch r.Text("mimetype") {
		case world.MimePhone:
			p.number = r.Text("data1")
		case world.MimeMail:
			p.mail = r.Text("data1")
		case world.MimeWork:
			p.office = r.Text("data1")
		}
	}
	out := make([]contact, len(order))
	for i, p := range order {
		out[i] = *p
	}
	slices.SortStableFunc(out, func(a, b contact) int { return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name)) })
	return out
}

// contactByID finds one person; the zero contact has no number.
func contactByID(c *world.Ctx, id string) (contact, bool) {
	for _, p := range contacts(c) {
		if strconv.FormatInt(p.id, 10) == id {
			return p, true
		}
	}
	return contact{}, false
}

// contactByNumber finds who has a telephone number.
func contactByNumber(c *world.Ctx, number string) (contact, bool) {
	for _, p := range contacts(c) {
		if p.number != "" && world.SameNumber(p.number, number) {
			return p, true
		}
	}
	return contact{}, false
}

// initial is the heading a name stands under.
func initial(name string) string {
	r, _ := utf8.DecodeRuneInString(name)
	if !unicode.IsLetter(r) {
		return "#"
	}
	return string(unicode.ToUpper(r))
}

// save writes the contact's rows, adding those that are not there.
func (p *contact) save(c *world.Ctx) {
	t := c.Content()
	if p.id == 0 {
		p.id = t.Insert(world.TableContacts, world.Row{"starred": 0, "in_visible_group": 1, "times_contacted": 0, "photo_id": nil})
		raw := t.Insert(world.TableRawContacts, world.Row{"contact_id": p.id, "deleted": 0, "version": 1, "dirty": 1, "account_name": nil, "account_type": nil})
		t.Update(world.TableContacts, is(p.id), world.Row{"name_raw_contact_id": raw})
	}
	mine := func(r world.Row) bool { return r.Int("contact_id") == p.id }
	raws := t.Query(world.TableRawContacts, mine)
	t.Update(world.TableContacts, is(p.id), world.Row{"display_name": p.name, "sort_key": p.name, "has_phone_number": p.number != "", "starred": p.starred})
	t.Update(world.TableRawContacts, mine, world.Row{"display_name": p.name, "starred": p.starred})
	for _, d := range []struct{ mime, value string }{{world.MimeName, p.name}, {world.MimePhone, p.number}, {world.MimeMail, p.mail}, {world.MimeWork, p.office}} {
		kind := func(r world.Row) bool { return mine(r) && r.Text("mimetype") == d.mime }
		switch {
		case d.value == "":
			t.Delete(world.TableData, kind)
		case t.Update(world.TableData, kind, world.Row{"data1": d.value, "display_name": p.name}) == 0 && len(raws) > 0:
			t.Insert(world.TableData, world.Row{"raw_contact_id": raws[0].ID(), "contact_id": p.id, "mimetype": d.mime, "data1": d.value, "data2": 2, "display_name": p.name})
		}
	}
}

// is is the condition for one row.
func is(id int64) func(world.Row) bool { return func(r world.Row) bool { return r.ID() == id } }
