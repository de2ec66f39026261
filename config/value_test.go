package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90s": 90 * time.Second, "4h": 4 * time.Hour, "30d": 720 * time.Hour, "1d12h": 36 * time.Hour, "1h30m": 90 * time.Minute,
		"": 0, "0": 0, "0d": 0, "5": 0, "-1h": 0, "1d-1h": 0, "1d1d": 0, "d": 0, "1.5d": 0, "99999d": 0, "9999999h": 0, "1w": 0,
	} {
		var d Duration
		if ok := d.Set(text); ok != (want > 0) || ok && d.Duration != want {
			t.Errorf("%q: %v, %v", text, d, ok)
		} else if ok && new(Duration).Set(d.String()) != true {
			t.Errorf("%q is printed as %v, which is none", text, d)
		}
	}
	for want, d := range map[string]time.Duration{"3d": 72 * time.Hour, "1d12h": 36 * time.Hour, "4h": 4 * time.Hour, "1h30m": 90 * time.Minute, "20m": 20 * time.Minute, "1m30s": 90 * time.Second, "10s": 10 * time.Second} {
		if got := (Duration{d}).String(); got != want {
			t.Errorf("%v is printed as %q, want %q", d, got, want)
		}
	}
}

// A wait may be zero, in one form.
func TestWait(t *testing.T) {
	for text, want := range map[string]struct {
		is   bool
		wait time.Duration
	}{"0s": {true, 0}, "90s": {true, 90 * time.Second}, "1d": {true, 24 * time.Hour}, "0": {}, "": {}, "-1h": {}} {
		var w Wait
		if is := w.Set(text); is != want.is || is && w.Duration != want.wait {
			t.Errorf("%q: %v, %v", text, w, is)
		}
	}
	cfg, err := load("", with(t, "[review]", "[review]\nbounce_wait = \"0s\"")+
		"[carrier]\nask_again_after = \"0s\"\n")
	if err != nil || cfg.Review.BounceWait.Duration != 0 || cfg.Carrier.AskAgainAfter.Duration != 0 {
		t.Errorf("0s: %v", err)
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]Size{
		"25MB": 25_000_000, "25MiB": 25 << 20, "1GB": 1e9, "7B": 7, "2KiB": 2048,
		"": 0, "25": 0, "MB": 0, "0MB": 0, "-1MB": 0, "2.5MB": 0, "25mb": 0, "25TB": 0, "1 GB": 0, "25MBMB": 0, "9999999999GB": 0,
	} {
		var s Size
		if ok := s.Set(text); ok != (want > 0) || ok && s != want {
			t.Errorf("%q: %d, %v", text, s, ok)
		}
	}
}

func TestTimeOfDay(t *testing.T) {
	for text, want := range map[string]*TimeOfDay{
		"08:00": {8, 0}, "00:00": {}, "23:59": {23, 59},
		"": nil, "8:00": nil, "24:00": nil, "08:60": nil, "08:00:00": nil, "8 am": nil, "0800": nil, "now": nil,
	} {
		var d TimeOfDay
		if ok := d.Set(text); ok != (want != nil) || ok && d != *want {
			t.Errorf("%q: %v, %v", text, d, ok)
		}
	}
}

func TestTimeOfDayNext(t *testing.T) {
	angeles, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	eight := TimeOfDay{Hour: 8}
	for now, want := range map[string]string{
		"2026-11-20T07:59:59-08:00": "2026-11-20T08:00:00-08:00",
		"2026-11-20T08:00:00-08:00": "2026-11-21T08:00:00-08:00", // once a day
		"2026-11-20T23:30:00-08:00": "2026-11-21T08:00:00-08:00",
		"2026-11-20T17:00:00Z":      "2026-11-21T08:00:00-08:00",
		"2026-12-31T12:00:00-08:00": "2027-01-01T08:00:00-08:00",
		"2026-03-07T09:00:00-08:00": "2026-03-08T08:00:00-07:00", // 23 hours, as the clock goes forward
		"2026-10-31T09:00:00-07:00": "2026-11-01T08:00:00-08:00", // 25 hours
	} {
		at, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		if next := eight.Next(at, angeles).Format(time.RFC3339); next != want {
			t.Errorf("after %s: %s, want %s", now, next, want)
		}
	}
}

func TestSecretIsNeverPrinted(t *testing.T) {
	const word = "xyzzy"
	cfg := mustLoad(t, with(t, `password = "one"`, `password = "`+word+`"`))
	type holder struct{ hidden Secret }
	secret := cfg.Mailbox.Customer.Password
	var printed bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		for _, value := range []any{secret, &secret, *cfg, cfg.Mailbox, holder{secret}, []Secret{secret}, fmt.Errorf("logging in: %v", secret)} {
			fmt.Fprintf(&printed, verb+"\n", value)
		}
	}
	for _, handler := range []slog.Handler{slog.NewTextHandler(&printed, nil), slog.NewJSONHandler(&printed, nil)} {
		slog.New(handler).Info("loaded", "password", secret, "mailbox", cfg.Mailbox, "hidden", holder{secret})
	}
	if err := json.NewEncoder(&printed).Encode(cfg.Mailbox); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(printed.String()) {
		if strings.Contains(line, word) || strings.Contains(line, fmt.Sprintf("%x", word)) {
			t.Errorf("printed: %s", line)
		}
	}
	if secret.String() != masked || secret.Reveal() != word {
		t.Error("the secret is lost")
	}
}
