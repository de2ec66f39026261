package progress

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestMeter(t *testing.T) {
	var out bytes.Buffer
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	m := &Meter{terminal: &out, now: func() time.Time { return now }}
	ctx := m.In(t.Context())
	shows := func(want string) {
		t.Helper()
		if got := out.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		out.Reset()
	}
	Begin(ctx, "copying", Bytes, func() int64 { return 200e6 })
	shows("\rcopying   0%\x1b[K")
	now = now.Add(10 * time.Second)
	if n, err := Writer(ctx, io.Discard).Write(make([]byte, 50e6)); n != 50e6 || err != nil {
		t.Error(n, err)
	}
	shows("\rcopying  25%  5.0 MB/s  30s left\x1b[K")
	Add(ctx, 1) // too soon
	shows("")
	Begin(ctx, "checking", "records", func() int64 { return 40 })
	shows("\rchecking   0%\x1b[K")
	now = now.Add(time.Minute)
	Add(ctx, 50) // more than the estimate
	shows("\rchecking 100%  0.8 records/s  0s left\x1b[K")
	now = now.Add(time.Second)
	Add(ctx, 950)
	shows("\rchecking 100%  16 records/s  0s left\x1b[K")
	m.Clear()
	shows("\r\x1b[K")
	m.Clear()
	shows("")
	Begin(ctx, "verifying", "threads", func() int64 { return 0 })
	shows("\rverifying 100%\x1b[K")
}

// Only a terminal gets a meter.
func TestNoTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if New(file) != nil || New(new(strings.Builder)) != nil {
		t.Error("a file has a meter")
	}
	for _, ctx := range []context.Context{t.Context(), New(file).In(t.Context())} {
		Begin(ctx, "copying", Bytes, func() int64 { t.Error("the size is computed"); return 0 })
		Add(ctx, 1)
		if Terminal(ctx) != nil {
			t.Error("there is a terminal")
		}
	}
	(*Meter)(nil).Clear()
}
