package openai

import "strings"

// thinkTags are the tags that local models put round their thinking when nobody takes it out.
var thinkTags = [...]struct{ open, shut string }{
	{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<thought>", "</thought>"},
}

// splitter parts thinking in tags from the text of an answer (R4). Only a tag at the very start counts; text that merely speaks of
// tags later stays text. At most the length of a tag is held back.
type splitter struct {
	state int // 0 before anything, 1 in thinking, 2 in text
	shut  string
	held  string
	lead  bool // white space right after the closing tag is dropped
}

const (
	atStart = iota
	inThought
	inText
)

// write takes a piece of content and returns what is known to be thinking and text.
func (s *splitter) write(piece string) (thought, said string) {
	s.held += piece
	if s.state == atStart {
		s.start()
	}
	if s.state == inThought {
		if i := strings.Index(s.held, s.shut); i >= 0 {
			thought = s.held[:i]
			s.held, s.state, s.lead = s.held[i+len(s.shut):], inText, true
		} else {
			keep := overlap(s.held, s.shut)
			thought, s.held = s.held[:len(s.held)-keep], s.held[len(s.held)-keep:]
		}
	}
	if s.state == inText {
		said, s.held = s.held, ""
		if s.lead {
			said = strings.TrimLeft(said, "\r\n")
			s.lead = said == ""
		}
	}
	return thought, said
}

// start decides what the answer begins with, once enough of it is there.
func (s *splitter) start() {
	t := strings.TrimLeft(s.held, " \t\r\n")
	if t == "" {
		return
	}
	for _, tag := range thinkTags {
		if strings.HasPrefix(t, tag.open) {
			s.state, s.shut, s.held = inThought, tag.shut, t[len(tag.open):]
			return
		}
	}
	for _, tag := range thinkTags {
		if strings.HasPrefix(tag.open, t) {
			return
		}
	}
	s.state = inText
}

// end returns what was held back. Thinking that was never closed is thinking.
func (s *splitter) end() (thought, said string) {
	held := s.held
	s.held = ""
	if s.state == inThought {
		return held, ""
	}
	return "", held
}

// overlap is the length of the longest end of s that begins tag.
func overlap(s, tag string) int {
	for n := min(len(s), len(tag)-1); n > 0; n-- {
		if strings.HasSuffix(s, tag[:n]) {
			return n
		}
	}
	return 0
}
