package sh

import "strings"

// wrapperRules are commands that run another command given as their arguments (SH-02).
var wrapperRules = map[string]rule{
	"env":        envRule,
	"exec":       wrap([]string{"-a"}, 0),
	"nohup":      wrap(nil, 0),
	"builtin":    wrap(nil, 0),
	"coproc":     wrap(nil, 0),
	"command":    commandRule,
	"sudo":       wrap([]string{"-u", "-g", "-p", "-h", "-C", "-D", "-R", "-T"}, 0),
	"doas":       wrap([]string{"-u", "-C"}, 0),
	"timeout":    wrap([]string{"-s", "-k", "--signal", "--kill-after"}, 1),
	"nice":       wrap([]string{"-n", "--adjustment"}, 0),
	"ionice":     wrap([]string{"-c", "-n", "-p", "-t"}, 0),
	"setsid":     wrap(nil, 0),
	"stdbuf":     wrap([]string{"-i", "-o", "-e"}, 0),
	"chrt":       wrap([]string{"-p"}, 1),
	"taskset":    wrap([]string{"-p"}, 1),
	"time":       wrap([]string{"-f", "-o"}, 0),
	"toybox":     wrap(nil, 0),
	"toolbox":    wrap(nil, 0),
	"busybox":    wrap(nil, 0),
	"logwrapper": wrap(nil, 0),
	"strace":     wrap([]string{"-e", "-p", "-s", "-o"}, 0),
	"unshare":    wrap(nil, 0),
	"nsenter":    wrap([]string{"-t", "--target"}, 0),
	"chroot":     wrap(nil, 1),
	"flock":      wrap(nil, 1),
	"run-as":     runAsRule,
	"su":         suRule,
	"xargs":      xargsRule,
	"watch":      watchRule,
	"eval":       evalRule,
	"trap":       trapRule,
}

// interpreterRules are programs that run code.
var interpreterRules = map[string]rule{
	"sh": shellRule, "bash": shellRule, "mksh": shellRule, "ksh": shellRule, "dash": shellRule, "ash": shellRule, "zsh": shellRule, "fish": shellRule,
	"awk": awkRule, "gawk": awkRule, "mawk": awkRule, "nawk": awkRule,
	".": always(scriptFrom), "source": always(scriptFrom), "alias": aliasRule,
	"python": always(scriptFrom), "perl": always(scriptFrom), "ruby": always(scriptFrom), "lua": always(scriptFrom), "node": always(scriptFrom),
	"php": always(scriptFrom), "tclsh": always(scriptFrom), "expect": always(scriptFrom), "make": always(scriptFrom), "m4": always(scriptFrom),
	"bc": always(scriptFrom), "ed": always(scriptFrom), "ex": always(scriptFrom), "vi": always(scriptFrom), "vim": always(scriptFrom),
	"gdb": always(scriptFrom), "gdbserver": always(scriptFrom), "lldb-server": always(scriptFrom),
	"app_process": always(ownProgram), "app_process32": always(ownProgram), "app_process64": always(ownProgram),
	"dalvikvm": always(ownProgram), "dalvikvm32": always(ownProgram), "dalvikvm64": always(ownProgram),
	"linker": always(ownProgram), "linker64": always(ownProgram),
}

// aliasRule: a new alias makes a word mean another command.
func aliasRule(_ *detector, args []arg, _ int) string {
	for _, a := range args {
		if !a.known || strings.Contains(a.text, "=") {
			return environ
		}
	}
	return ""
}

// wrap makes a rule for a command that runs the rest of its words, behind its options (those in withValue take the next word)
// and skip operands of its own.
func wrap(withValue []string, skip int) rule {
	return func(d *detector, args []arg, depth int) string {
		d.argv(inner(args, withValue, skip), depth+1)
		return ""
	}
}

// inner is the command behind the options and operands of a wrapper.
func inner(args []arg, withValue []string, skip int) []arg {
	i := 0
	for i < len(args) {
		a := args[i]
		switch {
		case a.text == "--" && a.known:
			return tail(args, i+1+skip)
		case strings.HasPrefix(a.text, "-") && len(a.text) > 1:
			i++
			if contains(withValue, a.text) {
				i++
			}
		case strings.Contains(a.text, "=") && !strings.HasPrefix(a.text, "="): // env-like assignments, which sudo takes too
			i++
		default:
			return tail(args, i+skip)
		}
	}
	return nil
}

func tail(args []arg, from int) []arg { return args[min(from, len(args)):] }

