// Package uitree reads what is on the screen from a UI hierarchy dump and makes it useful to people, programs and models.
//
// The way through it has three steps:
//
//	tree, err := uitree.Parse(dump)        // every node, exactly as the phone told it
//	view := uitree.Prune(tree, opts)       // the elements a person would name, each with a stable label
//	view.Locate(q), view.HitTest(p), uitree.Diff(before, view), view.WriteModel(w, o), json.Marshal(view)
//
// [Parse] understands what "uiautomator dump" writes (with the noise that phones print around it), Appium's page source and
// accessibility trees in the same shape. A dump that failed is a *phone.TreeError, never an empty screen.
//
// [Prune] drops containers that say nothing, gives each clickable thing the texts inside it as its name, keeps web nodes and
// hides the content of password fields. An [Element] has a label such as "e48213" made from what the element is (package, id,
// name, surroundings), not from where it stands in the dump: the same element keeps its label over later dumps, in this process
// or another one, for as long as it exists. When it is gone its label names nothing, so a late tap is refused, not misplaced.
//
// Everything that came from the phone is data: names are quoted in the model's text and never read as an instruction.
package uitree
