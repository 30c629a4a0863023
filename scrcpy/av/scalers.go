//go:build cgo && !nolibav

package av

/*
#include "shim.h"
*/
import "C"

import (
	"errors"
	"image"
	"sync"
)

// scalerKey is all that a libswscale context is made for.
type scalerKey struct {
	from C.hs_info
	rgba bool // else RGB24
	size image.Point
}

// maxIdle is how many contexts wait for their next use, per decoder: one for each kind of picture usually asked for.
const maxIdle = 4

// scalers keeps libswscale contexts between uses. A context serves one caller at a time.
type scalers struct {
	mu     sync.Mutex
	idle   []scaler // least recently used first
	closed bool
}

type scaler struct {
	key scalerKey
	c   *C.struct_SwsContext
}

// run calls f with a context for key.
func (s *scalers) run(key scalerKey, f func(*C.struct_SwsContext) C.int) error {
	c := s.take(key)
	if c == nil {
		rgba := C.int(0)
		if key.rgba {
			rgba = 1
		}
		c = C.hs_scaler_new(&key.from, rgba, C.int(key.size.X), C.int(key.size.Y))
	}
	if c == nil {
		return errors.New("pixel format not convertible")
	}
	code := f(c)
	s.put(scaler{key, c})
	if code < 0 {
		return avError(code)
	}
	return nil
}

func (s *scalers) take(key scalerKey) *C.struct_SwsContext {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, have := range s.idle {
		if have.key == key {
			s.idle = append(s.idle[:i], s.idle[i+1:]...)
			return have.c
		}
	}
	return nil
}

func (s *scalers) put(back scaler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		C.hs_scaler_free(back.c)
		return
	}
	if len(s.idle) == maxIdle {
		C.hs_scaler_free(s.idle[0].c)
		s.idle = append(s.idle[:0], s.idle[1:]...)
	}
	s.idle = append(s.idle, back)
}

// close frees what is idle; from then on contexts live for one use only.
func (s *scalers) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, have := range s.idle {
		C.hs_scaler_free(have.c)
	}
	s.idle = nil
}
