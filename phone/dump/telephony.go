package dump

import "regexp"

// CallState is TelephonyManager.CALL_STATE_*.
type CallState int

// The states of the phone's telephone.
const (
	CallIdle    CallState = 0
	CallRinging CallState = 1
	CallActive  CallState = 2 // off the hook
)

var callState = regexp.MustCompile(`\bmCallState=(\d+)`)

// ParseCall reads "dumpsys telephony.registry": the busiest state of all SIM cards. ok is false when it tells none.
func ParseCall(out string) (s CallState, ok bool) {
	for _, m := range callState.FindAllStringSubmatch(out, -1) {
		n := CallState(number(m[1]))
		if n >= CallIdle && n <= CallActive {
			ok = true
			s = max(s, n)
		}
	}
	return s, ok
}
