package apps

import (
	"slices"
	"strconv"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Music plays the rows of the media provider, with a media session and a notification to command it.
func Music() world.AppDef {
	return world.AppDef{
		Package: "com.example.music", Label: "Music", Labels: map[string]string{"zh": "音乐"}, Version: "3.2.0", VersionCode: 320, Icon: iconMusic, Color: view.RGB(0xb5396b),
		Permissions: []world.Permission{
			{Name: "android.permission.READ_MEDIA_AUDIO", Runtime: true, Granted: true}, {Name: "android.permission.POST_NOTIFICATIONS", Runtime: true, Granted: true},
			{Name: "android.permission.FOREGROUND_SERVICE"},
		},
		Data: func() any { return &musicData{} },
		Activities: []world.ActivityDef{
			{Class: ".MainActivity", Launcher: true, Screen: func() world.Screen { return &library{} }},
			{Class: ".PlayerActivity", Private: true, Screen: func() world.Screen { return &player{} }},
		},
		Media: musicSession, OnMedia: musicKey, OnAction: musicButton,
		Due: trackEnd, OnDue: func(c *world.Ctx) { world.Data[musicData](c).step(c, 1) },
	}
}

// musicData is what plays, and what is liked.
type musicData struct {
	Track   int64         // row of the track, zero for none yet
	Playing bool          // since the last change
	At      time.Duration // position at that time
	Changed time.Time
	PID     int // of the process that plays: a new one starts silent
	Shuffle bool
	Repeat  bool
	Liked   map[int64]bool
}

func songs(c *world.Ctx) []world.Row { return c.Content().Query(world.TableAudio, nil) }

func songLength(r world.Row) time.Duration {
	return time.Duration(r.Int("duration")) * time.Millisecond
}

// song is the track that is on, false when there is none.
func (d *musicData) song(c *world.Ctx) (world.Row, bool) {
	if d.Track == 0 {
		return nil, false
	}
	for _, r := range songs(c) {
		if r.ID() == d.Track {
			return r, true
		}
	}
	return nil, false
}

func (d *musicData) playing(c *world.Ctx) bool { return d.Playing && d.PID == c.PID() }

// position is how far into the track the player is.
func (d *musicData) position(c *world.Ctx) time.Duration {
	r, ok := d.song(c)
	if !ok {
		return 0
	}
	at := d.At
	if d.playing(c) {
		at += c.Now().Sub(d.Changed)
	}
	return max(0, min(at, songLength(r)))
}

// set starts or stops at a position of a track, and says so in the notification.
func (d *musicData) set(c *world.Ctx, track int64, at time.Duration, play bool) {
	d.Track, d.At, d.Playing, d.Changed, d.PID = track, at, play, c.Now(), c.PID()
	r, ok := d.song(c)
	if !ok {
		c.CancelNote(1, "")
		return
	}
	button := "Play"
	if play {
		button = "Pause"
	}
	c.Post(world.Notification{
		ID: 1, Channel: "playback", ChannelName: tr(c, "Now playing"), Title: r.Text("title"), Text: r.Text("artist"), Importance: 2, Ongoing: play, Category: "transport",
		Actions: []string{tr(c, "Previous"), tr(c, button), tr(c, "Next")}, When: c.Now(),
		Open: world.Intent{Component: world.Component{Package: "com.example.music", Class: "com.example.music.PlayerActivity"}, Flags: world.FlagNewTask},
	})
}

func (d *musicData) toggle(c *world.Ctx) {
	if _, ok := d.song(c); !ok {
		d.step(c, 1)
		return
	}
	d.set(c, d.Track, d.position(c), !d.playing(c))
}

// step goes on to the next track or back to the one before.
func (d *musicData) step(c *world.Ctx, by int) {
	list := songs(c)
	if len(list) == 0 {
		d.set(c, 0, 0, false)
		return
	}
	at := slices.IndexFunc(list, func(r world.Row) bool { return r.ID() == d.Track })
	switch {
	case by < 0 && d.position(c) > 3*time.Second:
		d.set(c, d.Track, 0, true) // first back to the start
		return
	case d.Shuffle && len(list) > 1:
		at += 1 + c.Random(len(list)-1)
	case d.Repeat && at >= 0 && by > 0 && d.position(c) >= songLength(list[at]):
	default:
		at += by
	}
	d.set(c, list[(at+len(list))%len(list)].ID(), 0, true)
}

// trackEnd is when the track that plays is over.
func trackEnd(c *world.Ctx) time.Time {
	d := world.Data[musicData](c)
	if !d.playing(c) {
		return time.Time{}
	}
	r, ok := d.song(c)
	if !ok {
		return time.Time{}
	}
	return d.Changed.Add(songLength(r) - d.At)
}

func musicSession(c *world.Ctx) (world.MediaSession, bool) {
	d := world.Data[musicData](c)
	r, ok := d.song(c)
	if !ok || d.PID != c.PID() {
		return world.MediaSession{}, false
	}
	m := world.MediaSession{
		State: world.MediaPaused, Position: d.position(c), Length: songLength(r), Title: r.Text("title"), Artist: r.Text("artist"), Album: r.Text("album"),
		Queue: len(songs(c)), Changed: d.Changed,
	}
	if d.playing(c) {
		m.State, m.Position = world.MediaPlaying, d.At // as of the last change
	}
	return m, true
}

func musicKey(c *world.Ctx, code int) {
	d := world.Data[musicData](c)
	switch code {
	case world.KeyMediaNext:
		d.step(c, 1)
	case world.KeyMediaPrevious:
		d.step(c, -1)
	case world.KeyMediaPlay:
		d.set(c, d.Track, d.position(c), true)
	case world.KeyMediaPause:
		d.set(c, d.Track, d.position(c), false)
	case world.KeyMediaStop:
		d.set(c, d.Track, 0, false)
	case world.KeyMediaForward, world.KeyMediaRewind:
		by := 10 * time.Second
		if code == world.KeyMediaRewind {
			by = -by
		}
		d.set(c, d.Track, max(0, d.position(c)+by), d.playing(c))
	default:
		d.toggle(c)
	}
}

func musicButton(c *world.Ctx, _ world.Notification, button int) {
	d := world.Data[musicData](c)
	switch button {
	case 0:
		d.step(c, -1)
	case 1:
		d.toggle(c)
	default:
		d.step(c, 1)
	}
}

// sleeve is the picture of an album.
func sleeve(album string, size float64, c *world.Ctx) *view.Node {
	px := c.Px(size)
	return &view.Node{ID: "cover", Desc: album, Picture: cachedCover(album, px), W: size, H: size}
}

// library is all songs, albums, or the liked ones.
type library struct {
	part  int
	query string
}

func (l *library) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[musicData](c)
	title := view.Label(c.Label(), 28, t.OnSurface)
	title.ID, title.Margin = "toolbar_title", view.Edges{Left: 20, Top: 14, Bottom: 2}
	search := searchField(c, "search", l.query, tr(c, "Search songs, artists, albums"), func(s string) { l.query = s })
	chips := &view.Node{Dir: view.Row, Gap: 8, Pad: view.Sides(16, 4)}
	for i, s := range []string{"Songs", "Albums", "Liked"} {
		chips.Add(chip(t, "part_"+strconv.Itoa(i), tr(c, s), l.part == i, func() { l.part = i }))
	}
	list := c.List("songs")
	rows := slices.DeleteFunc(songs(c), func(r world.Row) bool {
		return !has(r.Text("title")+" "+r.Text("artist")+" "+r.Text("album"), l.query) || l.part == 2 && !d.Liked[r.ID()]
	})
	if l.part == 1 {
		slices.SortStableFunc(rows, func(a, b world.Row) int { return int(hashAlbum(a.Text("album"))) - int(hashAlbum(b.Text("album"))) })
	}
	last := ""
	for _, r := range rows {
		if a := r.Text("album"); l.part == 1 && a != last {
			list.Add(section(t, a+" · "+r.Text("artist")))
			last = a
		}
		list.Add(songRow(c, d, r))
	}
	if len(rows) == 0 {
		list.Add(nothing(t, iconMusic, tr(c, "No songs here yet")))
	}
	parts := []*view.Node{title, search, chips, fill(list)}
	if r, ok := d.song(c); ok {
		parts = append(parts, miniPlayer(c, d, r))
	}
	return column(parts...)
}

