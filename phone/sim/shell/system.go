package shell

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// shellGroups are the groups id shows.
var shellGroups = []int{2000, 1004, 1007, 1011, 1015, 1028, 1078, 1079, 3001, 3002, 3003, 3006, 3009, 3011, 3012}

func idCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("nGgruZ")
	if !ok {
		return 1
	}
	show := func(id int) string {
		if f.has("n") {
			return userName(id)
		}
		return itoa(id)
	}
	switch {
	case f.has("Z"):
		p.Println("u:r:shell:s0")
	case f.has("u"), f.has("g"):
		p.Println(show(shellUID))
	case f.has("G"):
		var s []string
		for _, g := range shellGroups {
			s = append(s, show(g))
		}
		p.Println(strings.Join(s, " "))
	default:
		var s []string
		for _, g := range shellGroups {
			s = append(s, fmt.Sprintf("%d(%s)", g, userName(g)))
		}
		p.Printf("uid=2000(shell) gid=2000(shell) groups=%s context=u:r:shell:s0\n", strings.Join(s, ","))
	}
	return 0
}

func whoamiCommand(_ context.Context, p *Proc) int {
	p.Println("shell")
	return 0
}

func unameCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("oamvrns")
	if !ok {
		return 1
	}
	machine := "aarch64"
	if strings.HasPrefix(p.d.w.Prop("ro.product.cpu.abi"), "x86") {
		machine = "x86_64"
	}
	release, _ := p.d.kernel()
	var out []string
	for _, x := range [][2]string{{"s", "Linux"}, {"n", "localhost"}, {"r", release}, {"v", kernelBuild}, {"m", machine}} {
		if f.has(x[0]) || f.has("a") || len(f.set) == 0 && x[0] == "s" {
			out = append(out, x[1])
		}
	}
	if f.has("a") {
		out = append(out, "Toybox")
	}
	p.Println(strings.Join(out, " "))
	return 0
}

func hostnameCommand(_ context.Context, p *Proc) int {
	p.Println("localhost")
	return 0
}

func nprocCommand(_ context.Context, p *Proc) int {
	p.Println(itoa(p.d.cores()))
	return 0
}

func uptimeCommand(_ context.Context, p *Proc) int {
	up := p.d.w.Uptime()
	s := ""
	if days := int(up.Hours()) / 24; days > 0 {
		s = fmt.Sprintf("%d day%s, ", days, map[bool]string{true: "s"}[days > 1])
	}
	minutes := int(up.Minutes()) % (24 * 60)
	if minutes < 60 {
		s += fmt.Sprintf("%d min", minutes)
	} else {
		s += fmt.Sprintf("%2d:%02d", minutes/60, minutes%60)
	}
	p.Printf(" %s up %s,  0 users,  load average: 1.02, 0.98, 0.87\n", p.d.now().Format(time.TimeOnly), s)
	return 0
}

func freeCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("htgmkb")
	if !ok {
		return 1
	}
	mem := p.d.memory()
	unit := func(n int) string {
		kb := int64(n)
		switch {
		case f.has("h"):
			return human(kb*1024, false)
		case f.has("k"):
			return fmt.Sprint(kb)
		case f.has("m"):
			return fmt.Sprint(kb >> 10)
		case f.has("g"):
			return fmt.Sprint(kb >> 20)
		}
		return fmt.Sprint(kb * 1024)
	}
	p.Printf("\t\t%12s%12s%12s%12s%12s\n", "total", "used", "free", "shared", "buffers")
	p.Printf("Mem:%12s%12s%12s%12s%12s\n", unit(mem.total), unit(mem.total-mem.free), unit(mem.free), unit(20480), unit(5120))
	p.Printf("-/+ buffers/cache:%10s%12s\n", unit(mem.total-mem.free-buffers), unit(mem.free+buffers))
	p.Printf("Swap:%11s%12s%12s\n", unit(mem.swap), unit(mem.swap-mem.swapFree), unit(mem.swapFree))
	return 0
}

func umaskCommand(_ context.Context, p *Proc) int {
	p.Println("0000")
	return 0
}

func ulimitCommand(_ context.Context, p *Proc) int {
	if slices.Contains(p.Args, "-n") {
		p.Println("32768")
		return 0
	}
	p.Println("unlimited")
	return 0
}
