package logs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/daemon/logs"
)

const ssn = "123-45-6789"

// All text in a line is masked, under any key.
func TestEveryAttrIsMasked(t *testing.T) {
	var out bytes.Buffer
	l := logs.New(logs.Options{Writer: &out, JSON: true})
	l.Info("said "+ssn, "text", ssn, "error", errors.New(ssn), "messages", []string{"a", ssn},
		slog.Group("g", "what", ssn), "n", 7, "message_id", "1@a.test")
	said := out.String()
	if strings.Contains(said, ssn) || strings.Count(said, "[ssn]") != 5 {
		t.Errorf("%s", said)
	}
	if !strings.Contains(said, `"n":7`) || !strings.Contains(said, "1@a.test") {
		t.Errorf("%s", said)
	}
}

func TestLines(t *testing.T) {
	for name, c := range map[string]struct {
		level slog.Level
		args  []any
		want  string
	}{
		"durations": {slog.LevelInfo, []any{"pause", 1500 * time.Millisecond, "took", 250 * time.Microsecond},
			`"pause_ms":1500,"took_ms":0.25`},
		"no empty keys": {slog.LevelInfo, []any{"reason", "", "error", nil, "to", []string{}, "n", 0}, `"n":0`},
		"customers": {slog.LevelInfo, []any{"from", "alice@customer.test", "to", []string{"Lee@agency.test", "bob@customer.test"}},
			`"from":"a…@customer.test","to":["Lee@agency.test","b…@customer.test"]`},
		"in the text of a server": {slog.LevelInfo, []any{"error", errors.New("550 5.1.1 <zoë@customer.test>: unknown")},
			`"error":"550 5.1.1 <z…@customer.test>: unknown"`},
		"apostrophe": {slog.LevelInfo, []any{"from", "shaun.o'brien@customer.test", "by", "'lee@agency.test'"},
			`"from":"s…@customer.test","by":"'lee@agency.test'"`},
		"own mailbox": {slog.LevelInfo, []any{"mailbox", "lee@agency.test/INBOX", "error", errors.New("no lee@agency.test.")},
			`"mailbox":"lee@agency.test/INBOX","error":"no lee@agency.test."`},
		"debug": {slog.LevelDebug, []any{"from", "alice@customer.test"}, `"from":"alice@customer.test"`},
	} {
		var out bytes.Buffer
		l := logs.New(logs.Options{Writer: &out, JSON: true, Level: c.level, Known: []string{"lee@agency.test"}})
		l.Info("x", c.args...)
		if !json.Valid(out.Bytes()) || !strings.HasSuffix(out.String(), `"msg":"x",`+c.want+"}\n") {
			t.Errorf("%s: %s, want %s", name, out.String(), c.want)
		}
	}
}

// A fault that repeats each second for 150 seconds is three lines. Another line names the total
// once the fault is over. Other faults, and lines that are not faults, are not left out.
func TestAFaultThatRepeatsIsALineAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		l := logs.New(logs.Options{Writer: &out}).With("mailbox", "quotes")
		for i := range 150 {
			l.Warn("broken", "error", fmt.Errorf("dial host:%d after %dms", i, i), "pause", time.Duration(i), "failures", i)
			l.Info("works")
			time.Sleep(time.Second)
		}
		l.Warn("broken", "error", errors.New("another reason"))
		l.Warn("broken", "error", errors.New("dial host:7 after 7ms"), "mail", 3)
		l.With("mailbox", "reviews").Warn("broken", "error", errors.New("dial host:7 after 7ms"))
		counts := func(part string, want int) {
			t.Helper()
			if n := strings.Count(out.String(), part); n != want {
				t.Errorf("%d of %q, want %d", n, part, want)
			}
		}
		counts("msg=works", 150)
		counts("error=\"dial", 5)
		counts("repeated=60", 2)
		counts("another reason", 1)
		time.Sleep(11 * time.Minute)
		counts("stopped repeating", 1)
		counts("fault=broken repeated=149", 1)
		l.Warn("broken", "error", errors.New("dial host:7 after 7ms"))
		counts("error=\"dial", 6)
		synctest.Wait()
	})
}

// said is the error of a fault with a separate line.
type said struct{ error }

func (said) Said() {}

// A fault with a separate line is in no other line, except in a log for debugging.
func TestAFaultWithASeparateLine(t *testing.T) {
	for level, want := range map[slog.Level]string{
		slog.LevelInfo: "", slog.LevelDebug: "database is down",
	} {
		var out bytes.Buffer
		l := logs.New(logs.Options{Writer: &out, Level: level})
		down := said{errors.New("the database is down")}
		l.Error("reading timers", "error", fmt.Errorf("timers: %w", down))
		if said := out.String(); !strings.Contains(said, want) || want == "" && said != "" {
			t.Errorf("%v: %s", level, said)
		}
	}
}

// An outage of a server with very many faults neither floods the memory nor hides other faults.
func TestFaultsBeyondTheBoundAreAllLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		l := logs.New(logs.Options{Writer: &out})
		for range 2 {
			for mail := range 1500 {
				l.Warn("broken", "mail", mail)
			}
		}
		if n := strings.Count(out.String(), "\n"); n != 2000 {
			t.Errorf("%d lines", n)
		}
		time.Sleep(time.Hour)
	})
}
