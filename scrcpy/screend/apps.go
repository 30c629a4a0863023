package screend

import "strings"

// startApp obeys START_APP (§8.16). Its outcome is told in the log alone.
func (c *controller) startApp(name string) {
	name, stop := strings.CutPrefix(name, "+")
	app, ok := c.findApp(name)
	if !ok {
		return
	}
	c.p.log.printf(info, "Starting app \"%s\" [%s] on display %d...", app.Label, app.Package, c.p.display)
	if err := c.source.StartApp(app.Package, stop); err != nil {
		c.p.log.printf(warn, "Cannot create launch intent for app %s", app.Package)
	}
}

func (c *controller) findApp(name string) (App, bool) {
	prefix, byLabel := strings.CutPrefix(name, "?")
	if !byLabel {
		for _, a := range c.source.Apps() {
			if a.Package == name {
				return a, true
			}
		}
		c.p.log.printf(warn, "No app found for package \"%s\"", name)
		return App{}, false
	}
	c.p.log.print(info, processingApps)
	var found []App
	for _, a := range c.source.Apps() {
		if strings.HasPrefix(strings.ToLower(a.Label), strings.ToLower(prefix)) {
			found = append(found, a)
		}
	}
	switch len(found) {
	case 1:
		return found[0], true
	case 0:
		c.p.log.printf(warn, "No app found for name \"%s\"", prefix)
	default:
		c.p.log.printf(warn, "No unique app found for name \"%s\":\n%s", prefix, appList(found))
	}
	return App{}, false
}
