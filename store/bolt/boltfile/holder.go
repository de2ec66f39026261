package boltfile

import (
	"fmt"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"ppamaild/store"
)

// Locked returns store.ErrLocked and names the process that has the file, if it can find out.
func Locked(path string) error {
	pid := holder(path)
	if pid == "" {
		return store.ErrLocked
	}
	name, err := os.ReadFile("/proc/" + pid + "/comm")
	if err != nil {
		return fmt.Errorf("%w: process %s", store.ErrLocked, pid)
	}
	return fmt.Errorf("%w: process %s (%s)", store.ErrLocked, pid, strings.TrimSpace(string(name)))
}

// holder returns the id of the process that has locked the file, or "" if it cannot find out.
// Linux lists locks in /proc/locks (proc_locks(5)) with the device in hexadecimal: "1: FLOCK
// ADVISORY WRITE 708 fe:00:1949 0 EOF".
func holder(path string) (pid string) {
	var stat syscall.Stat_t
	if err := syscall.Stat(path, &stat); err != nil {
		return ""
	}
	list, err := os.ReadFile("/proc/locks")
	if err != nil {
		return ""
	}
	device := uint64(stat.Dev)
	file := fmt.Sprintf("%02x:%02x:%d", unix.Major(device), unix.Minor(device), stat.Ino)
	for line := range strings.Lines(string(list)) {
		if f := strings.Fields(line); len(f) > 5 && f[1] == "FLOCK" && f[5] == file && f[4] != "0" {
			return f[4]
		}
	}
	return ""
}
