package shell

import (
	"context"
	"image"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// monkey is a parsed command line of monkey.
type monkey struct {
	pkgs, categories []string
	count            int
	port             int // of the socket that events come from; 0: none
	counted          bool
	seed             int64
	throttle         time.Duration
	verbose          int
	shares           map[string]float64 // percents that were set, by kind of event
}

// monkeyKinds are the kinds of events with their shares of the whole in percent, in the order of their options.
var monkeyKinds = []struct {
	name  string
	share float64
}{
	{"touch", 15}, {"motion", 10}, {"pinchzoom", 2}, {"trackball", 15}, {"rotation", 0}, {"permission", 0}, {"nav", 25}, {"majornav", 15}, {"syskeys", 2}, {"appswitch", 2}, {"flip", 1}, {"anyevent", 13},
}

const monkeyUsage = `usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]
              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]
              [--ignore-crashes] [--ignore-timeouts]
              [--ignore-security-exceptions]
              [--monitor-native-crashes] [--ignore-native-crashes]
              [--kill-process-after-error] [--hprof]
              [--match-description TEXT]
              [--pct-touch PERCENT] [--pct-motion PERCENT]
              [--pct-trackball PERCENT] [--pct-syskeys PERCENT]
              [--pct-nav PERCENT] [--pct-majornav PERCENT]
              [--pct-appswitch PERCENT] [--pct-flip PERCENT]
              [--pct-anyevent PERCENT] [--pct-pinchzoom PERCENT]
              [--pct-permission PERCENT]
              [--pkg-blacklist-file PACKAGE_BLACKLIST_FILE]
              [--pkg-whitelist-file PACKAGE_WHITELIST_FILE]
              [--wait-dbg] [--dbg-no-events]
              [--setup scriptfile] [-f scriptfile [-f scriptfile] ...]
              [--port port]
              [-s SEED] [-v [-v] ...]
              [--throttle MILLISEC] [--randomize-throttle]
              [--profile-wait MILLISEC]
              [--device-sleep-time MILLISEC]
              [--randomize-script]
              [--script-log]
              [--bugreport]
              [--periodic-bugreport]
              [--permission-target-system]
              COUNT
`

// maxMonkey bounds the events of one run.
const maxMonkey = 1_000_000

// monkeyCommand is monkey: it starts an app and throws random events at it, the same ones for the same seed.
func monkeyCommand(ctx context.Context, p *Proc) int {
	m := monkey{count: 1000, seed: p.d.w.Now().UnixMilli(), shares: map[string]float64{}}
	args := p.Args[1:]
	p.monkeyEcho(args)
	if bad := m.options(args); bad != "" {
		p.Errf("** Error: %s\n%s", bad, monkeyUsage)
		return 255
	}
	if !m.counted && m.port == 0 {
		p.Errf("** Error: Count not specified\n%s", monkeyUsage)
		return 255
	}
	if m.verbose > 0 {
		p.Printf(":Monkey: seed=%d count=%d\n", m.seed, m.count)
		for _, name := range m.pkgs {
			p.Printf(":AllowPackage: %s\n", name)
		}
		for _, c := range m.categories {
			p.Printf(":IncludeCategory: %s\n", c)
		}
	}
	if len(m.categories) == 0 {
		m.categories = []string{world.CategoryLauncher, "android.intent.category.MONKEY"}
	}
	targets := p.monkeyTargets(m.pkgs, m.categories)
	if len(targets) == 0 {
		p.Println("** No activities found to run, monkey aborted.")
		return 252
	}
	if m.port > 0 {
		return m.serve(ctx, p)
	}
	return m.run(ctx, p, targets)
}

// monkeyEcho repeats the command line, as newer releases do.
func (p *Proc) monkeyEcho(args []string) {
	n := p.d.sdk()
	if n < android10 {
		return
	}
	for _, a := range args {
		p.Printf("  bash arg: %s\n", a)
	}
	if n < android12 {
		return
	}
	p.Printf("args: [%s]\n", strings.Join(args, ", "))
	for _, a := range args {
		p.Printf(" arg: \"%s\"\n", a)
	}
	for i, a := range args {
		if (a == "-p" || a == "-c") && i+1 < len(args) {
			p.Printf("data=\"%s\"\n", args[i+1])
		}
	}
}

// options reads the command line; it returns what is wrong with it.
func (m *monkey) options(args []string) (bad string) {
	w := words{args}
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		kind, pct := strings.CutPrefix(o, "--pct-")
		switch {
		case o == "-p", o == "-c", o == "-s", o == "--throttle", pct, o == "--port", o == "-f", o == "--setup", o == "--profile-wait", o == "--device-sleep-time",
			o == "--match-description", o == "--pkg-blacklist-file", o == "--pkg-whitelist-file":
			v, ok := w.next()
			if !ok {
				return "Option " + o + " requires an argument"
			}
			if bad := m.option(o, kind, v); bad != "" {
				return bad
			}
		case o == "-v":
			m.verbose++
		case strings.HasPrefix(o, "--"):
		default:
			return "Unknown option: " + o
		}
	}
	s, ok := w.next()
	if !ok {
		return ""
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return "Count is not a number: \"" + s + "\""
	}
	m.count, m.counted = min(n, maxMonkey), true
	return ""
}

