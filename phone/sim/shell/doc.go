// Package shell is the command line of a simulated phone: a shell interpreter that behaves as the phone's mksh, the phone's file
// tree, and the commands that people and tools run there, all telling the truth about one [world.World].
//
// A [Device] is made from a world. [Device.Run] runs one line as `adb shell LINE` does; [Device.Serve] runs a [Session] with a
// terminal or a script on its input. Commands are Go functions listed in one table (table.go), one file for each family; a
// command gets a [Proc] with its arguments, streams and directory, and returns its exit status. No process of the workstation is
// ever started and no file of it is touched.
//
// Jobs put in the background belong to the phone, not to the session that started them: they go on after the session's end, and
// [Device.Close] ends them and waits. Processes have numbers, show in ps, and can be killed.
package shell
