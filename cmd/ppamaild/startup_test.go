package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Scripts call the program often, so a start is cheap. Most of the memory is pages of the binary.
// The kernel maps 64 KiB around each page of code that runs, so the initialization of a package
// costs 64 KiB or more. The packages of this module have none.
func TestFinding38StartIsCheap_Slow(t *testing.T) {
	const maxTime, maxMemory = 20 * time.Millisecond, 15 << 10 // KiB
	program := filepath.Join(t.TempDir(), "ppamaild")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as make build does
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	fromDisk(t, program)
	best := time.Hour
	for range 20 {
		began := time.Now()
		noError(t, exec.CommandContext(t.Context(), program, "version").Run())
		best = min(best, time.Since(began))
	}
	var peaks []int
	for range 9 {
		peaks = append(peaks, peakMemory(t, program, "version"))
	}
	slices.Sort(peaks)
	memory := peaks[len(peaks)/2]
	t.Logf("%v, %d KiB in the median of %d", best, memory, peaks)
	if best > maxTime {
		t.Errorf("a start takes %v, more than %v", best, maxTime)
	}
	if memory > maxMemory {
		t.Errorf("a start takes %d KiB, more than %d KiB", memory, maxMemory)
	}
	for _, name := range initialized(t, program) {
		if strings.HasPrefix(name, "ppamaild/") {
			t.Errorf("%s has code at the start; package lazy makes values on first use", name)
		}
	}
}

// initialized returns the packages of a program with code at the start.
func initialized(t *testing.T, program string) (names []string) {
	t.Helper()
	run := exec.CommandContext(t.Context(), program, "version")
	run.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace strings.Builder
	run.Stderr = &trace
	noError(t, run.Run())
	for line := range strings.Lines(trace.String()) {
		if words := strings.Fields(line); words[0] == "init" {
			names = append(names, words[1])
		}
	}
	if len(names) == 0 {
		t.Error("the trace names no package")
	}
	return names
}

// fromDisk lets the next start read a program from disk, as after a boot. The kernel may map up to
// 4 MiB around a page of a file that the linker just wrote.
func fromDisk(t *testing.T, program string) {
	t.Helper()
	f, err := os.Open(program)
	noError(t, err)
	defer f.Close()
	noError(t, f.Sync())
	noError(t, unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED))
}

// peakMemory returns the largest resident size of a program, in KiB, up to its first line of
// output. The rusage of a child would include the memory of the test.
func peakMemory(t *testing.T, program string, args ...string) (kib int) {
	t.Helper()
	r, w, err := os.Pipe()
	noError(t, err)
	filler := bytes.Repeat([]byte("x"), 64<<10) // the capacity of a pipe: the program waits
	_, err = w.Write(filler)
	noError(t, err)
	child := exec.CommandContext(t.Context(), program, args...)
	child.Stdout = w
	noError(t, child.Start())
	noError(t, w.Close())
	for deadline := time.Now().Add(10 * time.Second); !isWriting(t, child.Process.Pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the program writes nothing")
		}
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", child.Process.Pid))
	noError(t, err)
	noError(t, r.Close())
	_ = child.Wait() // the pipe is closed, so the write fails
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	_, err = fmt.Sscan(peak, &kib)
	noError(t, err)
	return kib
}

// isWriting reports whether a thread of a process is in a system call that writes.
func isWriting(t *testing.T, pid int) bool {
	t.Helper()
	calls, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/syscall", pid))
	noError(t, err)
	return slices.ContainsFunc(calls, func(path string) bool {
		call, err := os.ReadFile(path) // a thread that has ended is not writing
		return err == nil && strings.HasPrefix(string(call), fmt.Sprintf("%d ", syscall.SYS_WRITE))
	})
}
