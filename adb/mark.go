package adb

import (
	"bytes"
	"crypto/rand"
	"strconv"
)

// Shell version 1 has no exit status, so the command's is printed behind a random mark at the end of the output.

// markRoom is the most a mark, a status and a line end take.
const markRoom = 64

// newMark makes a word that no output holds by chance: 26 letters and digits.
func newMark() string { return "hs" + rand.Text() }

// spellMark writes mark so that the line itself does not hold it: a terminal's echo or an error text of the shell could show it.
func spellMark(mark string) string { return mark[:8] + "''" + mark[8:] }

// markExit wraps command for shell version 1. It runs in a shell of its own, so that neither its syntax errors nor its exit can keep
// the mark from being printed.
func markExit(command, mark string, noInput bool) string {
	line := "sh -c " + Quote(command)
	if noInput {
		line += " </dev/null"
	}
	return line + "; echo " + spellMark(mark) + "$?"
}

// cutExit takes the mark and the status off the end of an output. Phones before Android 7 run the command on a terminal that turns
// \n into \r\n; the end of the mark's own line shows it, and it is undone.
func cutExit(all []byte, mark string) (out []byte, exit int, ok bool) {
	at := bytes.LastIndex(all, []byte(mark))
	if at < 0 {
		return all, 0, false
	}
	out, tail := all[:at], all[at+len(mark):]
	exit, err := strconv.Atoi(string(bytes.TrimRight(tail, "\r\n")))
	if err != nil || exit < 0 || exit > 255 {
		return all, 0, false
	}
	if bytes.HasSuffix(tail, []byte("\r\n")) {
		out = bytes.ReplaceAll(out, []byte("\r\n"), []byte("\n"))
	}
	return out, exit, true
}

// endLength is how many bytes at the end of data may belong to the mark and the status behind it.
func endLength(data []byte, mark string) int {
	if at := bytes.LastIndex(data, []byte(mark)); at >= 0 && mark != "" && len(data)-at <= markRoom {
		return len(data) - at
	}
	for n := min(len(data), len(mark)); n > 0; n-- {
		if bytes.HasSuffix(data, []byte(mark[:n])) {
			return n
		}
	}
	return 0
}

// cutPID takes the line "MARKpid" off the front of an output.
func cutPID(all []byte, mark string) (pid string, rest []byte, ok bool) {
	line, rest, _ := bytes.Cut(all, []byte("\n"))
	digits, ok := bytes.CutPrefix(line, []byte(mark))
	n, err := strconv.Atoi(string(bytes.TrimRight(digits, "\r")))
	if !ok || err != nil || n <= 1 {
		return "", all, false
	}
	return strconv.Itoa(n), rest, true
}
