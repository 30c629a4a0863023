package shell

import (
	"context"

	"github.com/handset-agent/handset/phone/sim/world"
)

// mediaStateNames is the release since which the state of playback has a name beside its number.
const mediaStateNames = 33

// mediaActions is what a player of music says that it can do: stop, pause, play, previous, next, seek, play or pause.
const mediaActions = 1 | 2 | 4 | 16 | 32 | 256 | 512

func dumpMediaSession(_ context.Context, p *Proc, _ []string) int {
	list := p.d.w.MediaSessions()
	button := "null"
	if len(list) > 0 {
		button = list[0].Package + "/" + list[0].Tag + " (userId=0)"
	}
	p.Printf("MEDIA SESSION SERVICE (dumpsys media_session)\n\n0 sessions listeners.\n  Global priority session is null\nUser Records:\nRecord for full_user=0\n")
	p.Printf("  Volume key long-press listener: null\n  Media key listener: null\n  Last MediaButtonReceiver: null\n  Media button session is %s\n", button)
	p.Printf("  Sessions Stack - have %d sessions:\n", len(list))
	for _, m := range list {
		p.mediaSession(m)
	}
	p.Println("")
	return 0
}

func (p *Proc) mediaSession(m world.MediaSession) {
	state, speed := mediaState(p.d.sdk(), m.State), "0.0"
	if m.State == world.MediaPlaying {
		speed = "1.0"
	}
	updated := (p.d.w.Uptime() - p.d.w.Clock().Sub(m.Changed)).Milliseconds()
	p.Printf("    %s %s/%s (userId=0)\n      ownerPid=%d, ownerUid=%d, userId=0\n      package=%s\n", m.Tag, m.Package, m.Tag, m.PID, m.UID, m.Package)
	p.Printf("      launchIntent=null\n      mediaButtonReceiver=null\n")
	p.Printf("      active=true\n      flags=3\n      rating type=0\n      controllers: 2\n")
	p.Printf("      state=PlaybackState {state=%s, position=%d, buffered position=0, speed=%s, updated=%d, actions=%d, custom actions=[], active item id=-1, error=null}\n",
		state, m.Position.Milliseconds(), speed, updated, mediaActions)
	p.Printf("      audioAttrs=AudioAttributes: usage=USAGE_MEDIA content=CONTENT_TYPE_MUSIC flags=0x800 tags= bundle=null\n")
	vol, _ := p.d.volumeOf(int(world.StreamMusic))
	p.Printf("      volumeType=1, controlType=2, max=%d, current=%d\n", vol.Max, vol.Now)
	head := "metadata: size"
	if p.d.sdk() <= android10 {
		head = "metadata:size"
	}
	p.Printf("      %s=5, description=%s, %s, %s\n      queueTitle=null, size=%d\n", head, m.Title, m.Artist, m.Album, m.Queue)
}

func mediaState(sdk, n int) string {
	if sdk >= mediaStateNames {
		return map[int]string{world.MediaStopped: "STOPPED(1)", world.MediaPaused: "PAUSED(2)", world.MediaPlaying: "PLAYING(3)"}[n]
	}
	return map[int]string{world.MediaStopped: "1", world.MediaPaused: "2", world.MediaPlaying: "3"}[n]
}