func (m *monkey) option(o, kind, v string) (bad string) {
	switch o {
	case "-p":
		m.pkgs = append(m.pkgs, v)
		return ""
	case "-c":
		m.categories = append(m.categories, v)
		return ""
	case "-f", "--setup", "--match-description", "--pkg-blacklist-file", "--pkg-whitelist-file":
		return ""
	}
	n, err := strconv.ParseFloat(v, 64)
	switch {
	case err != nil:
		return o + " is not a number: \"" + v + "\""
	case o == "-s":
		m.seed = int64(n)
	case o == "--port":
		m.port = int(n)
	case o == "--throttle":
		m.throttle = time.Duration(n) * time.Millisecond
	case kind != o:
		m.shares[kind] = n
	}
	return ""
}

// kinds gives each kind its share: what was set stays, the others share the rest.
func (m *monkey) kinds() []float64 {
	out := make([]float64, len(monkeyKinds))
	set, free := 0.0, 0.0
	for i, k := range monkeyKinds {
		if v, ok := m.shares[k.name]; ok {
			out[i] = v
			set += v
		} else {
			free += k.share
		}
	}
	for i, k := range monkeyKinds {
		if _, ok := m.shares[k.name]; !ok && free > 0 {
			out[i] = k.share * max(0, 100-set) / free
		}
	}
	return out
}

// run starts the app and injects the events.
func (m *monkey) run(ctx context.Context, p *Proc, targets []world.Component) int {
	r := rand.New(rand.NewPCG(uint64(m.seed), 0x6d6f6e6b6579))
	began := time.Now()
	launch := func(c world.Component) {
		if m.verbose > 0 {
			p.Printf(":Switch: #Intent;action=android.intent.action.MAIN;category=%s;launchFlags=0x10200000;component=%s;end\n    // Allowing start of Intent { act=android.intent.action.MAIN cat=[%s] cmp=%s } in package %s\n",
				m.categories[0], c.Short(), m.categories[0], c.Short(), c.Package)
		}
		_, _ = p.d.w.Start(world.Intent{Action: world.ActionMain, Categories: m.categories[:1], Component: c, Flags: world.FlagNewTask | 0x00200000})
	}
	start := func() { launch(targets[r.IntN(len(targets))]) }
	start()
	shares := m.kinds()
	sent := 1
	for ; sent < m.count; sent++ {
		if ctx.Err() != nil || p.Stdout.err != nil {
			return killed(ctx)
		}
		if m.throttle > 0 && !p.wait(ctx, m.throttle) {
			return killed(ctx)
		}
		if status, refused := p.injectionRefused("monkey"); refused {
			p.Println("** Monkey aborted due to error.")
			p.Printf("Events injected: %d\n", sent)
			return status
		}
		if a, ok := p.d.w.FocusedApp(); len(m.pkgs) > 0 && ok && !slices.Contains(m.pkgs, a.Component.Package) {
			launch(targets[0]) // it keeps to the packages it was given
		}
		m.event(p, r, shares, start)
	}
	p.Printf("Events injected: %d\n", max(sent, 1))
	if m.verbose > 0 {
		p.Println(":Sending rotation degree=0, persist=false\n:Dropped: keys=0 pointers=0 trackballs=0 flips=0 rotations=0")
	}
	ms := time.Since(began).Milliseconds()
	p.Printf("## Network stats: elapsed time=%dms (0ms mobile, 0ms wifi, %dms not connected)\n", ms, ms)
	if m.verbose > 0 {
		p.Println("// Monkey finished")
	}
	return 0
}

