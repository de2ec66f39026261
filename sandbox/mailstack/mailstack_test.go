package mailstack

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if os.Getenv(holdVariable) != "" {
		holdStack()
	}
	Main(m)
}

func TestStartsWithinFiveSeconds(t *testing.T) {
	begin := time.Now()
	s, err := New(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(begin)
	t.Logf("%s up in %v", s.Name(), took.Round(time.Millisecond))
	if took > 5*time.Second {
		t.Errorf("the mail servers took %v to start", took)
	}
	if len(processesOf(t, s.dir)) == 0 {
		t.Error("no process of the stack was found")
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
	checkGone(t, s.dir)
}

func TestEndsWithItsOwner(t *testing.T) {
	owner := exec.Command(os.Args[0])
	owner.Env = append(os.Environ(), holdVariable+"=1")
	out, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	dir, err := bufio.NewReader(out).ReadString('\n')
	dir = strings.TrimSpace(dir)
	if err != nil || len(processesOf(t, dir)) == 0 {
		t.Errorf("the owner started no stack: %q, %v", dir, err)
	}
	if err := owner.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = owner.Wait() // "signal: killed"
	for range 100 {
		if _, err := os.Stat(dir); os.IsNotExist(err) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	checkGone(t, dir)
}

const holdVariable = "MAILSTACK_TEST_HOLD"

// holdStack runs in a process that starts a stack and is killed.
func holdStack() {
	s, err := New(context.Background(), Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(s.dir)
	select {}
}

func checkGone(t *testing.T, dir string) {
	t.Helper()
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", dir, err)
	}
	if left := processesOf(t, dir); len(left) > 0 {
		t.Errorf("processes left over: %q", left)
	}
}

// processesOf returns the command lines that contain the stack's directory.
func processesOf(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, file := range files {
		line, _ := os.ReadFile(file) // the process may have ended
		if strings.Contains(string(line), filepath.Base(dir)) {
			found = append(found, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return found
}
