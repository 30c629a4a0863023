package screend

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// Exit statuses of a run (§11.3). Most failures after the start end with statusOK: they are told in the log only.
const (
	statusOK      = 0
	statusFailed  = 1   // an exception on the main thread
	statusHangup  = 129 // killed by SIGHUP
	statusAborted = 134 // app_process aborted
)

// process is one run of the server.
type process struct {
	server *Server
	source Source
	timing Timing
	o      options
	log    *logger
	clean  *cleanup

	empty   func() bool // the display shows nothing yet; nil: it always does
	display int         // that apps start on
}

// Run is one process of the server: args follow the class name com.genymobile.scrcpy.Server, classpath is the value
// of CLASSPATH. It returns the exit status once everything it started has ended; ending ctx kills the process.
func (s *Server) Run(ctx context.Context, args []string, classpath string, stdout, stderr io.Writer) int {
	jar, _, _ := strings.Cut(classpath, ":")
	if s.aborts(args, classpath, jar) {
		fmt.Fprintln(stderr, "Aborted")
		return statusAborted
	}
	p := &process{
		server: s, source: s.Source, timing: s.Timing.filled(),
		log: &logger{stdout: stdout, stderr: stderr, least: info},
	}
	err := p.main(ctx, args, jar)
	if ctx.Err() != nil {
		return statusHangup
	}
	if j, ok := errors.AsType[*javaError](err); ok {
		p.log.exception(j.text, j)
		return statusFailed
	}
	return statusOK
}

// aborts tells whether app_process dies before the server's first line.
func (s *Server) aborts(args []string, classpath, jar string) bool {
	if s.JarExists != nil && !s.JarExists(jar) {
		return true
	}
	line := "CLASSPATH=" + classpath + " app_process / com.genymobile.scrcpy.Server " + strings.Join(args, " ")
	most := s.faults().CommandLimit
	return most > 0 && len(line) > most
}

// main is the main thread. A *javaError ends it with an exception; other errors are told in the log already.
func (p *process) main(ctx context.Context, args []string, jar string) (err error) {
	if v := p.server.faults().Version; v != "" && len(args) > 0 && args[0] != v {
		return wrongVersion(v, args[0])
	}
	p.o, err = parseOptions(args, func(key string) { p.log.printf(warn, "Unknown server option: %s", key) })
	if err != nil {
		return err
	}
	p.log.setLevel(p.o.logLevel)
	i := p.source.Info()
	p.log.printf(info, "Device: [%s] %s %s (Android %s)", i.Manufacturer, i.Brand, i.Model, i.Release)
	if p.o.lists() {
		p.removeJar(jar)
		p.printLists()
		return nil
	}
	if !p.possible() {
		return nil
	}
	p.clean = startCleanup(p.source, p.o)
	defer p.clean.restore()
	p.removeJar(jar)
	return p.session(ctx)
}

// removeJar is what the clean-up helper does the moment it starts.
func (p *process) removeJar(jar string) {
	if p.o.cleanup && p.server.RemoveJar != nil {
		p.server.RemoveJar(jar)
	}
}

// possible refuses what this phone lacks.
func (p *process) possible() bool {
	switch {
	case p.o.video && p.o.videoSource == "camera" && p.android() < androidCamera:
		p.log.print(failure, "Camera mirroring is not supported before Android 12")
	case p.o.video && p.o.newDisplay.on && p.android() < androidDisplays:
		p.log.print(failure, "New virtual display is not supported before Android 10")
	default:
		return true
	}
	return false
}

// session opens the sockets and serves them until one of its ends comes (§10.8).
func (p *process) session(ctx context.Context) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	if err := pause(ctx, p.server.faults().SlowStart); err != nil {
		return err
	}
	conns := &sockets{}
	defer conns.close()
	defer context.AfterFunc(ctx, conns.close)()
	if err := p.connect(ctx, conns); err != nil {
		return err
	}
	if err := p.sendName(conns.first()); err != nil {
		return err
	}
	p.display = max(0, p.o.displayID)
	if p.o.video && p.o.newDisplay.on {
		undo, err := p.makeDisplay()
		if err != nil {
			return nil // it is told already
		}
		defer undo()
	}

	var threads sync.WaitGroup
	defer threads.Wait()
	defer end()
	v := newVideo(p, conns.video)
	ended := make(chan struct{}, 2) // one for each thread whose end is the session's
	if conns.video != nil {
		threads.Go(func() { v.run(ctx); ended <- struct{}{} })
	}
	if conns.audio != nil {
		threads.Go(func() {
			if (&audio{p: p, conn: conns.audio}).run(ctx) {
				end()
			}
		})
	}
	if conns.control != nil {
		threads.Go(func() { newController(p, conns.control, v).run(ctx); ended <- struct{}{} })
	}
	select {
	case <-ended:
	case <-ctx.Done():
	}
	conns.close()
	return nil
}

// sendName writes the phone's name to the first socket, once all sockets are there.
func (p *process) sendName(first net.Conn) error {
	if !p.o.sendName {
		return nil
	}
	if first == nil {
		return &javaError{class: "java.lang.NullPointerException"}
	}
	if _, err := first.Write(scrcpy.AppendName(nil, p.source.Info().Model)); err != nil {
		return ioException("Broken pipe")
	}
	return nil
}

// android is the release of the phone's system, 0 when it is not known.
func (p *process) android() int {
	major, _, _ := strings.Cut(p.source.Info().Release, ".")
	n, _ := strconv.Atoi(major)
	return n
}

// pause waits for d or the end of ctx.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