// Keys by kind of event.
var (
	monkeyNav   = []int{19, 20, 21, 22}
	monkeyMajor = []int{82, 23}
	monkeySys   = []int{3, 4, 5, 6, 24, 25}
)

// event injects one event of a random kind.
func (m *monkey) event(p *Proc, r *rand.Rand, shares []float64, start func()) {
	at, kind := r.Float64()*100, ""
	for i, k := range monkeyKinds {
		if at -= shares[i]; at < 0 {
			kind = k.name
			break
		}
	}
	w, size := p.d.w, p.d.w.Display().Size
	point := func() image.Point { return image.Pt(r.IntN(max(1, size.X)), r.IntN(max(1, size.Y))) }
	key := func(codes []int) {
		c := codes[r.IntN(len(codes))]
		if m.verbose > 1 {
			p.Printf(":Sending Key (ACTION_DOWN): %d\n:Sending Key (ACTION_UP): %d\n", c, c)
		}
		w.Key(c, 0, true)
		w.Key(c, 0, false)
	}
	drag := func(from, to image.Point) {
		if m.verbose > 1 {
			p.Printf(":Sending Touch (ACTION_DOWN): 0:(%d.0,%d.0)\n:Sending Touch (ACTION_UP): 0:(%d.0,%d.0)\n", from.X, from.Y, to.X, to.Y)
		}
		w.Touch(shellFinger, world.TouchDown, from, 1)
		if from != to {
			w.Touch(shellFinger, world.TouchMove, to, 1)
		}
		w.Touch(shellFinger, world.TouchUp, to, 1)
	}
	switch kind {
	case "motion":
		drag(point(), point())
	case "pinchzoom":
		a, b := point(), point()
		w.Touch(shellFinger, world.TouchDown, a, 1)
		w.Touch(shellFinger+1, world.TouchDown, b, 1)
		w.Touch(shellFinger, world.TouchUp, a, 1)
		w.Touch(shellFinger+1, world.TouchUp, b, 1)
	case "nav":
		key(monkeyNav)
	case "majornav":
		key(monkeyMajor)
	case "syskeys":
		key(monkeySys)
	case "appswitch":
		start()
	case "rotation":
		w.FreezeRotation(r.IntN(4))
	case "trackball", "flip", "permission": // the phone has neither ball nor lid
	case "anyevent":
		key([]int{7 + r.IntN(10), 29 + r.IntN(26), 66, 67})
	default:
		a := point()
		drag(a, a)
	}
}

// monkeyTargets are the activities that may be started.
func (p *Proc) monkeyTargets(pkgs, categories []string) []world.Component {
	if len(pkgs) == 0 {
		pkgs = []string{""}
	}
	var out []world.Component
	for _, name := range pkgs {
		for _, c := range categories {
			for _, a := range p.d.w.Resolve(world.Intent{Action: world.ActionMain, Categories: []string{c}, Package: name}) {
				if !slices.Contains(out, a.Component) {
					out = append(out, a.Component)
				}
			}
		}
	}
	return out
}
