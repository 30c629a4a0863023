package apps

import (
	"slices"
	"strings"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
)

// hit is an app that fits what was asked for; a smaller rank fits better.
type hit struct {
	app  phone.App
	rank int
}

// match lists the apps that fit name, best first (T-01, F-082): the exact package, the whole label, a label that begins with it,
// a label or word that contains it, the last part of the package, any part of the package.
func match(apps []phone.App, name string) []hit {
	want := uitree.Fold(name)
	var hits []hit
	for _, a := range apps {
		if r := rank(a, name, want); r >= 0 {
			hits = append(hits, hit{a, r})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return a.rank - b.rank })
	return hits
}

func rank(a phone.App, name, want string) int {
	label := uitree.Fold(a.Label)
	pkg := strings.ToLower(a.Package)
	last := pkg[strings.LastIndexByte(pkg, '.')+1:]
	switch {
	case a.Package == name:
		return 0
	case want == "":
		return -1
	case label == want:
		return 1
	case label == "" && last == want: // a phone that tells no labels
		return 1
	case strings.HasPrefix(label, want):
		return 2
	case strings.Contains(label, want):
		return 3
	case last == want:
		return 4
	case strings.Contains(pkg, want):
		return 5
	}
	return -1
}

// name is how an app is called in results: its label and package.
func name(a phone.App) string {
	if a.Label == "" {
		return a.Package
	}
	return a.Label + " (" + a.Package + ")"
}

// names lists up to n apps.
func names(apps []phone.App, n int) string {
	var out []string
	for _, a := range apps[:min(n, len(apps))] {
		out = append(out, name(a))
	}
	return strings.Join(out, ", ")
}

// Match lists the apps that fit name equally well and better than all others; none when nothing fits. It is the one ranking of
// open_app and of people's commands (F-082).
func Match(apps []phone.App, name string) []phone.App {
	hits := match(apps, name)
	var best []phone.App
	for _, h := range hits {
		if h.rank == hits[0].rank {
			best = append(best, h.app)
		}
	}
	return best
}
