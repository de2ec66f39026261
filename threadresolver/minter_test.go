package threadresolver

import (
	"bytes"
	"crypto/rand"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"ppamaild/mailbox/messageid"
)

func TestMessageID(t *testing.T) {
	id := minter.MessageID("Q-7F3K2M", "r4-lee.1")
	for _, variant := range []string{id, "<" + id + ">", " <" + strings.ToUpper(id) + "> "} {
		if thread, ok := minter.Verify(variant); !ok || thread != "Q-7F3K2M" {
			t.Errorf("%q: %q %v", variant, thread, ok)
		}
	}
	other := Minter{Key: []byte("another key of thirty-two octets"), Domain: "agency.test"}
	if _, ok := other.Verify(id); ok {
		t.Error("verifies under another key")
	}
	for _, forged := range []string{"", "@", ".@agency.test", "..@agency.test", strings.Replace(id, "7f3k2m", "7f3k2n", 1), strings.Replace(id, "agency.test", "agency.test.evil.test", 1),
		strings.Replace(id, "agency", "agenc\u0443", 1), strings.Replace(id, "r4", "r5", 1), id + "x", strings.Repeat("a", 1000) + id} {
		if thread, ok := minter.Verify(forged); ok {
			t.Errorf("%q verifies for %s", forged, thread)
		}
	}
}

// The Message-ID of a mail without a thread is valid by RFC 5322 and recognized, like the older
// ones with a leading dot.
func TestMessageIDOfNoThread(t *testing.T) {
	id := minter.MessageID("", "5c566909a3b243ae")
	if !strings.HasPrefix(id, "notice.") {
		t.Errorf("it is %q", id)
	}
	for _, ours := range []string{id, strings.TrimPrefix(id, "notice")} {
		if thread, ok := minter.Verify(ours); thread != "" || !ok {
			t.Errorf("%q: %q %v", ours, thread, ok)
		}
	}
}

func TestThreadRef(t *testing.T) {
	ref := minter.ThreadRef("Q-7F3K2M")
	for text, want := range map[string]string{
		strings.ToLower(ref): "Q-7F3K2M", strings.Replace(ref, "7F3K2M", "7F3K2N", 1): "", strings.Replace(ref, "-c-", "-1-", 1): "",
	} {
		refs := messageid.Scan(text)
		if len(refs) != 1 {
			t.Fatalf("%q holds %v", text, refs)
		}
		if thread, _ := minter.verifyRef(refs[0]); thread != want {
			t.Errorf("%q verifies for %q, want %q", text, thread, want)
		}
	}
}

// TestMarksAreKeptApart: a mark of one purpose must not serve another, and the
// bounds between parts must not move.
func TestMarksAreKeptApart(t *testing.T) {
	key := []byte("0123456789abcdef0123456789abcdef")
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SliceOfN(rapid.StringN(0, 3, -1), 1, 4).Draw(t, "a"), rapid.SliceOfN(rapid.StringN(0, 3, -1), 1, 4).Draw(t, "b")
		same := len(a) == len(b)
		for i := range min(len(a), len(b)) {
			same = same && a[i] == b[i]
		}
		if got := messageid.Sum(key, a[0], a[1:]...) == messageid.Sum(key, b[0], b[1:]...); got != same {
			t.Fatalf("%q and %q: equal marks %v", a, b, got)
		}
	})
}

func TestNewThreadID(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id, err := NewThreadID(rand.Reader, "Q")
		if err != nil || len(id) != 8 || !strings.HasPrefix(id, "Q-") || strings.ContainsAny(id[2:], "01ILOSZBU") {
			t.Fatalf("%q, %v", id, err)
		}
		if subjectTag.FindString("["+id+"]") == "" {
			t.Fatalf("%q is not found in a subject", id)
		}
		seen[id] = true
	}
	if len(seen) < 990 {
		t.Errorf("only %d of 1000 ids are different", len(seen))
	}
	if _, err := NewThreadID(iotest.ErrReader(bytes.ErrTooLarge), "Q"); err == nil {
		t.Error("no error without randomness")
	}
	if id, _ := NewThreadID(bytes.NewReader([]byte{255, 0, 1, 254, 2, 3, 4, 5}), "T"); id != "T-234567" {
		t.Errorf("%q: octets that would favour some characters must be drawn again", id)
	}
}

func FuzzVerify(f *testing.F) {
	f.Add(minter.MessageID("Q-7F3K2M", "m1"))
	f.Add("<a.b@agency.test>")
	f.Fuzz(func(t *testing.T, id string) {
		thread, ok := minter.Verify(id)
		if ok && !strings.Contains(strings.ToLower(id), strings.ToLower(thread)+".") {
			t.Fatalf("%q verifies for %q", id, thread)
		}
	})
}
