package mcp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/agent/task/mcp"
)

// kind is the expected kind of an error.
func kind(err error) string {
	var u *mcp.Unavailable
	switch {
	case err == nil:
		return "answer"
	case errors.As(err, &u) && u.Sent:
		return "unavailable, perhaps done"
	case errors.As(err, &u):
		return "unavailable, not done"
	}
	for name, is := range map[string]bool{
		"refused": as[*mcp.Refused](err), "tool error": as[*mcp.ToolError](err), "malformed": as[*mcp.Malformed](err),
	} {
		if is {
			return name
		}
	}
	return fmt.Sprintf("%T", err)
}

func as[E error](err error) bool {
	_, is := errors.AsType[E](err)
	return is
}

// faults happen at the first call. The second call finds the server healthy.
var faults = []struct {
	fault  string
	want   string
	says   string
	effect bool // the call took effect
	dies   bool // the process ends too
}{
	{"exit", "unavailable, perhaps done", "exit status 3", false, true},
	{"panic", "unavailable, perhaps done", "panic: asked to panic", false, true},
	{"lost", "unavailable, perhaps done", "exit status 3", true, true},
	{"stray", "unavailable, perhaps done", "invalid character", false, true},
	{"hang", "unavailable, perhaps done", "it took too long", false, false},
	{"huge", "unavailable, perhaps done", "", true, false},
	{"slow", "answer", "", true, false},
	{"wrong_schema", "malformed", "missing properties", true, false},
	{"no_structure", "malformed", "no structured content", true, false},
	{"oversized", "malformed", "exceed the limit of 1000000", true, false},
	{"error", "tool error", "asked to fail", false, false},
}

func TestFaultsOverStdio(t *testing.T) {
	for _, f := range faults {
		t.Run(f.fault, func(t *testing.T) {
			t.Parallel()
			c := connect(t, mcp.Options{Command: deskCommand(t, "crm", "add_note:"+f.fault+"@1"), Timeout: 4 * time.Second})
			strike(t, c, f.want, f.says, f.effect)
		})
	}
}

func TestFaultsOverHTTP(t *testing.T) {
	for _, f := range faults {
		if f.dies {
			continue // no one restarts it; see TestServerComesBack
		}
		t.Run(f.fault, func(t *testing.T) {
			t.Parallel()
			o := overHTTP(serveDesk(t, deskCommand(t, "crm", "add_note:"+f.fault+"@1"), ""))
			o.Timeout = 4 * time.Second
			strike(t, connect(t, o), f.want, f.says, f.effect)
		})
	}
}

// strike causes a fault and checks the error, the effect and the recovery.
func strike(t *testing.T, c *mcp.Client, want, says string, effect bool) {
	t.Helper()
	_, err := c.Call(t.Context(), "add_note", json.RawMessage(addNote))
	if got := kind(err); got != want || err != nil && !strings.Contains(err.Error(), says) {
		t.Errorf("%s: %v", got, err)
	}
	if got := notes(t, c) > seedNotes; got != effect {
		t.Errorf("it took effect: %v", got)
	}
	if _, err := c.Call(t.Context(), "add_note", json.RawMessage(addNote)); err != nil {
		t.Errorf("the next call: %v", err)
	}
}

// Calls during a crash get an error or an answer, and other calls never notice.
func TestManyCallersOfAServerThatDies(t *testing.T) {
	t.Parallel()
	c := connect(t, mcp.Options{Command: deskCommand(t, "crm", "exit@20", "exit@40")})
	var answered, perhaps atomic.Int32
	var callers sync.WaitGroup
	for range 10 {
		callers.Go(func() {
			for range 10 {
				_, err := c.Call(t.Context(), "add_note", json.RawMessage(addNote))
				switch kind(err) {
				case "answer":
					answered.Add(1)
				case "unavailable, perhaps done":
					perhaps.Add(1)
				default:
					t.Error(err)
				}
			}
		})
	}
	callers.Wait()
	if perhaps.Load() < 2 || perhaps.Load() > 20 {
		t.Errorf("%d calls were in flight when it died twice", perhaps.Load())
	}
	done := int32(notes(t, c) - seedNotes)
	if done < answered.Load() || done > answered.Load()+perhaps.Load() {
		t.Errorf("%d took effect, %d were answered, %d perhaps done", done, answered.Load(), perhaps.Load())
	}
}