// envRule looks into -S, which splits a string into words, and at the variables that are set.
func envRule(d *detector, args []arg, depth int) string {
	for i, a := range args {
		text, attached := strings.CutPrefix(a.text, "-S")
		if !attached {
			text, attached = strings.CutPrefix(a.text, "--split-string=")
		}
		if !attached {
			if !strings.HasPrefix(a.text, "-") && !strings.Contains(a.text, "=") {
				break
			}
			continue
		}
		if text == "" && i+1 < len(args) {
			i++
			a, text = args[i], args[i].text
		}
		if !a.known {
			return unknownCmd
		}
		d.script(text+" "+strings.Join(words(tail(args, i+1)), " "), depth+1)
		return ""
	}
	for _, a := range args {
		name, _, set := strings.Cut(a.text, "=")
		if set && (name == "PATH" || name == "ENV" || name == "CLASSPATH" || strings.HasPrefix(name, "LD_")) {
			return environ
		}
	}
	d.argv(inner(args, []string{"-u", "--unset", "-C", "--chdir"}, 0), depth+1)
	return ""
}

// commandRule knows that command -v and -V only look.
func commandRule(d *detector, args []arg, depth int) string {
	if len(args) > 0 && (args[0].text == "-v" || args[0].text == "-V") {
		return ""
	}
	d.argv(inner(args, nil, 0), depth+1)
	return ""
}

func runAsRule(d *detector, args []arg, depth int) string {
	rest := inner(args, []string{"--user"}, 1)
	if len(rest) == 0 {
		return scriptFrom // a shell that reads what is piped in
	}
	d.argv(rest, depth+1)
	return ""
}

// suRule follows su's own forms: su [user|uid] [-c string | command args…]. Without a command it reads one from its input.
func suRule(d *detector, args []arg, depth int) string {
	for i, a := range args {
		if a.text == "-c" || a.text == "--command" {
			if i+1 >= len(args) || !args[i+1].known {
				return unknownCmd
			}
			d.script(args[i+1].text, depth+1)
			return ""
		}
	}
	rest := inner(args, []string{"-Z", "-s", "-g", "-G"}, 1)
	if len(rest) == 0 {
		return "root rights for what is piped in"
	}
	d.argv(rest, depth+1)
	return ""
}

// xargsRule gives the inner command one more word that nobody knows.
func xargsRule(d *detector, args []arg, depth int) string {
	replace := ""
	for i, a := range args {
		if r, ok := strings.CutPrefix(a.text, "-I"); ok {
			if replace = r; r == "" && i+1 < len(args) {
				replace = args[i+1].text
			}
		}
		if a.text == "-i" || strings.HasPrefix(a.text, "--replace") {
			replace = "{}"
		}
	}
	cmd := append([]arg(nil), inner(args, []string{"-I", "-n", "-L", "-P", "-s", "-d", "-E", "-a", "--max-args", "--max-procs", "--delimiter", "--arg-file", "--max-lines", "--max-chars"}, 0)...)
	if len(cmd) == 0 {
		return "" // echo
	}
	for i := range cmd {
		if replace != "" && strings.Contains(cmd[i].text, replace) {
			cmd[i] = anything
		}
	}
	d.argv(append(cmd, anything), depth+1)
	return ""
}

// watchRule and evalRule join their words into a command line.
func watchRule(d *detector, args []arg, depth int) string {
	return join(d, inner(args, []string{"-n", "--interval"}, 0), depth)
}

func evalRule(d *detector, args []arg, depth int) string { return join(d, args, depth) }

func join(d *detector, args []arg, depth int) string {
	for _, a := range args {
		if !a.known {
			return unknownCmd
		}
	}
	d.script(strings.Join(words(args), " "), depth+1)
	return ""
}

// trapRule reads the command that a signal will run.
func trapRule(d *detector, args []arg, depth int) string {
	o := split(args)
	if len(o.operands) < 2 {
		return ""
	}
	return join(d, o.operands[:1], depth)
}

// shellRule reads what a shell is given: the text after -c; a file, or its input, cannot be read.
func shellRule(d *detector, args []arg, depth int) string {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case !a.known:
			return scriptFrom
		case a.text == "-o" || a.text == "+o":
			i++
		case strings.HasPrefix(a.text, "--"):
			continue
		case strings.HasPrefix(a.text, "-") && strings.Contains(a.text, "c"):
			o := split(args[i+1:], "-o", "+o")
			if len(o.operands) == 0 || !o.operands[0].known {
				return scriptFrom
			}
			d.script(o.operands[0].text, depth+1)
			return ""
		case strings.HasPrefix(a.text, "-"), strings.HasPrefix(a.text, "+"):
			continue
		default:
			return scriptFrom
		}
	}
	return scriptFrom
}

// awkRule looks for what reaches beyond text: running commands, pipes, and writing files.
func awkRule(_ *detector, args []arg, _ int) string {
	o := split(args, "-F", "-v", "--field-separator", "--assign")
	if o.has("f", "file", "e", "i") || len(o.operands) == 0 || !o.operands[0].known {
		return scriptFrom
	}
	prog := o.operands[0].text
	for _, s := range []string{"system", "getline", "|", "print >", "print>", ">>", "printf >", "close("} {
		if strings.Contains(prog, s) {
			return scriptFrom
		}
	}
	if i := strings.Index(prog, "print"); i >= 0 && strings.Contains(prog[i:], "> \"") {
		return overwrites
	}
	return ""
}
