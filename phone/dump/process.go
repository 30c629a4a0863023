package dump

import (
	"regexp"
	"strings"
)

// Process is one row of ps.
type Process struct {
	User      string
	PID, PPID int
	State     string // "R", "S", "D", "Z", …; may be empty
	Name      string
}

// ParseProcesses reads ps: the old form, whose header lacks the column of the state, the one of toybox (Android 8 and newer), and
// rows without any header.
func ParseProcesses(out string) []Process {
	var all []Process
	header := []string{"USER", "PID", "PPID"}
	for line := range lines(out) {
		f := strings.Fields(line)
		if len(f) < 3 {
			continue
		}
		if f[0] == "USER" || f[0] == "UID" {
			header = f
			continue
		}
		p := Process{User: f[0]}
		for i, column := range header {
			switch {
			case i >= len(f):
			case column == "PID":
				p.PID = number(f[i])
			case column == "PPID":
				p.PPID = number(f[i])
			}
		}
		if p.PID == 0 {
			continue
		}
		// The name is last and may hold blanks; the state is the single letter before it.
		rest := f[3:]
		for i := len(rest) - 1; i >= 0 && p.State == ""; i-- {
			if len(rest[i]) == 1 && strings.Contains("RSDTtZXI", rest[i]) && i+1 < len(rest) {
				p.State, p.Name = rest[i], strings.Join(rest[i+1:], " ")
			}
		}
		if p.Name == "" {
			p.Name = f[len(f)-1]
		}
		all = append(all, p)
	}
	return all
}

// ProcessLoad is one row of "dumpsys cpuinfo".
type ProcessLoad struct {
	Percent float64
	PID     int
	Name    string
	Began   bool // it was started within the time measured ("+")
}

var (
	loadLine  = regexp.MustCompile(`^\s*([+-]?)(\d+(?:\.\d+)?)% (\d+)/(.+?): \d`)
	totalLine = regexp.MustCompile(`^\s*(\d+(?:\.\d+)?)% TOTAL`)
)

// ParseLoad reads "dumpsys cpuinfo": the processes in the order printed, and the total in percent.
func ParseLoad(out string) (all []ProcessLoad, total float64) {
	for line := range lines(out) {
		if m := totalLine.FindStringSubmatch(line); m != nil {
			total = decimal(m[1])
		} else if m := loadLine.FindStringSubmatch(line); m != nil {
			all = append(all, ProcessLoad{decimal(m[2]), number(m[3]), m[4], m[1] == "+"})
		}
	}
	return all, total
}
