package shell

import (
	"context"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// amTask is am task.
func amTask(_ context.Context, p *Proc, _ string, w *words) int {
	switch what, _ := w.next(); what {
	case "focus":
		id, _ := w.next()
		if !p.d.w.MoveToFront(atoi(id, -1)) {
			p.Println("Failed to set focused task to " + id)
			return statusFailed
		}
		p.Println("Setting focus to task " + id)
	case "lock":
		p.Println("Activity manager is not in lockTaskMode")
	case "resize", "resizeable", "drag-task-test", "size-task-test":
	default:
		p.Errf("Error: unknown command '%s'\n", what)
		return statusFailed
	}
	return 0
}

// amStack is am stack: list, info and remove.
func amStack(_ context.Context, p *Proc, _ string, w *words) int {
	switch what, _ := w.next(); what {
	case "list", "info":
		p.listTasks()
	case "remove":
		id, _ := w.next()
		p.d.w.RemoveTask(atoi(id, -1))
	case "move-task":
		id, _ := w.next()
		p.d.w.MoveToFront(atoi(id, -1))
	default:
		p.Errf("Error: unknown command '%s'\n", what)
		return statusFailed
	}
	return 0
}

func (p *Proc) listTasks() {
	name := "RootTask"
	if p.d.sdk() < android12 {
		name = "Stack"
	}
	for _, t := range p.d.w.Tasks() {
		b := rect(t.Bounds)
		p.Printf("%s id=%d bounds=%s displayId=0 userId=0\n configuration=%s\n", name, t.ID, b, p.d.configuration())
		if len(t.Activities) > 0 {
			top, root := t.Activities[0].Component, t.Activities[len(t.Activities)-1].Component
			p.Printf("  taskId=%d: %s bounds=%s userId=0 visible=%t topActivity=ComponentInfo{%s}\n", t.ID, root.Full(), b, t.Visible, top.Full())
		}
		p.Println("")
	}
}

// amMonitor watches for crashes until it is ended, or until somebody types q.
func amMonitor(ctx context.Context, p *Proc, _ string, _ *words) int {
	p.Println("Monitoring activity manager...  available commands:\n(q)uit: finish monitoring")
	if p.Stdout.Flush() != nil {
		return 128 + int(sigPIPE)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		var b [1]byte
		for {
			n, err := p.Stdin.Read(b[:])
			if err != nil || n > 0 && b[0] == 'q' {
				return
			}
		}
	}()
	changed, stop := p.d.w.WatchLog()
	defer stop()
	after := uint64(0)
	for _, e := range p.d.w.LogEntries(0, "events") {
		after = e.Seq
	}
	for {
		for _, e := range p.d.w.LogEntries(after, "events") {
			after = e.Seq
			if text := monitorText(e); text != "" {
				p.Println(text)
				if p.Stdout.Flush() != nil {
					return 128 + int(sigPIPE)
				}
			}
		}
		select {
		case <-changed:
		case <-ended:
			return 0
		case <-ctx.Done():
			return killed(ctx)
		}
	}
}

// monitorText is what am monitor says of an event, "" for most.
func monitorText(e world.LogEntry) string {
	f := strings.Split(strings.Trim(e.Text, "[]"), ",")
	switch {
	case strings.HasSuffix(e.Tag, "_resume_activity") && len(f) > 3:
		pkg, _, _ := strings.Cut(f[3], "/")
		return "** Activity resuming: " + pkg
	case e.Tag == "am_crash" && len(f) > 5:
		return fmt.Sprintf("** ERROR: PROCESS CRASHED\nprocessName: %s\nprocessPid: %s\nshortMsg: %s\nlongMsg: %s: %s\n#", f[2], f[1], f[4], f[4], f[5])
	case e.Tag == "am_anr" && len(f) > 4:
		return fmt.Sprintf("** ERROR: PROCESS NOT RESPONDING\nprocessName: %s\nprocessPid: %s\nannotation:\n%s\n#", f[2], f[1], f[4])
	}
	return ""
}

// amDebuggable refuses what only debuggable apps allow: heap dumps, profiles and agents.
func amDebuggable(_ context.Context, p *Proc, verb string, w *words) int {
	if verb == "profile" {
		_, _ = w.next() // start or stop
	}
	name, status := p.packageArg(verb, w)
	if status != 0 {
		return status
	}
	for _, pr := range p.d.w.Processes() {
		if pr.Name != name && itoa(pr.PID) != name {
			continue
		}
		if pkg, ok := p.d.w.Package(pr.Package); !ok || !pkg.Debuggable {
			return p.exception(verb, fmt.Sprintf("java.lang.SecurityException: Process not debuggable: ProcessRecord{%s %d:%s/%s}", pr.Hash, pr.PID, pr.Name, compactUser(pr.UID)))
		}
		if verb == "dumpheap" {
			p.Println("File: /data/local/tmp/heapdump-" + p.d.now().Format("20060102-150405") + ".prof")
		}
		p.Errf("Error: the process did not answer\n")
		return statusFailed
	}
	return p.exception(verb, "java.lang.IllegalArgumentException: Unknown process: "+name)
}

// amURI prints an intent as a URI, or a URI as an intent.
func amURI(_ context.Context, p *Proc, verb string, w *words) int {
	i, err := parseIntent(w, skipUser)
	if err != nil {
		return p.exception(verb, err.Error())
	}
	p.Println(intentURI(i, verb))
	return 0
}

// intentURI writes an intent as Intent.toUri does.
func intentURI(i world.Intent, verb string) string {
	var b strings.Builder
	scheme, rest, has := strings.Cut(i.Data, ":")
	switch {
	case verb == "to-intent-uri" && has:
		b.WriteString("intent:" + rest)
	case verb == "to-app-uri":
		b.WriteString("android-app://" + i.Package)
	case has:
		b.WriteString(i.Data)
	default:
		b.WriteString("")
	}
	b.WriteString("#Intent;")
	if verb == "to-intent-uri" && has {
		b.WriteString("scheme=" + scheme + ";")
	}
	if i.Action != "" && i.Action != world.ActionView || i.Action == world.ActionView && verb == "to-uri" {
		b.WriteString("action=" + i.Action + ";")
	}
	for _, c := range i.Categories {
		b.WriteString("category=" + c + ";")
	}
	if i.Type != "" {
		b.WriteString("type=" + i.Type + ";")
	}
	if i.Flags != 0 {
		fmt.Fprintf(&b, "launchFlags=0x%x;", i.Flags)
	}
	if i.Package != "" && verb != "to-app-uri" {
		b.WriteString("package=" + i.Package + ";")
	}
	if c := i.Component.Short(); c != "" {
		b.WriteString("component=" + c + ";")
	}
	for _, k := range sortedKeys(i.Extras) {
		kind := "S"
		switch i.Extras[k].(type) {
		case bool:
			kind = "B"
		case int:
			kind = "i"
		case int64:
			kind = "l"
		case float64:
			kind = "f"
		}
		fmt.Fprintf(&b, "%s.%s=%v;", kind, k, i.Extras[k])
	}
	b.WriteString("end")
	return b.String()
}
