package shell

import (
	"context"
	"time"
)

// ipCommand is ip addr, ip route and ip link.
func ipCommand(_ context.Context, p *Proc) int {
	w := words{p.Args[1:]}
	for {
		if _, ok := w.option(); !ok {
			break
		}
	}
	what, _ := w.next()
	dev := ""
	for {
		s, ok := w.next()
		if !ok {
			break
		}
		if s == "dev" {
			s, _ = w.next()
		}
		if s != "show" && s != "list" && s != "get" {
			dev = s
		}
	}
	switch {
	case what == "addr" || what == "a" || what == "address" || what == "link" || what == "l":
		return p.ipAddr(dev, what[0] == 'a')
	case what == "route" || what == "r":
		if p.d.wifiOn() {
			p.Printf("192.168.1.0/24 dev wlan0 proto kernel scope link src %s \n", wifiAddress)
		}
		return 0
	case what == "rule" || what == "neigh" || what == "ru" || what == "n":
		return 0
	}
	p.Errf("Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }\n")
	return 255
}

func (p *Proc) ipAddr(dev string, addrs bool) int {
	if dev != "" && dev != "lo" && dev != "wlan0" {
		p.Errf("Device \"%s\" does not exist.\n", dev)
		return 1
	}
	if dev == "" || dev == "lo" {
		p.Println("1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00")
		if addrs {
			p.Println("    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n    inet6 ::1/128 scope host \n       valid_lft forever preferred_lft forever")
		}
	}
	if dev == "" || dev == "wlan0" {
		state, flags := "UP", "BROADCAST,MULTICAST,UP,LOWER_UP"
		if !p.d.wifiOn() {
			state, flags = "DOWN", "BROADCAST,MULTICAST"
		}
		p.Printf("29: wlan0: <%s> mtu 1500 qdisc mq state %s group default qlen 3000\n    link/ether %s brd ff:ff:ff:ff:ff:ff\n", flags, state, wifiMAC)
		if addrs && p.d.wifiOn() {
			p.Printf("    inet %s/24 brd 192.168.1.255 scope global wlan0\n       valid_lft forever preferred_lft forever\n", wifiAddress)
		}
	}
	return 0
}

func ifconfigCommand(_ context.Context, p *Proc) int {
	dev := p.arg(1)
	switch dev {
	case "", "-a", "lo", "wlan0", "-S":
	default:
		return p.fail("%s: No such device", dev)
	}
	if dev != "lo" {
		p.Printf("wlan0     Link encap:Ethernet  HWaddr %s  Driver wlan\n", wifiMAC)
		if p.d.wifiOn() {
			p.Printf("          inet addr:%s  Bcast:192.168.1.255  Mask:255.255.255.0 \n          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n", wifiAddress)
		} else {
			p.Println("          BROADCAST MULTICAST  MTU:1500  Metric:1")
		}
		p.Println("          RX packets:1204 errors:0 dropped:0 overruns:0 frame:0 \n          TX packets:981 errors:0 dropped:0 overruns:0 carrier:0 \n          collisions:0 txqueuelen:3000 \n          RX bytes:1048576 TX bytes:262144 \n")
	}
	if dev != "wlan0" {
		p.Println("lo        Link encap:Local Loopback  \n          inet addr:127.0.0.1  Mask:255.0.0.0 \n          inet6 addr: ::1/128 Scope: Host\n          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n          RX packets:12 errors:0 dropped:0 overruns:0 frame:0 \n          TX packets:12 errors:0 dropped:0 overruns:0 carrier:0 \n          collisions:0 txqueuelen:1000 \n          RX bytes:840 TX bytes:840 \n")
	}
	return 0
}

// pingCommand answers for the phone itself; the rest of the net is out of reach.
func pingCommand(ctx context.Context, p *Proc) int {
	f, ok := p.parse("46c:i:w:W:qs:nAI:t:b")
	if !ok {
		return 2
	}
	if len(f.args) == 0 {
		p.Errf("Usage: ping [-46aAbBdDfhLnOqrRUvV] [-c count] destination\n")
		return 2
	}
	host := f.args[0]
	ip := map[string]string{"localhost": "127.0.0.1", "127.0.0.1": "127.0.0.1", wifiAddress: wifiAddress}[host]
	if ip == "" {
		p.Errf("ping: unknown host %s\n", host)
		return 2
	}
	p.Printf("PING %s (%s) 56(84) bytes of data.\n", host, ip)
	n := f.num("c", 1<<30)
	for i := 1; i <= n; i++ {
		p.Printf("64 bytes from %s: icmp_seq=%d ttl=64 time=0.0%d ms\n", ip, i, 40+i%9)
		if p.Stdout.Flush() != nil {
			return 128 + int(sigPIPE)
		}
		if i == n {
			break
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return killed(ctx)
		}
	}
	p.Printf("\n--- %s ping statistics ---\n%d packets transmitted, %d received, 0%% packet loss, time %dms\nrtt min/avg/max/mdev = 0.041/0.044/0.048/0.003 ms\n", host, n, n, (n-1)*1000)
	return 0
}
