package shell

import (
	"context"
	"slices"

	"github.com/handset-agent/handset/phone/sim/world"
)

// Instrumentation is a run of a test runner, as `am instrument` starts it.
type Instrumentation struct {
	Runner world.Component
	Target string            // the package under test, whose process it runs in
	Args   map[string]string // -e
	Wait   bool              // -w: the command ends with the run
	Raw    bool              // -r
}

// runners are the instrumentations of the installed packages, by package.
type runners map[string][]Instrumentation

// instrumentations lists what the installed packages can run, by name.
func (d *Device) instrumentations() []Instrumentation {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []Instrumentation
	for _, name := range sortedKeys(d.runners) {
		if _, there := d.w.Package(name); there {
			out = append(out, d.runners[name]...)
		}
	}
	return out
}

// amInstrument runs a test runner through the hook of [Options].
func amInstrument(ctx context.Context, p *Proc, verb string, w *words) int {
	run := Instrumentation{Args: map[string]string{}}
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		switch o {
		case "-w":
			run.Wait = true
		case "-r":
			run.Raw = true
		case "-e":
			k, _ := w.next()
			v, ok := w.next()
			if !ok {
				return p.missing(verb, k)
			}
			run.Args[k] = v
		case "-p", "-f", "--user", "--abi":
			_, _ = w.next()
		case "-m", "--no-window-animation", "--no-hidden-api-checks", "--no-test-api-access", "--no-isolated-storage", "--no-logcat", "--no-restart",
			"--instrument-sdk-sandbox", "--instrument-sdk-in-sandbox", "--always-check-signature":
		default:
			p.Errf("Error: Unknown option: %s\n", o)
			return 1
		}
	}
	name, ok := w.next()
	if !ok {
		return p.missing(verb, verb)
	}
	all := p.d.instrumentations()
	var known bool
	if run.Runner, known = world.ParseComponent(name); !known {
		for _, i := range all { // a package alone means its one runner
			if i.Runner.Package == name {
				run.Runner = i.Runner
			}
		}
	}
	at := slices.IndexFunc(all, func(i Instrumentation) bool { return i.Runner == run.Runner })
	if at < 0 {
		return p.instrumentFailed(name, "Unable to find instrumentation info for: ComponentInfo{"+run.Runner.Full()+"}")
	}
	run.Target = all[at].Target
	if _, there := p.d.w.Package(run.Target); !there {
		return p.instrumentFailed(name, "Unable to find instrumentation target package: "+run.Target)
	}
	p.d.w.ForceStop(run.Target)
	if p.d.opts.Instrument != nil {
		if status, ok := p.d.opts.Instrument(ctx, p, run); ok {
			return status
		}
	}
	if !run.Wait {
		return 0
	}
	// Code of an app cannot run here: its process ends as one does whose runner's class cannot be loaded.
	p.Printf("INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n")
	return 0
}

func (p *Proc) instrumentFailed(name, why string) int {
	p.Printf("INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS: Error=%s\nINSTRUMENTATION_STATUS_CODE: -1\n", why)
	p.Errf("%s\n", javaTrace("android.util.AndroidException: INSTRUMENTATION_FAILED: "+name, "com.android.commands.am.Instrument.run(Instrument.java:543)",
		"com.android.commands.am.Am.runInstrument(Am.java:202)", "com.android.commands.am.Am.onRun(Am.java:80)", "com.android.internal.os.BaseCommand.run(BaseCommand.java:62)"))
	return 1
}

// TakeAutomation marks the phone's one UiAutomation as taken by an instrumentation until release is called: uiautomator is
// refused meanwhile.
func (d *Device) TakeAutomation() (release func()) {
	d.automation.Store(true)
	return func() { d.automation.Store(false) }
}
