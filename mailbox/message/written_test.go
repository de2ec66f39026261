package message

import (
	"strings"
	"testing"
	"time"
)

func TestWritten(t *testing.T) {
	arrived := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	for header, want := range map[string]string{
		"Date: Fri, 20 Nov 2026 09:00:00 -0800": "2026-11-20T09:00:00-08:00",
		"Date: Sat, 21 Nov 2026 09:30:00 -0800": "2026-11-21T09:30:00-08:00", // an hour's error, and none of a zone
		"Date: Sun, 22 Nov 2026 09:30:00 -0800": "2026-11-20T10:00:00-08:00",
		"Date: Thu, 20 Nov 2036 09:00:00 -0800": "2026-11-20T10:00:00-08:00",
		"Date: Thu, 01 Jan 1970 00:00:00 +0000": "2026-11-20T18:00:00Z",
		"Date: Tue, 20 Nov 0026 09:00:00 +0100": "2026-11-20T19:00:00+01:00",
		"Date: Fri, 12 Dec 2025 09:00:00 -0800": "2025-12-12T09:00:00-08:00", // moved from elsewhere
		"Date: some day":                        "2026-11-20T18:00:00Z",
		"Received: from a by b; Mon, 9 Nov 2026 08:00:00 +0000\nReceived: from x by a; Sun, 8 Nov 2020 08:00:00 +0000": "2026-11-20T18:00:00Z",
	} {
		m, err := Parse(strings.NewReader(header+"\nFrom: a@customer.test\n\nHello\n"), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Written(arrived).Format(time.RFC3339); got != want {
			t.Errorf("%s: %s, want %s", header, got, want)
		}
	}
}

func TestWrittenWhereNobodyKnowsWhenItCame(t *testing.T) {
	received := "Received: from a by b (c; d)\n\tfor <e@f.test>; Mon, 9 Nov 2026 08:00:00 +0000 (UTC)\nReceived: from x by a; Sun, 8 Nov 2020 08:00:00 +0000\n"
	for header, want := range map[string]string{
		received: "2026-11-09T08:00:00Z",
		received + "Date: Thu, 01 Jan 1970 00:00:00 +0000\n":             "2026-11-09T08:00:00Z",
		received + "Date: Sun, 8 Nov 2026 23:00:00 -0800\n":              "2026-11-08T23:00:00-08:00",
		"Date: Thu, 01 Jan 1970 00:00:00 +0000\n":                        "1970-01-01T00:00:00Z",
		"Received: nobody knows\nDate: Thu, 1 Jan 2037 00:00:00 +0000\n": "2037-01-01T00:00:00Z",
	} {
		m, err := Parse(strings.NewReader(header+"From: a@customer.test\n\nHello\n"), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Written(time.Time{}).Format(time.RFC3339); got != want {
			t.Errorf("%s: %s, want %s", header, got, want)
		}
	}
	if got := new(Message).Written(time.Time{}); time.Since(got).Abs() > time.Minute {
		t.Errorf("without any date it is of %s", got)
	}
}
