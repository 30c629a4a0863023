package shell

import (
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// API levels at which answers changed their form.
const (
	android9  = 28
	android10 = 29
	android11 = 30
	android12 = 31
	android13 = 33
	android14 = 34
	android15 = 35
	android16 = 36
)

// sdk is the API level the answers follow.
func (d *Device) sdk() int { return atoi(d.w.Prop("ro.build.version.sdk"), android14) }

// record writes an activity as the release does.
func (d *Device) record(a world.Activity) string { return d.recordText(a.String()) }

// recordText rewrites "ActivityRecord{hash u0 pkg/.Class t42}": Android 13 closes a brace before the task, 16 counts hashes in
// decimal.
func (d *Device) recordText(s string) string {
	rest, ok := strings.CutPrefix(s, "ActivityRecord{")
	if !ok {
		return s
	}
	switch n := d.sdk(); {
	case n == android13:
		if i := strings.LastIndex(rest, " t"); i > 0 {
			rest = rest[:i] + "}" + rest[i:]
		}
	case n >= android16:
		hash, tail, _ := strings.Cut(rest, " ")
		if v, err := strconv.ParseUint(hash, 16, 64); err == nil {
			rest = strconv.FormatUint(v, 10) + " " + tail
		}
	}
	return "ActivityRecord{" + rest
}

// appToken is an activity as the window manager knows it: wrapped in a token up to Android 10.
func (d *Device) appToken(record string) string {
	if d.sdk() > android10 || !strings.HasPrefix(record, "ActivityRecord{") {
		return d.recordText(record)
	}
	return "AppWindowToken{" + hex(record, "app") + " token=Token{" + hex(record, "token") + " " + record + "}}"
}
