package world_test

import (
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

func TestContentRows(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		c := r.Content()
		for _, table := range world.Tables() {
			if n := len(c.Query(table, nil)); n == 0 && table != world.TableVideo {
				t.Errorf("%s is empty", table)
			}
		}
		id := c.Insert(world.TableContacts, world.Row{"display_name": "Zed Tester", "starred": true})
		c.Insert(world.TableData, world.Row{"contact_id": id, "mimetype": world.MimePhone, "data1": "+1 555-0190", "display_name": "Zed Tester"})
		if got := c.Get(world.TableContacts, id); got.Text("display_name") != "Zed Tester" || got.Int("starred") != 1 {
			t.Errorf("row %v", got)
		}
		if n := c.Update(world.TableContacts, func(x world.Row) bool { return x.ID() == id }, world.Row{"starred": 0}); n != 1 || c.Get(world.TableContacts, id).Int("starred") != 0 {
			t.Errorf("updated %d", n)
		}
		mine := func(x world.Row) bool { return x.Int("contact_id") == id }
		if c.Delete(world.TableContacts, func(x world.Row) bool { return x.ID() == id }) != 1 || len(c.Query(world.TableData, mine)) != 0 {
			t.Error("the contact's data outlives the contact")
		}
		if c.Insert("no/such", world.Row{}) != 0 {
			t.Error("an unknown table takes rows")
		}
		r.ClearData("com.android.providers.contacts")
		if len(c.Query(world.TableContacts, nil))+len(c.Query(world.TableCalls, nil)) != 0 || len(c.Query(world.TableSMS, nil)) == 0 {
			t.Error("clearing the contacts' storage empties its tables and no others")
		}
	})
}

func TestSMSArrives(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		before := len(r.Content().Query(world.TableSMS, nil))
		r.ReceiveSMS("+15550101", "Running late")
		rows := r.Content().Query(world.TableSMS, nil)
		last := rows[len(rows)-1]
		if len(rows) != before+1 || last.Text("body") != "Running late" || last.Int("type") != world.SMSInbox || last.Int("read") != 0 {
			t.Errorf("row %v", last)
		}
		first := r.Content().Query(world.TableSMS, func(x world.Row) bool { return x.Text("address") == "+15550101" })[0]
		if first.Int("thread_id") != last.Int("thread_id") {
			t.Error("a new thread for a known number")
		}
	})
}

func TestCallsReachTheLog(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		last := func() world.Row { l := r.Content().Query(world.TableCalls, nil); return l[len(l)-1] }
		if !r.IncomingCall("+15550102") || r.Call().Phase != world.CallRinging || r.IncomingCall("+15550103") {
			t.Fatal("the phone does not ring, or rings twice")
		}
		r.AnswerCall()
		time.Sleep(65 * time.Second)
		r.EndCall()
		if c := last(); c.Int("type") != world.CallIn || c.Int("duration") != 65 || c.Text("name") != "Ben Ortiz" {
			t.Errorf("log has %v", c)
		}
		r.IncomingCall("+15550102")
		time.Sleep(5 * time.Second)
		r.EndCall()
		if c := last(); c.Int("type") != world.CallMiss || r.Call().Phase != world.CallIdle {
			t.Errorf("log has %v", c)
		}
		r.Settings().Put("global", "airplane_mode_on", "1")
		if r.IncomingCall("+15550102") {
			t.Error("calls reach a phone in airplane mode")
		}
	})
}
