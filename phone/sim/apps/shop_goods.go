package apps

import "github.com/handset-agent/handset/phone/sim/view"

var iconEye = view.NewIcon("eye", "s1.9 M2 12 Q7 5.5 12 5.5 Q17 5.5 22 12 Q17 18.5 12 18.5 Q7 18.5 2 12 Z", "f O 12 12 3.2")

// productIcons are what the pictures of the goods show.
var productIcons = map[string]*view.Icon{
	"mug":     view.NewIcon("p_mug", "f R 4 6 11 14 2", "s2 A 15.5 12.5 4 -85 85", "s1.4 M7 1.5 Q8.5 3 7 4.5", "s1.4 M11 1.5 Q12.5 3 11 4.5"),
	"lamp":    view.NewIcon("p_lamp", "f M8 2 L16 2 L20 10 L4 10 Z", "f R 11 10 2 9 0.2", "f R 6 19 12 2.4 1"),
	"blanket": view.NewIcon("p_blanket", "f R 3 4 18 5 1.6", "f R 3 10 18 4 0.6", "f R 3 15 18 5.5 1.6", "xs1 M5 6.5 L19 6.5", "xs1 M5 12 L19 12", "xs1 M5 17.6 L19 17.6"),
	"phones":  view.NewIcon("p_phones", "s2.2 A 12 12.5 8.5 180 360", "f R 2 12 5 9 2", "f R 17 12 5 9 2"),
	"charger": view.NewIcon("p_charger", "f R 5 6 14 12 2", "f R 8 2 2 5 0.4", "f R 14 2 2 5 0.4", "x M13 8 L9 13 L11.6 13 L11 16.5 L15 11.4 L12.4 11.4 Z", "s2 M12 18 L12 22"),
	"speaker": view.NewIcon("p_speaker", "f R 5 2 14 20 2.5", "x O 12 14.5 4.6", "f O 12 14.5 2.6", "x O 12 6 1.9"),
	"cable":   view.NewIcon("p_cable", "s2 M4 20 L4 9 Q4 4 8.5 4 Q13 4 13 9 L13 15 Q13 20 17 20 Q20 20 20 16 L20 9", "f R 17.6 3 4.8 7 1", "f R 2 17 4 5 0.6"),
	"jacket":  view.NewIcon("p_jacket", "f M8 3 L16 3 L21 8 L19 12 L17 11 L17 21 L7 21 L7 11 L5 12 L3 8 Z", "xs1.3 M12 5 L12 21", "x M10 3 L14 3 L12 6 Z"),
	"socks":   view.NewIcon("p_socks", "f M8 2 L15 2 L15 13 L20 17 Q21 20 18 21 L13 21 L8 15.5 Z", "xs1.2 M8 6 L15 6"),
	"scarf":   view.NewIcon("p_scarf", "f R 4 4 16 5 2.4", "f R 12 8 5 13 0.6", "xs1 M12 17.5 L17 17.5", "xs1 M12 12 L17 12"),
	"atlas":   view.NewIcon("p_atlas", "f R 4 2 16 20 1.6", "x O 12 10.5 5", "s1.2 M7 10.5 L17 10.5", "s1.2 M12 5.5 Q8.6 10.5 12 15.5", "s1.2 M12 5.5 Q15.4 10.5 12 15.5", "xs1.3 M8 18.8 L16 18.8"),
	"cook":    view.NewIcon("p_cook", "f R 4 10 16 10 2.4", "f R 1.6 11.5 3 3 1", "f R 19.4 11.5 3 3 1", "f R 4 7 16 2 0.8", "f R 10.6 4.4 2.8 2.6 0.8"),
}
