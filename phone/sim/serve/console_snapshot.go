package serve

import (
	"maps"
	"slices"
	"strings"
)

// snapshotCommands keep snapshots in the memory of the program, by name.
func snapshotCommands() []command {
	return []command{
		{name: "list", help: "list available state snapshots", run: (*console).snapshotList},
		{name: "save", help: "save state snapshot", run: (*console).snapshotSave},
		{name: "load", help: "load state snapshot", run: (*console).snapshotLoad},
		{name: "del", help: "delete state snapshot", run: (*console).snapshotDel},
	}
}

func (t *console) snapshotList(string) error {
	t.d.mu.Lock()
	defer t.d.mu.Unlock()
	if len(t.d.snapshots) == 0 {
		t.print("There is no snapshot available.")
		return nil
	}
	t.print("List of snapshots present on all disks:")
	for _, name := range slices.Sorted(maps.Keys(t.d.snapshots)) {
		t.print(name)
	}
	return nil
}

func (t *console) snapshotSave(name string) error {
	if name == "" || strings.ContainsAny(name, " /") {
		return koError("argument missing, try 'avd snapshot save <name>'")
	}
	b, err := t.d.phone.Save()
	if err != nil {
		return koError(err.Error())
	}
	t.d.mu.Lock()
	defer t.d.mu.Unlock()
	if t.d.snapshots == nil {
		t.d.snapshots = map[string][]byte{}
	}
	t.d.snapshots[name] = b
	return nil
}

func (t *console) snapshotLoad(name string) error {
	t.d.mu.Lock()
	b, ok := t.d.snapshots[name]
	t.d.mu.Unlock()
	if !ok {
		return koError("Snapshot '" + name + "' not found")
	}
	if err := t.d.phone.Load(b); err != nil {
		return koError(err.Error())
	}
	return nil
}

func (t *console) snapshotDel(name string) error {
	t.d.mu.Lock()
	defer t.d.mu.Unlock()
	if _, ok := t.d.snapshots[name]; !ok {
		return koError("Snapshot '" + name + "' not found")
	}
	delete(t.d.snapshots, name)
	return nil
}
