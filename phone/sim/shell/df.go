package shell

import (
	"context"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

func dfCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("HPkhit:a")
	if !ok {
		return 1
	}
	mounts := p.d.Files.Mounts()
	status := 0
	if len(f.args) > 0 {
		mounts = nil
		for _, name := range f.args {
			if _, err := p.stat(name); err != nil {
				status = p.fail("'%s': %v", name, err)
				continue
			}
			mounts = append(mounts, p.d.Files.MountOf(p.abs(name)))
		}
	}
	rows := [][]string{{"Filesystem", "1K-blocks", "Used", "Available", "Use%", "Mounted on"}}
	if f.has("h") {
		rows[0][1], rows[0][3] = "Size", "Avail"
	}
	for _, m := range mounts {
		if m.Type == "proc" || m.Type == "sysfs" {
			continue
		}
		total, used := dfNumbers(m)
		show := func(n int64) string {
			if f.has("h") {
				return human(n, false)
			}
			return fmt.Sprint(n / 1024)
		}
		rows = append(rows, []string{m.Source, show(total), show(used), show(total - used), fmt.Sprintf("%d%%", (used*100+total-1)/max(total, 1)), m.Point})
	}
	var width [6]int
	for _, r := range rows {
		for i, c := range r {
			width[i] = max(width[i], len(c))
		}
	}
	for _, r := range rows {
		p.Printf("%-*s %*s %*s %*s %*s %s\n", width[0], r[0], width[1], r[1], width[2], r[2], width[3], r[3], width[4], r[4], r[5])
	}
	return status
}

func dfNumbers(m *vfs.Mount) (total, used int64) {
	switch {
	case m.Total() > 0:
		return m.Total(), min(m.Total(), m.Used())
	case m.Point == "/":
		return 2 << 30, 2<<30 - 4<<20
	}
	return 1 << 30, m.Used()
}

func duCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("d:HLKkmhabcslx")
	if !ok {
		return 1
	}
	names := f.args
	if len(names) == 0 {
		names = []string{"."}
	}
	show := func(n int64) string {
		switch {
		case f.has("h"):
			return human(n, false)
		case f.has("m"):
			return fmt.Sprint((n + 1<<20 - 1) >> 20)
		case f.has("b"):
			return fmt.Sprint(n)
		}
		return fmt.Sprint(n / 1024)
	}
	status := 0
	depth := f.num("d", 1<<20)
	var sum func(shown string, level int) int64
	sum = func(shown string, level int) int64 {
		info, err := p.lstat(shown)
		if err == nil && level == 0 && info.Target != "" {
			info, err = p.stat(shown)
		}
		if err != nil {
			status = p.fail("'%s': %v", shown, err)
			return 0
		}
		n := info.Blocks() * 512
		if f.has("b") {
			n = info.Bytes
		}
		if info.IsDir() {
			list, err := p.d.Files.ReadDir(shellCred, p.abs(shown))
			if err != nil {
				status = p.fail("%s: %v", shown, err)
			}
			for _, e := range list {
				n += sum(strings.TrimSuffix(shown, "/")+"/"+e.Base, level+1)
			}
		}
		if (info.IsDir() || f.has("a") || level == 0) && level <= depth && (!f.has("s") || level == 0) {
			p.Printf("%s\t%s\n", show(n), shown)
		}
		return n
	}
	total := int64(0)
	for _, name := range names {
		total += sum(name, 0)
	}
	if f.has("c") {
		p.Printf("%s\ttotal\n", show(total))
	}
	return status
}
