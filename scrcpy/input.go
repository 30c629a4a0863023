package scrcpy

import (
	"fmt"
	"image"
	"maps"
	"slices"
	"strings"
	"time"
)

// Send writes one control message. It returns when the message has left, which says nothing about its effect: the
// server acknowledges only SetClipboard.
func (s *Session) Send(m Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.write(m)
}

// write sends messages in one piece; the caller holds mu. A write that fails may have sent a part, so it ends the
// session.
func (s *Session) write(ms ...Message) error {
	if err := s.Err(); err != nil {
		return err
	}
	s.buf = s.buf[:0]
	for _, m := range ms {
		s.buf = m.Append(s.buf)
	}
	s.control.SetWriteDeadline(time.Now().Add(s.o.Limits.Write))
	if _, err := s.control.Write(s.buf); err != nil {
		if isTimeout(err) {
			err = fmt.Errorf("%w after %v", ErrTimeout, s.o.Limits.Write)
		}
		return s.lost(fmt.Errorf("write control: %w", err))
	}
	return nil
}

// Key sends one event of a key.
func (s *Session) Key(m InjectKey) error { return s.Send(m) }

// Press sends a key down and up.
func (s *Session) Press(code, meta uint32) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.write(InjectKey{Action: KeyDown, Code: code, Meta: meta}, InjectKey{Action: KeyUp, Code: code, Meta: meta})
}

// Text types text through the phone's virtual keyboard in as many messages as it takes. Characters that its key map
// lacks are skipped and reported as ErrUntypable by Trouble; use SetClipboard with paste for those.
func (s *Session) Text(text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ms []Message
	for _, part := range chunks(strings.ToValidUTF8(text, "\uFFFD"), MaxText) {
		ms = append(ms, InjectText{Text: part})
	}
	if len(ms) == 0 {
		return nil
	}
	return s.write(ms...)
}

// Size is the size that positions refer to: that of the newest configuration, before it that of the codec meta, zero
// without video.
func (s *Session) Size() image.Point {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size
}

// SetSize tells the session that the stream has another size. ReadPacket does so by itself for H.264. Pointers that
// are down are cancelled and lifted, as the server drops what they send with the old size and would otherwise keep
// them down for ever.
func (s *Session) SetSize(size image.Point) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.size
	s.size = size
	if size == old || len(s.held) == 0 {
		return
	}
	var ms []Message
	for _, id := range slices.Sorted(maps.Keys(s.held)) {
		m := s.held[id]
		m.Position = rescale(m.Position, size)
		m.Action, m.Pressure = TouchCancel, 0
		ms = append(ms, m)
		m.Action, m.Button, m.Buttons = TouchUp, m.Buttons, 0
		ms = append(ms, m)
	}
	clear(s.held)
	_ = s.write(ms...) // its failure ends the session, which says why
}

// Touch sends one event of a pointer. A zero Position.On means the current size. An event aimed at another size is not
// sent and gives a *StaleSizeError, except the lift of a pointer that is down, which is sent with the current size.
func (s *Session) Touch(m InjectTouch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, down := s.held[m.Pointer]; down && m.Action == TouchUp {
		m.Position = rescale(m.Position, s.size)
	}
	if err := s.check(&m.Position); err != nil {
		return err
	}
	switch m.Action {
	case TouchDown:
		s.held[m.Pointer] = m
	case TouchMove:
		if _, down := s.held[m.Pointer]; down {
			s.held[m.Pointer] = m
		}
	case TouchUp:
		delete(s.held, m.Pointer)
	}
	return s.write(m)
}

// Scroll turns a wheel. Its position obeys the same rule as that of Touch.
func (s *Session) Scroll(m InjectScroll) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(&m.Position); err != nil {
		return err
	}
	return s.write(m)
}

// check fills in the current size, or refuses another one. Without video there is none, and positions pass as they are.
func (s *Session) check(p *Position) error {
	switch {
	case s.size == image.Point{}:
	case p.On == image.Point{}:
		p.On = s.size
	case p.On != s.size:
		return &StaleSizeError{Aimed: p.On, Now: s.size}
	}
	return nil
}

// rescale moves p to the same place of a picture of another size.
func rescale(p Position, size image.Point) Position {
	if p.On.X > 0 && p.On.Y > 0 && size.X > 0 && size.Y > 0 {
		p.At = image.Pt(p.At.X*size.X/p.On.X, p.At.Y*size.Y/p.On.Y)
		p.On = size
	}
	return p
}

// BackOrScreenOn presses BACK, or wakes the phone when its screen is off.
func (s *Session) BackOrScreenOn() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.write(BackOrScreenOn{Action: KeyDown}, BackOrScreenOn{Action: KeyUp})
}

// ExpandNotifications opens the notification shade.
func (s *Session) ExpandNotifications() error { return s.Send(ExpandNotifications{}) }

// ExpandSettings opens the quick settings.
func (s *Session) ExpandSettings() error { return s.Send(ExpandSettings{}) }

// CollapsePanels closes the shade and the quick settings.
func (s *Session) CollapsePanels() error { return s.Send(CollapsePanels{}) }

// SetDisplayPower switches the panel; with it off the phone stays awake and the stream goes on. The server's clean-up
// switches it on again at the end.
func (s *Session) SetDisplayPower(on bool) error { return s.Send(SetDisplayPower{On: on}) }

// Rotate toggles between portrait and landscape; the app in front may refuse.
func (s *Session) Rotate() error { return s.Send(RotateDevice{}) }

// ResetVideo restarts the encoder: a configuration and a key frame follow. It costs a visible hiccup, so ask rarely.
func (s *Session) ResetVideo() error { return s.Send(ResetVideo{}) }

// StartApp starts an app by package, or by "?" and the beginning of its label; "+" in front stops it first. Only the
// log tells the outcome.
func (s *Session) StartApp(name string) error { return s.Send(StartApp{Name: name}) }
