package sh

import (
	"regexp"
	"strings"
)

// The labels of what happens to files.
const (
	deletes     = "deleting"
	deletesTree = "deleting folders"
	deletesWide = "deleting protected files or many at once"
	deletesAll  = "deleting protected folders"
	rights      = "changing rights of protected files or whole folders"
	moves       = "moving or replacing files"
	editsFile   = "changing files in place"
	filesystems = "changing file systems"
	blockDevice = "writing to a device or a protected place"
)

var fileRules = map[string]rule{
	"rm":          rmRule,
	"rmdir":       always(deletes),
	"unlink":      always(deletes),
	"shred":       always(deletes),
	"find":        findRule,
	"mv":          operands(2, moves),
	"cp":          copyRule,
	"ln":          linkRule,
	"install":     operands(2, moves),
	"rename":      always(moves),
	"patch":       always(editsFile),
	"tee":         teeRule,
	"truncate":    always(overwrites),
	"fallocate":   always(overwrites),
	"split":       always(overwrites),
	"csplit":      always(overwrites),
	"dd":          ddRule,
	"sed":         sedRule,
	"sort":        whenOption(overwrites, "o", "output"),
	"rsync":       whenOption("deleting or replacing files", "delete", "remove-source-files", "delete-before", "delete-after", "delete-during", "delete-excluded", "del"),
	"tar":         tarRule,
	"cpio":        always(overwrites),
	"unzip":       unlessOption(overwrites, "l", "p", "t", "Z", "v", "z"),
	"gzip":        unlessOption(editsFile, "c", "l", "t", "stdout", "list", "test"),
	"gunzip":      unlessOption(editsFile, "c", "l", "t", "stdout", "list", "test"),
	"bzip2":       unlessOption(editsFile, "c", "t"),
	"bunzip2":     unlessOption(editsFile, "c", "t"),
	"xz":          unlessOption(editsFile, "c", "l", "t"),
	"dos2unix":    always(editsFile),
	"unix2dos":    always(editsFile),
	"chmod":       rightsRule,
	"chown":       rightsRule,
	"chgrp":       rightsRule,
	"chcon":       rightsRule,
	"chattr":      rightsRule,
	"setfacl":     rightsRule,
	"setfattr":    rightsRule,
	"restorecon":  rightsRule,
	"mkfs":        always(filesystems),
	"mke2fs":      always(filesystems),
	"mkswap":      always(filesystems),
	"mkdosfs":     always(filesystems),
	"newfs_msdos": always(filesystems),
	"make_f2fs":   always(filesystems),
	"tune2fs":     always(filesystems),
	"resize2fs":   always(filesystems),
	"blkdiscard":  always(filesystems),
	"fdisk":       always(filesystems),
	"sgdisk":      always(filesystems),
	"parted":      always(filesystems),
	"losetup":     always(filesystems),
	"mknod":       always(filesystems),
	"umount":      always(filesystems),
	"mount":       mountRule,
	"sqlite3":     sqliteRule,
}

func rmRule(_ *detector, args []arg, _ int) string {
	o := split(args)
	tree := o.has("r", "R", "recursive")
	wide := false
	for _, a := range o.operands {
		wide = wide || a.glob || a.sensitive()
	}
	switch {
	case tree && wide:
		return deletesAll
	case tree:
		return deletesTree
	case wide:
		return deletesWide
	}
	return deletes
}

// findRule looks at what find does with what it found. Its options follow their own grammar: a word that is not known, outside the
// value of a test, may be an action.
func findRule(d *detector, args []arg, depth int) string {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch a.text {
		case "-delete":
			return deletesTree
		case "-fprint", "-fprint0", "-fprintf", "-fls":
			return overwrites
		case "-exec", "-execdir", "-ok", "-okdir":
			end := i + 1
			for end < len(args) && args[end].text != ";" && args[end].text != "+" {
				end++
			}
			inner := append([]arg(nil), args[i+1:end]...)
			for k := range inner {
				if strings.Contains(inner[k].text, "{}") {
					inner[k] = anything
				}
			}
			d.argv(inner, depth+1)
			i = end
		case "-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex", "-newer", "-user", "-group", "-lname", "-size", "-type", "-maxdepth", "-mindepth", "-mtime", "-mmin", "-perm":
			i++
		default:
			if !a.known && !a.glob && !strings.HasPrefix(a.text, "/") && !strings.HasPrefix(a.text, ".") && i > 0 {
				return unknownCmd
			}
		}
	}
	return ""
}

func copyRule(_ *detector, args []arg, _ int) string {
	o := split(args, "-t", "--target-directory")
	if o.has("n", "no-clobber") || len(o.operands) < 2 && !o.has("t", "target-directory") {
		return ""
	}
	return moves
}