func hashAlbum(s string) uint8 {
	if s == "" {
		return 0
	}
	return s[0]
}

func songRow(c *world.Ctx, d *musicData, r world.Row) *view.Node {
	t := c.Theme()
	two := lines(t, "song_title", r.Text("title"), r.Text("artist")+" · "+spanText(songLength(r)))
	two.Children[1].ID = "song_artist"
	if r.ID() == d.Track {
		two.Children[0].Style.Color, two.Children[0].Style.Bold = t.Primary, true
	}
	cover := sleeve(r.Text("album"), 46, c)
	return item(strconv.FormatInt(r.ID(), 10), func() {
		c.HideKeyboard()
		d.set(c, r.ID(), 0, true)
	}, cover, two, likeButton(c, d, r))
}

func likeButton(c *world.Ctx, d *musicData, r world.Row) *view.Node {
	t := c.Theme()
	desc, ink := "Like", t.Outline
	if d.Liked[r.ID()] {
		desc, ink = "Remove from liked", t.Error
	}
	b := view.IconButton(t, "like", tr(c, desc), view.IconHeart, func() {
		if d.Liked == nil {
			d.Liked = map[int64]bool{}
		}
		d.Liked[r.ID()] = !d.Liked[r.ID()]
	})
	b.Selected, b.Tint, b.IconDp = d.Liked[r.ID()], ink, 20
	return b
}

