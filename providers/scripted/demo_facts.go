package scripted

import (
	"fmt"
	"regexp"
	"strings"
)

// fact is something that can be told of the phone: the tool that knows it, where in its words, and where in the settings.
type fact struct {
	names []string
	tool  string
	words *regexp.Regexp
	say   string
	label string // on the page About phone
}

var facts = []fact{
	{[]string{"android version", "version of android", "android release", "android"}, "device_info", regexp.MustCompile(`(?i)android (\d[\w.]*)`), "the Android version is %s", "Android version"},
	{[]string{"battery", "battery level", "battery charge", "battery status", "charge"}, "device_info", regexp.MustCompile(`(?i)battery: (\d+ ?%[^\n]*)`), "the battery is at %s", ""},
	{[]string{"model", "phone model", "device model", "phone"}, "device_info", regexp.MustCompile(`(?i)phone: ([^\n]+)`), "the phone is a %s", "Model"},
	{[]string{"serial", "serial number"}, "device_info", regexp.MustCompile(`(?i)serial: (\S+)`), "the serial number is %s", ""},
	{[]string{"screen size", "resolution", "screen resolution", "display size"}, "device_info", regexp.MustCompile(`(?i)(\d+[×x]\d+ pixels)`), "the screen has %s", ""},
	{[]string{"storage", "free storage", "free space", "storage space"}, "device_info", regexp.MustCompile(`(?i)storage: ([^\n]+)`), "storage: %s", ""},
	{[]string{"memory", "free memory", "ram"}, "device_info", regexp.MustCompile(`(?i)memory: ([^\n]+)`), "memory: %s", ""},
	{[]string{"time", "current time", "date", "current date", "date and time", "day"}, "get_time", regexp.MustCompile(`(?i)phone: ([^\n]+)`), "the phone's clock says %s", ""},
	{[]string{"app in front", "current app", "foreground app", "app is in front", "app is open"}, "get_foreground_app", regexp.MustCompile(`(?i)in front: ([^\n]+)`), "in front is %s", ""},
	{[]string{"build number"}, "", nil, "the build number is %s", "Build number"},
	{[]string{"ip address"}, "", nil, "the IP address is %s", "IP address"},
	{[]string{"phone number"}, "", nil, "the phone number is %s", "Phone number"},
	{[]string{"device name", "phone name"}, "", nil, "the device name is %s", "Device name"},
}

var ofPhone = regexp.MustCompile(`(?i)\s+(?:of|on|in|does|for)\s+(?:this|the|my|that)?\s*(?:phone|device|screen)?(?:\s+(?:have|has|run|runs|use|uses))?$|\s+(?:it|this phone|the phone) (?:is|has|runs|uses)$|\s+is (?:this|it|installed|left)$`)

// tell answers a question from a tool that knows, or from the page About phone. It is nil for questions about anything else.
func tell(said string) task {
	name := bare(ofPhone.ReplaceAllString(strings.TrimSpace(said), ""))
	name = strings.TrimSuffix(strings.TrimSuffix(name, " is"), " now")
	if name == "screen" || name == "on screen" || name == "on the screen" {
		return describe
	}
	for _, f := range facts {
		for _, n := range f.names {
			if n == name {
				return f.tell
			}
		}
	}
	return nil
}

func (f fact) tell(p *pilot) (string, error) {
	if p.has(f.tool) {
		r, err := p.call("I ask the phone.", f.tool, nil)
		if err != nil {
			return "", err
		}
		if m := f.words.FindStringSubmatch(r); m != nil {
			return fmt.Sprintf(f.say, strings.TrimSuffix(strings.TrimSpace(m[1]), ".")), nil
		}
		if f.label == "" {
			return "", cannotf("%s does not tell it: %s", f.tool, firstLine(r))
		}
	}
	if f.label == "" {
		return "", cannotf("I need the tool %s for this, and it is not offered", f.tool)
	}
	_, it, err := p.walk(walk{what: f.label, path: []string{"About phone", "About device"}, hit: func(s *screen) (item, bool) {
		return s.exactly(func(it item) bool { return len(it.details) > 0 }, f.label)
	}})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(f.say, it.details[0]), nil
}
