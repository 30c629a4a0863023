package apps

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Files shows shared storage: folders, texts and pictures, and makes, renames and deletes them.
func Files() world.AppDef {
	return world.AppDef{
		Package: "com.google.android.documentsui", Label: "Files", Labels: map[string]string{"zh": "文件"}, Version: "14", VersionCode: 34, System: true,
		Icon: iconFolder, Color: view.RGB(0x3f8a6c), Data: func() any { return &filesData{} },
		Activities: []world.ActivityDef{
			{Class: "com.android.documentsui.files.FilesActivity", Launcher: true, Screen: func() world.Screen { return &fileList{} }},
			{Class: "com.android.documentsui.ViewerActivity", Private: true, Screen: func() world.Screen { return &fileView{} }},
		},
	}
}

const (
	storageRoot = "/sdcard"
	viewerClass = "com.android.documentsui.ViewerActivity"
)

// filesData is how files are shown.
type filesData struct {
	ShowHidden bool
	BySize     bool
}

// fileList is one folder.
type fileList struct {
	dir   string
	query string
	find  bool
}

func (s *fileList) at() string {
	if s.dir == "" {
		return storageRoot
	}
	return s.dir
}

// entries lists the folder: folders first, then files.
func (s *fileList) entries(c *world.Ctx) ([]world.FileEntry, error) {
	d := world.Data[filesData](c)
	list, err := c.Files().ReadDir(s.at())
	list = slices.DeleteFunc(list, func(e world.FileEntry) bool {
		return strings.HasPrefix(e.Name, ".") && !d.ShowHidden || !has(e.Name, s.query)
	})
	slices.SortStableFunc(list, func(a, b world.FileEntry) int {
		switch {
		case a.Dir != b.Dir && a.Dir:
			return -1
		case a.Dir != b.Dir:
			return 1
		case d.BySize && a.Size != b.Size:
			return int(b.Size - a.Size)
		}
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return list, err
}

func (s *fileList) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	list := c.List("dir_list")
	list.Pad.Bottom = 96
	rows, err := s.entries(c)
	for _, e := range rows {
		list.Add(s.row(c, e))
	}
	switch {
	case err != nil:
		list.Add(nothing(t, iconFolder, tr(c, "Can't load content at the moment")))
	case len(rows) == 0:
		list.Add(nothing(t, iconFolder, tr(c, "No items")))
	}
	add := fab(t, "create_dir", tr(c, "New folder"), view.IconAdd, func() {
		s.nameDialog(c, "New folder", "", func(name string) error { return c.Files().Mkdir(path.Join(s.at(), name)) })
	})
	bar := &view.Node{ID: "toolbar", Class: "ViewGroup", Dir: view.Row, W: view.Match, H: 56, AlignY: view.Center, Pad: view.Sides(4, 0)}
	title := tr(c, "Internal storage")
	if s.at() != storageRoot {
		bar.Add(view.IconButton(t, "", tr(c, "Navigate up"), view.IconBack, func() { s.up() }))
		title = path.Base(s.at())
	} else {
		bar.Pad.Left = 16
	}
	bar.Add(&view.Node{ID: "toolbar_title", Text: title, Weight: 1, Margin: view.Sides(8, 0), Style: view.TextStyle{Size: 20, Color: t.OnSurface, Lines: 1}})
	bar.Add(view.IconButton(t, "option_menu_search", tr(c, "Search"), view.IconSearch, func() { s.find, s.query = !s.find, "" }), view.IconButton(t, "menu_more", tr(c, "More options"), view.IconMore, func() { s.menu(c) }))
	page := column(bar)
	if s.find {
		f := searchField(c, "search_src_text", s.query, tr(c, "Search"), func(v string) { s.query = v })
		f.Edit.AutoFocus = true
		page.Add(f)
	}
	crumb := &view.Node{ID: "breadcrumb", Text: strings.ReplaceAll(strings.Trim(s.at(), "/"), "/", "  ›  "), Style: view.TextStyle{Size: 13, Color: t.OnSurfaceFaint, Lines: 1}, Margin: view.Edges{Left: 24, Top: 2, Bottom: 6}}
	return page.Add(crumb, fill(over(list, add)))
}

func (s *fileList) menu(c *world.Ctx) {
	d := world.Data[filesData](c)
	hidden, sort := "Show hidden files", "Sort by size"
	if d.ShowHidden {
		hidden = "Don't show hidden files"
	}
	if d.BySize {
		sort = "Sort by name"
	}
	menu(c, []string{hidden, sort}, func() { d.ShowHidden = !d.ShowHidden }, func() { d.BySize = !d.BySize })
}

// up goes to the folder above and reports whether there is one.
func (s *fileList) up() bool {
	if s.at() == storageRoot {
		return false
	}
	s.dir = path.Dir(s.at())
	return true
}

// Back ends the search, then goes up.
func (s *fileList) Back(c *world.Ctx) bool {
	if s.find {
		s.find, s.query = false, ""
		c.HideKeyboard()
		return true
	}
	return s.up()
}

func (s *fileList) row(c *world.Ctx, e world.FileEntry) *view.Node {
	t := c.Theme()
	full := path.Join(s.at(), e.Name)
	icon, sub, ink := iconFile, sizeOf(e.Size)+" · "+whenText(c, e.Time), t.OnSurfaceFaint
	switch ext := strings.ToLower(path.Ext(e.Name)); {
	case e.Dir:
		icon, sub, ink = iconFolder, whenText(c, e.Time), t.Primary
	case ext == ".jpg" || ext == ".jpeg" || ext == ".png":
		icon, ink = iconImage, view.RGB(0xc2603a)
	case ext == ".mp3" || ext == ".ogg" || ext == ".m4a":
		icon, ink = iconMusic, view.RGB(0x8457a8)
	}
	more := view.IconButton(t, "more", trf(c, "More options for %s", e.Name), view.IconMore, func() { s.actions(c, e, full) })
	more.Tint = t.OnSurfaceFaint
	two := lines(t, "android:id/title", e.Name, sub)
	two.Children[1].ID = "date"
	n := item(e.Name, func() {
		if e.Dir {
			s.dir, s.find, s.query = full, false, ""
			c.HideKeyboard()
			return
		}
		c.Open(viewerClass, "path", full)
	}, &view.Node{ID: "icon_mime", Icon: icon, IconDp: 26, W: 40, H: 40, Tint: ink}, two, more)
	n.ID, n.Pad.Right = "item_root", 4
	n.OnLongClick = func() { s.actions(c, e, full) }
	return n
}

// actions is what can be done with a file or folder.
func (s *fileList) actions(c *world.Ctx, e world.FileEntry, full string) {
	items := []string{tr(c, "Rename"), tr(c, "Delete"), tr(c, "Get info")}
	c.ShowDialog(world.Dialog{Title: e.Name, Items: items, Chosen: -1, Cancel: tr(c, "Cancel"), OnItem: func(i int) {
		switch i {
		case 0:
			s.nameDialog(c, "Rename", e.Name, func(name string) error { return c.Files().Rename(full, path.Join(s.at(), name)) })
		case 1:
			c.ShowDialog(world.Dialog{Message: trf(c, "Delete \"%s\"?", e.Name), OK: tr(c, "OK"), Cancel: tr(c, "Cancel"), OnOK: func() {
				if c.Files().Remove(full) != nil {
					c.Toast(trf(c, "Couldn't delete %s", e.Name))
				}
			}})
		case 2:
			c.ShowDialog(world.Dialog{Title: e.Name, Message: full + "\n" + sizeOf(e.Size) + "\n" + dayText(c, e.Time) + " " + clockText(c, e.Time), OK: tr(c, "OK")})
		}
	}})
}

func (s *fileList) nameDialog(c *world.Ctx, title, name string, do func(name string) error) {
	c.ShowDialog(world.Dialog{
		Title: tr(c, title), OK: tr(c, "OK"), Cancel: tr(c, "Cancel"),
		Body: func() *view.Node {
			f := c.Field("android:id/text1", name, tr(c, "Name"), func(v string) { name = v })
			f.Edit.AutoFocus, f.Edit.MaxLen = true, 120
			return view.Col(framed(c, f))
		},
		OnOK: func() {
			name = strings.TrimSpace(name)
			if name == "" || strings.Contains(name, "/") || do(name) != nil {
				c.Toast(tr(c, "Couldn't do that"))
			}
		},
	})
}

func sizeOf(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1000*1000:
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
