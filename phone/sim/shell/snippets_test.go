package shell

import (
	"bytes"
	"fmt"
	"testing"
)

const self = "/system/bin/sh: "

// TestSnippets holds lines with what mksh and toybox of Android 14 make of them (android-shell.md §1).
func TestSnippets(t *testing.T) {
	t.Parallel()
	d := open(t)
	for i, c := range []struct {
		line, out, err string
		status         int
	}{
		// words, quotes, expansion
		{line: `echo hi`, out: "hi\n"},
		{line: `echo 'a  b' "c  d" e\ f`, out: "a  b c  d e f\n"},
		{line: `echo 'a\tb'`, out: "a\tb\n"},
		{line: `echo -E 'a\tb'`, out: "a\\tb\n"},
		{line: `echo -n x; echo y`, out: "xy\n"},
		{line: `echo ''a%sb\&c\'d''`, out: "a%sb&c'd\n"},
		{line: `x=5; echo $x ${x}y "$x" '$x'`, out: "5 5y 5 $x\n"},
		{line: `x=abcdef; echo ${x:1:3} ${x#ab} ${x%ef} ${x/cd/-} ${#x}`, out: "bcd cdef abcd ab-ef 6\n"},
		{line: `echo ${y:-d} ${y:=e} $y`, out: "d e e\n"},
		{line: `echo $((1+2*3)) $((010)) $((0x10))`, out: "7 10 16\n"},
		{line: `a=(x y z); echo ${a[1]} ${#a[@]}`, out: "y 3\n"},
		{line: `echo {a,b}c`, out: "ac bc\n"},
		{line: "echo `echo in` $(echo out)", out: "in out\n"},
		{line: `echo $0 $$ | grep -c 'sh 1[0-9]*'`, out: "1\n"},
		{line: `echo $USER $HOME $TMPDIR $SHELL $EXTERNAL_STORAGE $USER_ID`, out: "shell / /data/local/tmp /bin/sh /sdcard 2000\n"},
		{line: `set -- a b; echo $# $1 $2 "$@"`, out: "2 a b a b\n"},
		// control
		{line: `true && echo yes || echo no`, out: "yes\n"},
		{line: `false; echo $?`, out: "1\n"},
		{line: `if [ 1 = 1 ]; then echo a; else echo b; fi`, out: "a\n"},
		{line: `for i in 1 2 3; do echo -n $i; done; echo`, out: "123\n"},
		{line: `i=0; while [ $i -lt 3 ]; do i=$((i+1)); done; echo $i`, out: "3\n"},
		{line: `case abc in a*) echo A;; *) echo other;; esac`, out: "A\n"},
		{line: `f() { echo "f $1"; return 3; }; f x; echo $?`, out: "f x\n3\n"},
		{line: `f() { f; }; f; echo no`, err: "Segmentation fault\n", status: 139},
		{line: `f() ( [ $1 = 0 ] || { echo $1; f $(($1-1)); } ); f 2; g() if true; then echo g; fi; g`, out: "2\n1\ng\n"},
		{line: `(exit 7); echo $?`, out: "7\n"},
		{line: `exit 42`, status: 42},
		{line: `set -e; false; echo no`, status: 1},
		{line: `[[ abc == a* ]] && echo m`, out: "m\n"},
		{line: `trap 'echo bye' EXIT; echo hi`, out: "hi\nbye\n"},
		{line: `eval 'x=1; echo $x'`, out: "1\n"},
		{line: `echo a; exec echo b; echo c`, out: "a\nb\n"},
		{line: "echo one\necho )\necho three", out: "one\n", err: self + "syntax error: unexpected ')'\n", status: 1},
		// pipes and redirections
		{line: `echo hi | cat | tr a-z A-Z`, out: "HI\n"},
		{line: `echo a > f; echo b >> f; cat f`, out: "a\nb\n"},
		{line: `cat < /system/etc/hosts | head -1`, out: "127.0.0.1       localhost\n"},
		{line: `ls /nosuch 2>/dev/null || echo MARK`, out: "MARK\n"},
		{line: `ls /nosuch 2>&1 | cat`, out: "ls: /nosuch: No such file or directory\n"},
		{line: "cat <<E\na $((1+1))\nE", out: "a 2\n"},
		{line: `cat <<< word`, out: "word\n"},
		{line: `echo x | (read a; echo "got $a")`, out: "got x\n"},
		{line: `printf 'a\nb\n' | while read l; do echo "<$l>"; done`, out: "<a>\n<b>\n"},
		{line: `false | true; echo $? ${PIPESTATUS[0]} ${PIPESTATUS[1]}`, out: "0 1 0\n"},
		{line: `(exit 3) | cat | (exit 5); echo "${PIPESTATUS[@]}"`, out: "3 0 5\n"},
		{line: `set -o pipefail; false | true; echo $?`, out: "1\n"},
		{line: `yes | head -2`, out: "y\ny\n"},
		{line: `echo to-err >&2`, err: "to-err\n"},
		{line: `x=$(cat /nosuch 2>&1); echo "$x"`, out: "cat: /nosuch: No such file or directory\n"},
		{line: `echo $(</system/etc/hosts) | wc -w`, out: "4\n"},
		// messages
		{line: `foo`, err: self + "foo: inaccessible or not found\n", status: 127},
		{line: `foo; echo $?`, out: "127\n", err: self + "foo: inaccessible or not found\n"},
		{line: `> /ro`, err: self + "can't create /ro: Read-only file system\n", status: 1},
		{line: `< /nosuch`, err: self + "can't open /nosuch: No such file or directory\n", status: 1},
		{line: `echo hi > /data/x`, err: self + "can't create /data/x: Permission denied\n", status: 1},
		{line: `echo 'a`, err: self + "no closing quote\n", status: 1},
		{line: `echo )`, err: self + "syntax error: unexpected ')'\n", status: 1},
		{line: `if true`, err: self + "syntax error: unmatched 'if'\n", status: 1},
		{line: `foo(`, err: self + "syntax error: unexpected EOF\n", status: 1},
		{line: `cd /nosuch`, err: self + "cd: /nosuch: No such file or directory\n", status: 2},
		{line: `cd /data/data`, err: ""},
		{line: `kill -9 99999`, err: self + "kill: 99999: No such process\n", status: 1},
		{line: `set -u; echo $x`, err: self + "x: parameter not set\n", status: 1},
		{line: `echo $((1/0)); echo after`, err: self + "1/0: zero divisor\n", status: 1},
		{line: `[ 1 = 1`, err: self + "[: missing ]\n", status: 2},
		{line: `[[ a =~ b ]]`, err: self + "syntax error: unexpected operator/operand '=~'\n", status: 1},
		{line: `echo ${y^^}`, err: self + "${y^^}: bad substitution\n", status: 1},
		{line: `echo hi >&7`, err: self + ">&7 : bad file descriptor\n", status: 1},
		{line: `type nosuch`, out: "nosuch not found\n", status: 1},
		{line: `type echo`, out: "echo is a shell builtin\n"},
		{line: `type ls`, out: "ls is /system/bin/ls\n"},
		{line: `command -v nosuch`, status: 1},
		{line: `command -v screencap`, out: "/system/bin/screencap\n"},
		{line: `which screencap nosuch`, out: "/system/bin/screencap\n", status: 1},
		{line: `pushd /`, err: self + "pushd: inaccessible or not found\n", status: 127},
		{line: `declare x=1`, err: self + "declare: inaccessible or not found\n", status: 127},
		{line: `/system/etc/hosts`, err: self + "/system/etc/hosts: can't execute: Permission denied\n", status: 126},
		{line: `su`, err: self + "su: inaccessible or not found\n", status: 127},
		// toybox
		{line: `ls -q`, err: "ls: Unknown option 'q' (see \"ls --help\")\n", status: 1},
		{line: `mkdir d; mkdir d`, err: "mkdir: 'd': File exists\n", status: 1},
		{line: `rm /data/local/tmp/none`, err: "rm: /data/local/tmp/none: No such file or directory\n", status: 1},
		{line: `cp none /data/local/tmp`, err: "cp: bad 'none': No such file or directory\n", status: 1},
		{line: `mv none /data/local/tmp`, err: "mv: bad 'none': No such file or directory\n", status: 1},
		{line: `toybox foo`, err: "toybox: Unknown command foo (see \"toybox --help\")\n", status: 127},
		{line: `ls /data/data`, err: "ls: /data/data: Permission denied\n", status: 1},
		{line: `cat /proc/1/maps`, err: "cat: /proc/1/maps: Permission denied\n", status: 1},
		{line: `timeout 0.05 sleep 5`, status: 124},
		{line: `pidof nosuch`, status: 1},
		{line: `seq 3 | xargs -n1 echo n`, out: "n 1\nn 2\nn 3\n"},
		{line: `printf '%s=%d\n' a 1 b 2`, out: "a=1\nb=2\n"},
		{line: `echo abc | sed 's/b/X/;s/c$/(&)/'`, out: "aX(c)\n"},
		{line: `printf '3\n1\n2\n' | sort -n | tail -1`, out: "3\n"},
		{line: `printf 'a\na\nb\n' | uniq -c`, out: "      2 a\n      1 b\n"},
		{line: `echo a:b:c | cut -d: -f2-`, out: "b:c\n"},
		{line: `printf 'one\ntwo\n' | grep -n t`, out: "2:two\n"},
		{line: `printf 'a\n' | grep b`, status: 1},
		{line: `printf 'x+y\nxy\n' | grep 'x+y'`, out: "x+y\n"},
		{line: `printf 'x+y\nxxy\n' | grep -E 'x+y'`, out: "xxy\n"},
		{line: `printf abc | md5sum`, out: "900150983cd24fb0d6963f7d28e17f72  -\n"},
		{line: `printf abc | sha256sum | cut -c1-8`, out: "ba7816bf\n"},
		{line: `printf abc | base64; echo YWJj | base64 -d`, out: "YWJj\nabc"},
		{line: `basename /a/b.txt .txt; dirname /a/b.txt`, out: "b\n/a\n"},
		{line: `whoami; id -u; uname`, out: "shell\n2000\nLinux\n"},
		{line: `date +%s%3N | wc -c`, out: "14\n"},
		{line: `date -u`, out: "Thu Jan  2 08:04:05 UTC 2025\n"},
		{line: `readlink /sdcard; realpath /sdcard`, out: "/storage/self/primary\n/storage/emulated/0\n"},
		{line: `cd /sdcard; pwd; pwd -P`, out: "/sdcard\n/storage/emulated/0\n"},
		{line: `touch /sdcard/a.txt; ls -l /storage/emulated/0/a.txt`, out: "-rw-rw---- 1 u0_a92 media_rw 0 2025-01-02 03:04 /storage/emulated/0/a.txt\n"},
		{line: `touch b a; ls; ls -l | head -1`, out: "a\nb\ntotal 0\n"},
		{line: `for f in *.x; do echo $f; done; touch 1.x 2.x; echo *.x`, out: "*.x\n1.x 2.x\n"},
		{line: `echo 'echo "$0 $1"' > s.sh; sh s.sh q; chmod 755 s.sh; ./s.sh w`, out: "s.sh q\n./s.sh w\n"},
		{line: `echo 'x=7' > lib; . ./lib; echo $x`, out: "7\n"},
		{line: `env -i A=1 env`, out: "A=1\n"},
		{line: `A=1 sh -c 'echo $A $0 $1' n p`, out: "1 n p\n"},
		{line: `find /sdcard/ -maxdepth 1 -name 'D*' | sort`, out: "/sdcard/DCIM\n/sdcard/Documents\n/sdcard/Download\n"},
		{line: `dd if=/dev/zero of=z bs=1k count=4 status=none; stat -c %s z`, out: "4096\n"},
		{line: `echo hi | tee t; cat t`, out: "hi\nhi\n"},
		{line: `[ -e '/sdcard' ] && echo __PASS__`, out: "__PASS__\n"},
		{line: `[ /sdcard/ -ef /storage/emulated/0 ]; echo $?; [ -t 1 ]; echo $?; [ ! -O /system/bin ]; echo $?; [[ -O /init ]]; echo $?`, out: "0\n1\n0\n1\n"},
		{line: `echo $PPID | grep -c '^[0-9]*$'`, out: "1\n"},
		{line: `trap ')' EXIT`, err: self + "syntax error: unexpected ')'\n", status: 1},
		{line: `cat <(echo x)`, err: self + "syntax error: unexpected '('\n", status: 1},
		{line: `echo; echo X4EXIT:$?`, out: "\nX4EXIT:0\n"},
		{line: `export ANDROID_LOG_TAGS="''"; exec logcat '-d' '-s' 'none'`, out: ""},
		{line: `cmd foo`, err: "cmd: Can't find service: foo\n", status: 20},
		{line: `cmd`, err: "cmd: No service specified; use -l to list all running services. Use -w to start and wait for a service.\n", status: 20},
		{line: `cmd wifi`, err: "\nException occurred while executing '':\n", status: 255},
		{line: `am foo`, out: "Unknown command: foo\n", status: 255},
		{line: `dumpsys foo`, err: "Can't find service: foo\n"},
		{line: `run-as com.android.shell true`, err: "run-as: package not an application: com.android.shell\n", status: 1},
		{line: `run-as a.b true`, err: "run-as: unknown package: a.b\n", status: 1},
		{line: `CLASSPATH=/data/local/tmp/x.dex app_process / com.example.Nope`, err: "Aborted \n", status: 134},
	} {
		t.Run(c.line, func(t *testing.T) {
			dir := fmt.Sprintf("/data/local/tmp/%d", i)
			if err := d.Files.Mkdir(shellCred, dir, 0o777); err != nil {
				t.Fatal(err)
			}
			var outs, errs bytes.Buffer
			status := d.Serve(t.Context(), Session{Line: c.line, Dir: dir, Stdout: &outs, Stderr: &errs})
			out, said := outs.String(), errs.String()
			if c.line == "cmd wifi" {
				said = said[:min(len(said), len(c.err))]
			}
			if out != c.out || said != c.err || status != c.status {
				t.Errorf("%s\n got out %q err %q exit %d\nwant out %q err %q exit %d", c.line, out, said, status, c.out, c.err, c.status)
			}
		})
	}
}
