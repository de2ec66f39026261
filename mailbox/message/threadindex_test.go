package message

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
	"time"
)

var conversation = [16]byte{0xc0, 0xff, 0xee, 15: 7}

func TestCase3ThreadIndexIsExtendedNotCopied(t *testing.T) {
	began := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	root := NewThreadIndex(conversation, began)
	if len(root) != 22 || root[0] != 1 || root.Answers() || root.Root() != "c0ffee00000000000000000000000007" {
		t.Fatalf("%x", root)
	}
	for _, after := range []time.Duration{-time.Hour, 0, time.Hour, 1000 * 24 * time.Hour} {
		child := root.Child(began.Add(after), 0x0a)
		grandchild := child.Child(began.Add(after+time.Minute), 0)
		if len(child) != 27 || !bytes.HasPrefix(child, root) || child[26] != 0xa0 || !child.Answers() || child.Root() != root.Root() {
			t.Errorf("%v: %x does not extend %x", after, child, root)
		}
		if len(grandchild) != 32 || !bytes.HasPrefix(grandchild, child) {
			t.Errorf("%v: %x does not extend %x", after, grandchild, child)
		}
	}
	if again, ok := ParseThreadIndex(root.Child(began, 1).String()); !ok || !again.Answers() {
		t.Error("what we write can't be read")
	}
}

// TestThreadIndexMeasuresTime: a block holds the time since the header, for both forms of the
// header's time.
func TestThreadIndexMeasuresTime(t *testing.T) {
	began := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	exchange := NewThreadIndex(conversation, began)
	outlook := append(append(ThreadIndex{}, exchange[1:6]...), 0)
	outlook = append(outlook, exchange[6:]...)
	for name, root := range map[string]ThreadIndex{"Exchange": exchange, "Outlook": outlook} {
		for _, after := range []time.Duration{time.Minute, 300 * 24 * time.Hour, 900 * 24 * time.Hour} {
			block := root.Child(began.Add(after), 0)[22:]
			units := uint64(block[0]&0x7f)<<24 | uint64(block[1])<<16 | uint64(block[2])<<8 | uint64(block[3])
			shift := 18 + 5*(block[0]>>7)
			got := time.Duration(units<<shift) * 100
			if off := got - after; off < -time.Second || off > 3*time.Second {
				t.Errorf("%s: %v was written as %v", name, after, got)
			}
		}
	}
}

func TestThreadIndexStaysBounded(t *testing.T) {
	index := NewThreadIndex(conversation, time.Unix(0, 0))
	for i := range 500 {
		index = index.Child(time.Unix(int64(i)*1000, 0), byte(i))
	}
	if n := len(index.String()); n > 900 {
		t.Errorf("the field has %d octets", n)
	}
	if again, ok := ParseThreadIndex(index.String()); !ok || again.Root() != index.Root() {
		t.Error("what we write can't be read")
	}
}

func TestParseThreadIndex(t *testing.T) {
	root := NewThreadIndex(conversation, time.Unix(1e9, 0)).String()
	for field, want := range map[string]bool{
		root: true, root[:10] + "\r\n " + root[10:]: true, strings.TrimRight(root, "="): true,
		"": false, "x": false, "AQ==": false, root[:20]: false, root + "!": false, strings.Repeat("A", 5000): false,
		base64.StdEncoding.EncodeToString(make([]byte, 22)):                       false, // the reserved byte is 1
		base64.StdEncoding.EncodeToString(append([]byte{1}, make([]byte, 23)...)): false, // no whole block
	} {
		if _, ok := ParseThreadIndex(field); ok != want {
			t.Errorf("%q: %v", field, ok)
		}
	}
}

func FuzzThreadIndex(f *testing.F) {
	root := NewThreadIndex(conversation, time.Unix(1e9, 0))
	f.Add(root.String())
	f.Add(root.Child(time.Unix(2e9, 0), 3).String())
	f.Add("AdqmF0T1 mQ\r\n\t==")
	f.Fuzz(func(t *testing.T, field string) {
		index, ok := ParseThreadIndex(field)
		if !ok {
			return
		}
		child := index.Child(time.Unix(1.8e9, 0), 5)
		again, ok := ParseThreadIndex(child.String())
		if !ok || again.Root() != index.Root() || !again.Answers() || len(child.String()) > 900 {
			t.Errorf("%q gave %x and, extended, %x", field, index, child)
		}
	})
}
