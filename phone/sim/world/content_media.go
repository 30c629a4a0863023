package world

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// seedCalendar adds a calendar with the days around now.
func (w *World) seedCalendar() {
	cal := w.insertRow(TableCalendars, Row{
		"calendar_displayName": w.either("Personal", "个人"), "name": "Personal", "account_name": "me@example.com", "account_type": "LOCAL", "calendar_color": int64(-12549889),
		"calendar_access_level": 700, "visible": 1, "sync_events": 1, "ownerAccount": "me@example.com",
	})
	now := w.wall()
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	for _, e := range []struct {
		day, hour, minute, length int
		en, zh, place             string
	}{
		{-3, 18, 0, 120, "Choir practice", "合唱团排练", "Example Hall"}, {-1, 9, 30, 45, "Team stand-up", "团队站会", ""},
		{0, 9, 0, 30, "Stretching", "晨练", ""}, {0, 12, 30, 60, "Lunch with Alice", "和王芳吃午饭", "Example Bakery"}, {0, 17, 0, 60, "Dentist", "看牙医", "Example Clinic"},
		{1, 10, 0, 90, "Project review", "项目评审", "Room 4"}, {2, 19, 30, 150, "Cinema", "看电影", "Example Cinema"},
		{4, 14, 20, 200, "Train to the coast", "去海边的火车", "Platform 6"}, {9, 0, 0, 0, "Mom's birthday", "妈妈生日", ""}, {13, 11, 0, 60, "Parent-teacher talk", "家长会", "Room 12"},
	} {
		start := midnight.AddDate(0, 0, e.day).Add(time.Duration(e.hour)*time.Hour + time.Duration(e.minute)*time.Minute)
		length, all := time.Duration(e.length)*time.Minute, int64(0)
		if e.length == 0 {
			length, all = 24*time.Hour, 1
			start = time.Date(start.Year(), start.Month(), start.Day(), 0, 0, 0, 0, time.UTC)
		}
		id := w.insertRow(TableEvents, Row{
			"calendar_id": cal, "title": w.either(e.en, e.zh), "eventLocation": e.place, "description": "", "dtstart": start.UnixMilli(), "dtend": start.Add(length).UnixMilli(),
			"allDay": all, "eventTimezone": start.Location().String(), "hasAlarm": 1 - all, "deleted": 0, "eventStatus": 1, "rrule": nil,
		})
		if all == 0 {
			w.insertRow(TableReminders, Row{"event_id": id, "minutes": 10, "method": 1})
		}
	}
}

// seedMedia adds the pictures and the music that lie on the phone's shared storage.
func (w *World) seedMedia() {
	for i := range 14 {
		taken := w.wall().Add(-time.Duration(i*i*7+i*5+2) * time.Hour)
		w.addImage(taken, "DCIM/Camera/", "PXL_"+strings.ReplaceAll(taken.UTC().Format("20060102_150405.000"), ".", "")+".jpg", 1080, 810, 240000+int64(i)*7919, int64(i+1))
	}
	for i := range 4 {
		taken := w.wall().Add(-time.Duration(i*31+3) * time.Hour)
		w.addImage(taken, "Pictures/Screenshots/", "Screenshot_"+taken.Format("20060102-150405")+".png", w.prof.Size.X, w.prof.Size.Y, 180000+int64(i)*4021, int64(100+i))
	}
	for i, s := range []struct {
		en, zh, artist, album string
		seconds               int64
	}{
		{"Morning Light", "晨光", "The Examples", "First Draft", 201}, {"Paper Boats", "纸船", "The Examples", "First Draft", 187}, {"Long Way Home", "回家的路", "The Examples", "First Draft", 243},
		{"Night Train", "夜行列车", "Nora Placeholder", "Blue Hours", 226}, {"Quiet Streets", "安静的街", "Nora Placeholder", "Blue Hours", 258}, {"Lanterns", "灯笼", "Sample Quartet", "Live at the Hall", 305},
		{"Sea Glass", "海玻璃", "Sample Quartet", "Live at the Hall", 276}, {"Test Tone in A", "标准音", "Lorem Ipsum", "Measures", 60},
	} {
		when := w.wall().AddDate(0, -1, -i).Unix()
		name := s.en + ".mp3"
		w.insertRow(TableAudio, Row{
			"_data": sharedStorage + "Music/" + name, "_display_name": name, "title": w.either(s.en, s.zh), "artist": s.artist, "album": s.album, "duration": s.seconds * 1000, "_size": s.seconds * 32000,
			"mime_type": "audio/mpeg", "date_added": when, "date_modified": when, "is_music": 1, "track": i%3 + 1, "relative_path": "Music/", "volume_name": "external_primary",
		})
	}
}

// sharedStorage is where the media provider sees shared storage.
const sharedStorage = "/storage/emulated/0/"

// addImage adds the row of a picture in a folder of shared storage and returns its number. Scene says what is on it when there is no file.
func (w *World) addImage(taken time.Time, folder, name string, width, height int, size, scene int64) int64 {
	mime := "image/jpeg"
	if len(name) > 4 && name[len(name)-4:] == ".png" {
		mime = "image/png"
	}
	bucket := folder[:len(folder)-1]
	bucket = lastPart(bucket)
	return w.insertRow(TableImages, Row{
		"_data": sharedStorage + folder + name, "_display_name": name, "title": name[:len(name)-4], "mime_type": mime, "width": width, "height": height, "_size": size,
		"date_added": taken.Unix(), "date_modified": taken.Unix(), "datetaken": taken.UnixMilli(), "bucket_display_name": bucket, "bucket_id": strconv.Itoa(int(hashText(bucket))),
		"relative_path": folder, "orientation": 0, "is_favorite": 0, "is_trashed": 0, "volume_name": "external_primary", "description": fmt.Sprintf("scene:%d", scene),
	})
}

// hashText is Java's String.hashCode, which the media provider makes bucket numbers with.
func hashText(s string) int32 {
	h := int32(0)
	for _, r := range s {
		h = h*31 + r
	}
	return h
}
