package shell

import "cmp"

// memory is the phone's memory in kB, as /proc/meminfo and free tell it.
type memory struct{ total, free, available, cached, swap, swapFree int }

// buffers is the memory of the block layer in kB.
const buffers = 5120

func (d *Device) memory() memory {
	ram := cmp.Or(d.w.Profile().RAM, 7475)
	return memory{
		total: ram * 1024, free: ram * 55, available: ram * 430, cached: ram * 375, swap: ram * 421, swapFree: ram * 337,
	}
}

// cores is the number of processors.
func (d *Device) cores() int { return cmp.Or(d.w.Profile().Cores, 8) }

// kernel is the release of the kernel, and version is the line of /proc/version.
func (d *Device) kernel() (release, version string) {
	release = cmp.Or(d.w.Profile().Kernel, "6.1.57-android14-11-gcc2c8d9c5e1a-ab11200000")
	return release, "Linux version " + release + " (build-user@build-host) (Android clang version 17.0.2, LLD 17.0.2) " + kernelBuild
}

const kernelBuild = "#1 SMP PREEMPT Fri Dec 1 10:11:12 UTC 2023"

// notFound is the end of the message about a command that is not there.
func (d *Device) notFound() string {
	if d.sdk() <= android9 {
		return "not found"
	}
	return "inaccessible or not found"
}
