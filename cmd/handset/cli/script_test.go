package cli

import (
	"context"
	"fmt"
	"image"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/cmd/handset/text"
	"github.com/handset-agent/handset/phone/sim/serve"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/providers/scripted"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"handset": func() {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		os.Exit(Main(ctx, os.Args[1:], Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Getenv))
	}})
}

// TestScripts runs whole command lines. Scripts under testdata/script/phone have two simulated phones on a private adb server and
// the scripted model server; the others have neither.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: bare})
}

func TestPhoneScripts(t *testing.T) {
	t.Parallel()
	stage := newStage(t)
	testscript.Run(t, testscript.Params{Dir: "testdata/script/phone", Setup: func(e *testscript.Env) error {
		return stage.setup(t, e)
	}, Cmds: map[string]func(*testscript.TestScript, bool, []string){"drop": stage.drop}})
}

// bare keeps a script away from the machine's own adb server, home and model.
func bare(e *testscript.Env) error {
	e.Setenv("HANDSET_HOME", filepath.Join(e.WorkDir, "home"))
	e.Setenv("HOME", e.WorkDir)
	e.Setenv("LANG", "C")
	e.Setenv("ADB_SERVER_SOCKET", "tcp:nobody.invalid:5037") // there is none, and none is started on another machine
	for _, name := range []string{"HANDSET_LANG", "LC_ALL", "LC_MESSAGES", "HANDSET_SERIAL", "ANDROID_SERIAL", "OPENAI_API_KEY", "OPENAI_BASE_URL",
		"HANDSET_MODEL", "ANDROID_HOME", "ANDROID_SDK_ROOT"} {
		e.Setenv(name, "")
	}
	return nil
}

// phoneStage is the adb server and the model that the phone scripts share. Each script has two phones of its own.
type phoneStage struct {
	server *adb.PrivateServer
	client *adb.Client
	model  string
	mu     sync.Mutex
	hosts  int                    // given out so far
	racks  map[string]*serve.Rack // by the address of the phone
}

func newStage(t *testing.T) *phoneStage {
	t.Helper()
	if _, err := exec.LookPath("adb"); err != nil {
		t.Skip("no adb program: run make setup")
	}
	server, err := app.StartADBServer(t.Context(), os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	model := &scripted.Server{Speed: 50}
	base, err := model.Start(context.WithoutCancel(t.Context()), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { model.Close() })
	return &phoneStage{server: server, client: &adb.Client{Network: "tcp", Addr: server.Addr}, model: base, racks: map[string]*serve.Rack{}}
}

func (s *phoneStage) setup(t *testing.T, e *testscript.Env) error {
	if err := bare(e); err != nil {
		return err
	}
	e.Setenv("ADB_SERVER_SOCKET", "tcp:"+s.server.Addr)
	e.Setenv("OPENAI_BASE_URL", s.model)
	e.Setenv("MODEL", s.model)
	for _, name := range []string{"PHONE", "OTHER"} {
		rack, err := serve.Start(context.WithoutCancel(t.Context()), serve.Options{Host: s.host(), Custom: stagePhone()})
		if err != nil {
			return err
		}
		e.Defer(func() { rack.Close() })
		addr := rack.Phones()[0].Addr
		if _, err := s.client.Connect(t.Context(), addr); err != nil {
			return err
		}
		e.Defer(func() { s.client.Disconnect(context.Background(), addr) })
		s.mu.Lock()
		s.racks[addr] = rack
		s.mu.Unlock()
		e.Setenv(name, addr)
	}
	e.Setenv("HANDSET_SERIAL", e.Getenv("PHONE"))
	return nil
}

// stagePhone has a screen that is drawn, encoded and decoded in a few milliseconds even under the race detector.
func stagePhone() *world.Profile {
	p := world.Pixel()
	p.Name, p.Size, p.Density = "small", image.Pt(360, 800), 140
	return &p
}

// host is a loopback address that no other phone of this test has, where there are many: a port that is free again must not be
// taken for the phone that had it.
func (s *phoneStage) host() string {
	if runtime.GOOS != "linux" {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hosts++
	return fmt.Sprintf("127.0.7.%d", s.hosts)
}

// drop takes a phone away as a pulled cable does: drop ADDR
func (s *phoneStage) drop(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: drop ADDR")
	}
	s.mu.Lock()
	rack := s.racks[args[0]]
	s.mu.Unlock()
	if rack == nil {
		ts.Fatalf("no phone %s", args[0])
	}
	ts.Check(rack.Close())
}

// everyCommand walks the command tree.
func everyCommand(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		everyCommand(sub, visit)
	}
}

// TestEveryCommandHasHelp: texts in the catalogue, an example that names the command, and exit codes.
func TestEveryCommandHasHelp(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "zh"} {
		p := &program{txt: text.For(lang), env: func(string) string { return "" }}
		everyCommand(p.root(), func(c *cobra.Command) {
			path := c.CommandPath()
			if strings.HasPrefix(c.Short, "cmd.") || strings.HasPrefix(c.Long, "cmd.") {
				t.Errorf("%s (%s): no text in the catalogue", path, lang)
			}
			first := strings.Fields(path)
			if !strings.Contains(c.Example, "handset") || !strings.Contains(c.Example, first[len(first)-1]) {
				t.Errorf("%s: the example %q does not show it", path, c.Example)
			}
			if !strings.Contains(c.Annotations["exits"], fmt.Sprint(ExitInterrupted)) {
				t.Errorf("%s: no exit codes", path)
			}
		})
	}
}

// TestContract: the commands of the design's contract that this release has.
func TestContract(t *testing.T) {
	t.Parallel()
	p := &program{txt: text.For("en"), env: func(string) string { return "" }}
	var names []string
	for _, c := range p.root().Commands() {
		names = append(names, c.Name())
	}
	for _, want := range strings.Fields(`demo devices connect disconnect pair doctor sim shot record tree tap swipe drag pinch scroll type key clip shell
		push pull app tool run bench paths version completion help`) {
		if want != "help" && !slices.Contains(names, want) {
			t.Errorf("no command %s", want)
		}
	}
}