// miniPlayer is the bar at the bottom while a track is on.
func miniPlayer(c *world.Ctx, d *musicData, r world.Row) *view.Node {
	t := c.Theme()
	bar := item("mini", func() { c.Open(".PlayerActivity") }, sleeve(r.Text("album"), 44, c), lines(t, "mini_title", r.Text("title"), r.Text("artist")),
		playButton(c, d, 44), view.IconButton(t, "mini_next", tr(c, "Next"), iconNext, func() { d.step(c, 1) }))
	bar.ID, bar.Fill, bar.Corner, bar.Margin, bar.Gap = "mini_player", t.SurfaceHigh, 16, view.All(8), 12
	return bar
}

func playButton(c *world.Ctx, d *musicData, size float64) *view.Node {
	t := c.Theme()
	icon, desc := iconPlay, "Play"
	if d.playing(c) {
		icon, desc = iconPause, "Pause"
	}
	return &view.Node{Class: "ImageButton", ID: "play_pause", Desc: tr(c, desc), W: size, H: size, Corner: size / 2, Fill: t.Primary, Icon: icon, Tint: t.OnPrimary, IconDp: size * 0.45, OnClick: func() { d.toggle(c) }}
}

// player is the track that is on, large.
type player struct{}

func (s *player) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[musicData](c)
	r, ok := d.song(c)
	if !ok {
		return c.Page(tr(c, "Now playing"), column(nothing(t, iconMusic, tr(c, "Nothing is playing"))))
	}
	if d.playing(c) {
		c.Refresh(time.Second, true)
	}
	w, h := c.Size()
	size := min(w-64, h*0.42)
	at, length := d.position(c), songLength(r)
	name := &view.Node{Weight: 1, Gap: 4, Children: []*view.Node{
		{ID: "title", Text: r.Text("title"), Style: view.TextStyle{Size: 24, Bold: true, Color: t.OnSurface, Lines: 1}},
		{ID: "artist", Text: r.Text("artist") + " · " + r.Text("album"), Style: view.TextStyle{Size: 16, Color: t.OnSurfaceFaint, Lines: 1}},
	}}
	seek := view.SliderLook(t, int(at/time.Second), int(length/time.Second), func(v int, done bool) {
		if done {
			d.set(c, d.Track, time.Duration(v)*time.Second, d.playing(c))
		} else {
			d.At, d.Changed = time.Duration(v)*time.Second, c.Now()
		}
	})
	seek.ID, seek.Desc = "seek_bar", tr(c, "Position")
	clock := func(id string, v time.Duration) *view.Node {
		return &view.Node{ID: id, Text: spanText(v), Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint}}
	}
	times := &view.Node{Dir: view.Row, W: view.Match, AlignX: view.Spread, Pad: view.Sides(16, 0), Children: []*view.Node{clock("elapsed", at), clock("length", length)}}
	mode := func(id, desc string, icon *view.Icon, on *bool) *view.Node {
		b := view.IconButton(t, id, tr(c, desc), icon, func() { *on = !*on })
		b.Selected = *on
		if b.Tint = t.OnSurfaceFaint; *on {
			b.Tint = t.Primary
		}
		return b
	}
	prev := view.IconButton(t, "previous", tr(c, "Previous"), iconPrev, func() { d.step(c, -1) })
	next := view.IconButton(t, "next", tr(c, "Next"), iconNext, func() { d.step(c, 1) })
	buttons := &view.Node{Dir: view.Row, W: view.Match, AlignX: view.Spread, AlignY: view.Center, Children: []*view.Node{
		mode("shuffle", "Shuffle", iconShuffle, &d.Shuffle), prev, playButton(c, d, 72), next, mode("repeat", "Repeat", view.IconReset, &d.Repeat),
	}}
	cover := sleeve(r.Text("album"), size, c)
	body := &view.Node{Scroll: view.Vertical, AlignX: view.Center, Pad: view.Sides(24, 12), Gap: 18, Children: []*view.Node{
		cover, {Dir: view.Row, W: view.Match, AlignY: view.Center, Children: []*view.Node{name, likeButton(c, d, r)}}, {W: view.Match, Children: []*view.Node{seek, times}}, buttons,
	}}
	return c.Page(tr(c, "Now playing"), body)
}
