package screend

import (
	"image"
	"slices"
	"strings"
)

func setSCID(o *options, v string) (err error) {
	if o.scid, err = parseInt(v, 16); err != nil {
		return err
	}
	if o.scid < -1 {
		return illegalArgument("scid may not be negative (except -1 for 'none'): %d", o.scid)
	}
	return nil
}

func setLogLevel(o *options, v string) error {
	name := strings.ToUpper(v)
	i := slices.Index(levelNames, name)
	if i < 0 {
		return illegalArgument("No enum constant com.genymobile.scrcpy.util.Ln.Level.%s", name)
	}
	o.logLevel = level(i)
	return nil
}

func setMaxSize(o *options, v string) error {
	n, err := parseInt(v, 10)
	o.maxSize = max(0, n) &^ 7
	return err
}

func setMaxFPS(o *options, v string) (err error) {
	o.maxFPS, err = parseFloat(v)
	return err
}

func setAngle(_ *options, v string) error {
	_, err := parseFloat(v)
	return err
}

// setCrop reads W:H:X:Y.
func setCrop(o *options, v string) error {
	o.crop = nil
	if v == "" {
		return nil
	}
	parts := strings.Split(v, ":")
	if len(parts) != 4 {
		return illegalArgument("Crop must contains 4 values separated by colons: \"%s\"", v)
	}
	var n [4]int
	for i, p := range parts {
		var err error
		if n[i], err = parseInt(p, 10); err != nil {
			return err
		}
	}
	w, h, x, y := n[0], n[1], n[2], n[3]
	if w <= 0 || h <= 0 {
		return illegalArgument("Invalid crop size: %dx%d", w, h)
	}
	if x < 0 || y < 0 {
		return illegalArgument("Invalid crop offset: %d:%d", x, y)
	}
	r := image.Rectangle{Min: image.Pt(x, y), Max: image.Pt(x+w, y+h)}
	o.crop = &r
	return nil
}

// orientation is how the picture is turned (option capture_orientation).
type orientation struct {
	locked  bool // relative to the natural orientation instead of the current one
	initial bool // locked to whatever the orientation is at the start
	flip    bool // mirrored left to right, before the turn
	turn    int  // quarter turns clockwise
}

func setOrientation(o *options, v string) error {
	if v == "" {
		return illegalArgument("Empty capture orientation string")
	}
	var r orientation
	name, locked := strings.CutPrefix(v, "@")
	r.locked = locked
	if locked && name == "" {
		r.initial = true
		o.orientation = r
		return nil
	}
	degrees, flip := strings.CutPrefix(name, "flip")
	r.flip = flip
	r.turn = slices.Index([]string{"0", "90", "180", "270"}, degrees)
	if r.turn < 0 {
		return illegalArgument("Unknown orientation: %s", name)
	}
	o.orientation = r
	return nil
}

func setIMEPolicy(_ *options, v string) error {
	if !slices.Contains([]string{"local", "fallback", "hide"}, v) {
		return illegalArgument("Invalid display IME policy: %s", v)
	}
	return nil
}

func setScreenOffTimeout(o *options, v string) (err error) {
	if o.screenOffTimeout, err = parseInt(v, 10); err == nil && o.screenOffTimeout < -1 {
		return illegalArgument("Invalid screen off timeout: %s", v)
	}
	return err
}

// setRawStream clears the four flags at this point of the list: a later send_… sets one again.
func setRawStream(o *options, v string) error {
	if strings.EqualFold(v, "true") {
		o.sendName, o.sendFrameMeta, o.sendDummy, o.sendCodecMeta = false, false, false, false
	}
	return nil
}

func setVideoCodecOptions(o *options, v string) error {
	list, err := parseCodecOptions(v)
	for _, c := range list {
		if c.key == "i-frame-interval" {
			o.keyInterval, err = parseFloat(c.value)
		}
	}
	return err
}

func setAudioCodecOptions(_ *options, v string) error {
	_, err := parseCodecOptions(v)
	return err
}

// codecOption is one key of a MediaFormat.
type codecOption struct{ key, kind, value string }

// parseCodecOptions reads "key[:type]=value,…", where a backslash escapes a comma or a backslash.
func parseCodecOptions(v string) ([]codecOption, error) {
	if v == "" {
		return nil, nil
	}
	var out []codecOption
	for _, part := range splitEscaped(v) {
		left, value, ok := strings.Cut(part, "=")
		if !ok {
			return nil, illegalArgument("'=' expected")
		}
		key, kind, typed := strings.Cut(left, ":")
		if !typed {
			kind = "int"
		}
		var err error
		switch kind {
		case "int", "long":
			_, err = parseInt(value, 10)
		case "float":
			_, err = parseFloat(value)
		case "string":
		default:
			err = illegalArgument("Invalid codec option type: %s", kind)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, codecOption{key, kind, value})
	}
	return out, nil
}

func splitEscaped(v string) []string {
	var out []string
	var part strings.Builder
	for i := 0; i < len(v); i++ {
		switch {
		case v[i] == '\\' && i+1 < len(v):
			i++
			part.WriteByte(v[i])
		case v[i] == ',':
			out = append(out, part.String())
			part.Reset()
		default:
			part.WriteByte(v[i])
		}
	}
	return append(out, part.String())
}

func setCameraSize(o *options, v string) (err error) {
	if v != "" {
		o.camera.size, err = parseSize(v)
	}
	return err
}

// setCameraRatio reads "sensor", "4:3" or "1.6".
func setCameraRatio(o *options, v string) error {
	if v == "" {
		return nil
	}
	if v == "sensor" {
		o.camera.ratio = -1
		return nil
	}
	w, h, isRatio := strings.Cut(v, ":")
	ratio, err := parseFloat(w)
	if err == nil && isRatio {
		var height float64
		height, err = parseFloat(h)
		ratio /= height
	}
	if err != nil {
		return err
	}
	if !(ratio > 0) || ratio > 1e6 {
		return illegalArgument("Invalid aspect ratio: %s", v)
	}
	o.camera.ratio = ratio
	return nil
}
