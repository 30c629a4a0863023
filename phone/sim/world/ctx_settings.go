package world

// SettingFloat reads a number from the settings, 1 when it is not set.
func (c *Ctx) SettingFloat(namespace, key string) float64 { return c.w.getFloat(namespace, key, 1) }

// SetPermission gives an app a run-time permission that it declares, or takes it away.
func (c *Ctx) SetPermission(pkg, permission string, granted bool) {
	if p := c.w.pkgs[pkg]; p != nil {
		for i := range p.Permissions {
			if p.Permissions[i].Name == permission && p.Permissions[i].Runtime {
				p.Permissions[i].Granted = granted
				c.w.changed()
			}
		}
	}
}

// Density is the panel's density and that in force, in dots per inch.
func (c *Ctx) Density() (panel, now int) { return c.w.panel.density, c.w.panel.dpi() }

// SetDensity overrides the density as `wm density` does; the panel's own takes the override away.
func (c *Ctx) SetDensity(dpi int) { c.w.forceDensity(dpi) }
