package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ppamaild/store"
)

func exported(t testing.TB, th Thread) string {
	t.Helper()
	var b bytes.Buffer
	check(t, th.Write(&b))
	return b.String()
}

// An export is complete, and Read restores the thread.
func TestExportRoundTrips(t *testing.T) {
	s := quoted(t)
	s.thread.Messages = []Message{{store.Inbound{ID: 7, Mailbox: "INBOX", Status: store.InboundHandled}, []byte("From: m\r\n\r\n\xff\x00 raw")}}
	s.thread.Timers = []Timer{{store.Timer{Thread: id, Name: "remind:3", Due: s.at.UTC()}, json.RawMessage(`{"n":1}`)}}
	s.thread.Entries[3].Erased, s.thread.Entries[3].Payload = true, nil
	lines := exported(t, s.thread)
	back, err := Read(strings.NewReader(lines))
	check(t, err)
	if again := exported(t, back); again != lines {
		t.Errorf("it comes back as\n%s\nnot\n%s", again, lines)
	}
	if len(back.Entries) != len(s.thread.Entries) || !back.Entries[3].Erased || !bytes.Equal(back.Messages[0].Raw, s.thread.Messages[0].Raw) {
		t.Errorf("%d entries, %+v", len(back.Entries), back.Messages)
	}
	for i, e := range back.Entries {
		if !bytes.Equal(e.Payload, s.thread.Entries[i].Payload) || e.Seq != uint64(i+1) {
			t.Errorf("entry %d: %+v", i+1, e)
		}
	}
	for i, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		if !strings.HasPrefix(line, `{"line":"`) || !json.Valid([]byte(line)) {
			t.Errorf("line %d: %s", i+1, line)
		}
	}
}

func TestShortenedExportIsRefused(t *testing.T) {
	all := strings.SplitAfter(exported(t, handedOver(t).thread), "\n")
	for n := range len(all) - 1 {
		if _, err := Read(strings.NewReader(strings.Join(all[:n], ""))); err == nil {
			t.Errorf("%d lines of %d pass for a whole export", n, len(all)-1)
		}
	}
	gap := strings.Join(all[:2], "") + strings.Join(all[3:], "")
	if _, err := Read(strings.NewReader(gap)); err == nil || !strings.Contains(err.Error(), "before the end") {
		t.Errorf("without its third line: %v", err)
	}
	for _, bad := range []string{`{"line":"what"}`, `{"line":"thread","format":2}`, `nonsense`, `[]`} {
		if _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// An export has each journal entry, with any payload.
func TestExportHasEveryEntry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := Thread{Head: Head{Thread: id, Subject: rapid.String().Draw(t, "subject")}}
		for i := range rapid.IntRange(0, 20).Draw(t, "entries") {
			payload, err := json.Marshal(rapid.String().Draw(t, "payload"))
			if err != nil {
				t.Fatal(err)
			}
			th.Entries = append(th.Entries, Entry{Payload: payload, Entry: store.Entry{
				Seq: uint64(i + 1), At: time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "at"), 0).UTC(), Kind: rapid.String().Draw(t, "kind"), Ref: rapid.String().Draw(t, "ref"),
			}})
		}
		var b bytes.Buffer
		if err := th.Write(&b); err != nil {
			t.Fatal(err)
		}
		back, err := Read(&b)
		if err != nil || len(back.Entries) != len(th.Entries) {
			t.Fatalf("%d entries of %d: %v", len(back.Entries), len(th.Entries), err)
		}
		for i, e := range back.Entries {
			if !bytes.Equal(e.Payload, th.Entries[i].Payload) || !e.At.Equal(th.Entries[i].At) {
				t.Fatalf("entry %d is %+v, not %+v", i+1, e, th.Entries[i])
			}
		}
	})
}
