package device

import (
	"fmt"
	"strconv"
	"strings"
)

// battery reads "dumpsys battery" (android-shell, battery service). Makers add lines of their own; the first of a name counts.
func battery(out string) (string, bool) {
	f := map[string]string{}
	for line := range strings.Lines(out) {
		if k, v, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			if k = strings.ToLower(k); f[k] == "" {
				f[k] = strings.TrimSpace(v)
			}
		}
	}
	level, err := strconv.Atoi(f["level"])
	if err != nil {
		return "", false
	}
	if scale, err := strconv.Atoi(f["scale"]); err == nil && scale > 0 && scale != 100 {
		level = level * 100 / scale
	}
	parts := []string{fmt.Sprintf("%d %%", level)}
	status := map[string]string{"2": "charging", "3": "discharging", "4": "not charging", "5": "full"}[f["status"]]
	if status != "" {
		parts = append(parts, status)
	}
	for _, src := range []string{"AC", "USB", "Wireless", "Dock"} {
		if f[strings.ToLower(src)+" powered"] == "true" {
			parts = append(parts, "on "+src)
		}
	}
	if t, err := strconv.Atoi(f["temperature"]); err == nil {
		parts = append(parts, fmt.Sprintf("%d.%d °C", t/10, abs(t%10)))
	}
	return strings.Join(parts, ", "), true
}

func abs(n int) int { return max(n, -n) }

// storage reads the last line of "df /data": sizes in blocks of 1 KiB.
func storage(out string) (string, bool) {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	f := strings.Fields(lines[len(lines)-1])
	if len(f) < 5 {
		return "", false
	}
	// A long device name may stand on a line of its own: count from the end (…, blocks, used, available, use%, mounted on).
	total, err1 := strconv.ParseInt(f[len(f)-5], 10, 64)
	free, err2 := strconv.ParseInt(f[len(f)-3], 10, 64)
	if err1 != nil || err2 != nil {
		return "", false
	}
	return fmt.Sprintf("%s free of %s", kib(free), kib(total)), true
}

// memory reads /proc/meminfo.
func memory(out string) (string, bool) {
	get := func(key string) (int64, bool) {
		for line := range strings.Lines(out) {
			if v, ok := strings.CutPrefix(line, key+":"); ok {
				n, err := strconv.ParseInt(strings.Fields(v + " x")[0], 10, 64)
				return n, err == nil
			}
		}
		return 0, false
	}
	total, ok := get("MemTotal")
	if !ok {
		return "", false
	}
	if free, ok := get("MemAvailable"); ok {
		return fmt.Sprintf("%s free of %s", kib(free), kib(total)), true
	}
	return kib(total), true
}

// kib writes a number of KiB as a person would.
func kib(n int64) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d MB", n>>10)
}