func linkRule(_ *detector, args []arg, _ int) string {
	if split(args).has("f", "force") || unknown(args) {
		return moves
	}
	return ""
}

func teeRule(_ *detector, args []arg, _ int) string {
	for _, a := range split(args).operands {
		if !a.known || !harmlessTarget(a.text) {
			return overwrites
		}
	}
	return ""
}

func ddRule(_ *detector, args []arg, _ int) string {
	label := ""
	for _, a := range args {
		to, ok := strings.CutPrefix(a.text, "of=")
		switch {
		case !ok && a.known, ok && a.known && harmlessTarget(to):
		case !ok: // a word that is not known may be of=
			label = overwrites
		case !a.known, strings.HasPrefix(to, "/dev/block"), to == "/", strings.Contains(to, "sysrq"), strings.Contains(to, "selinux"):
			return blockDevice
		default:
			label = overwrites
		}
	}
	return label
}

// sedWrites finds the commands of sed that write a file or run a command: w, W, e, and the flags of s.
var sedWrites = regexp.MustCompile(`(^|[;{}\n0-9$/!,])\s*[wWe]([\s;}]|$)|s(.).*[^\\]\W[gpiIm0-9]*[we](\s|$)`)

func sedRule(_ *detector, args []arg, _ int) string {
	o := split(args, "-e", "-f", "--expression", "--file")
	switch {
	case o.has("i", "in-place"):
		return editsFile
	case o.has("f", "file"):
		return scriptFrom
	}
	for i, a := range args {
		script := i > 0 && contains([]string{"-e", "--expression"}, args[i-1].text) || len(o.operands) > 0 && a == o.operands[0]
		if script && sedWrites.MatchString(a.text) {
			return overwrites
		}
	}
	return ""
}

func tarRule(_ *detector, args []arg, _ int) string {
	if len(args) == 0 {
		return ""
	}
	o := split(args)
	bundle := args[0].text // "tar xf a.tar" has its letters without a dash
	if !strings.HasPrefix(bundle, "-") && !strings.Contains(bundle, "/") && strings.Trim(bundle, "xcturzjJavfpkmOoPhS") == "" {
		o.opts = append(o.opts, word("-"+bundle))
	}
	if o.has("t", "list") && !o.has("x", "extract", "c", "create") || o.has("O", "to-stdout") && !o.has("c") {
		return ""
	}
	return overwrites
}

func rightsRule(_ *detector, args []arg, _ int) string {
	o := split(args)
	if o.has("R", "recursive") {
		return rights
	}
	for i, a := range o.operands {
		if i > 0 && (a.glob || a.sensitive()) {
			return rights
		}
	}
	return ""
}

func mountRule(_ *detector, args []arg, _ int) string {
	if len(args) == 0 {
		return ""
	}
	o := split(args, "-t", "-O")
	readOnly := o.has("r", "read-only")
	for i, a := range args {
		if i > 0 && args[i-1].text == "-o" {
			opts := strings.Split(a.text, ",")
			readOnly = readOnly || a.known && contains(opts, "ro") && !contains(opts, "rw")
		}
	}
	if readOnly {
		return ""
	}
	return filesystems
}

var sqlWrites = regexp.MustCompile(`(?i)\b(insert|update|delete|drop|alter|create|replace|attach|vacuum|reindex|load_extension|writefile|edit)\b|^\s*\.`)

func sqliteRule(_ *detector, args []arg, _ int) string {
	o := split(args, "-separator", "-nullvalue", "-cmd")
	if len(o.operands) < 2 || unknown(args) || o.has("cmd", "init") {
		return "changing a database"
	}
	for _, a := range o.operands[1:] {
		if sqlWrites.MatchString(a.text) {
			return "changing a database"
		}
	}
	return ""
}

// operands makes a rule for commands that need n operands to do anything.
func operands(n int, label string) rule {
	return func(_ *detector, args []arg, _ int) string {
		if o := split(args); len(o.operands) >= n || o.has("t", "target-directory") || unknown(args) {
			return label
		}
		return ""
	}
}

// whenOption makes a rule for commands that do harm only with one of the options.
func whenOption(label string, names ...string) rule {
	return func(_ *detector, args []arg, _ int) string {
		if split(args).has(names...) || unquotedUnknown(args) {
			return label
		}
		return ""
	}
}

// unlessOption makes a rule for commands that do no harm with one of the options.
func unlessOption(label string, names ...string) rule {
	return func(_ *detector, args []arg, _ int) string {
		if split(args).has(names...) {
			return ""
		}
		return label
	}
}

// unquotedUnknown reports a word of which not even the beginning is known: it may be any option.
func unquotedUnknown(args []arg) bool {
	for _, a := range args {
		if !a.known && !a.glob && a.text == "" {
			return true
		}
	}
	return false
}
