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
)

// Scripts call the program often, so a start is cheap. Half of the memory is the text of the
// program: the initialization of 200 packages touches most pages.
func TestStartIsCheap_Slow(t *testing.T) {
	const maxTime, maxMemory = 20 * time.Millisecond, 25 << 10 // KiB
	program := filepath.Join(t.TempDir(), "ppamaild")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as make build does
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	best := time.Hour
	for range 20 {
		began := time.Now()
		noError(t, exec.CommandContext(t.Context(), program, "version").Run())
		best = min(best, time.Since(began))
	}
	memory := peakMemory(t, program, "version")
	t.Logf("%v, %d KiB", best, memory)
	if best > maxTime {
		t.Errorf("a start takes %v, more than %v", best, maxTime)
	}
	if memory > maxMemory {
		t.Errorf("a start takes %d KiB, more than %d KiB", memory, maxMemory)
	}
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
