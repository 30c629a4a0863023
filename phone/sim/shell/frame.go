package shell

import "strings"

// The frame that commands served by the system server share (android-shell.md §1).

// statusFailed is −1 as an exit status.
const statusFailed = 255

// unknownCommand is the answer to a subcommand that a service does not have.
func (p *Proc) unknownCommand(name string) int {
	p.Printf("Unknown command: %s\n", name)
	return statusFailed
}

// exception is what a service prints when the code of a subcommand throws. what is the exception's class and message.
func (p *Proc) exception(command, what string) int {
	p.Errf("\nException occurred while executing '%s':\n%s\n", command, javaTrace(what, "com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)",
		"android.os.ShellCommand.exec(ShellCommand.java:38)", "android.os.Binder.shellCommand(Binder.java:1079)", "android.os.Binder.execTransact(Binder.java:1278)"))
	return statusFailed
}

func javaTrace(what string, frames ...string) string {
	return what + "\n\tat " + strings.Join(frames, "\n\tat ")
}

// words takes arguments one by one, as a service's shell command does.
type words struct{ args []string }

func (w *words) next() (string, bool) {
	if len(w.args) == 0 {
		return "", false
	}
	s := w.args[0]
	w.args = w.args[1:]
	return s, true
}

// option takes the next word when it is an option.
func (w *words) option() (string, bool) {
	if len(w.args) == 0 || !strings.HasPrefix(w.args[0], "-") || w.args[0] == "-" {
		return "", false
	}
	s, _ := w.next()
	return s, s != "--"
}

// missing is the exception of a command that ends too early.
func (p *Proc) missing(command, after string) int {
	return p.exception(command, `java.lang.IllegalArgumentException: Argument expected after "`+after+`"`)
}
