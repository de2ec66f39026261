package delta

import (
	"bytes"
	"fmt"
	"testing"
)

const limit = 1 << 20

func TestMakeAndApply(t *testing.T) {
	var long string
	for n := range 20 {
		long += fmt.Sprintf("Line %d of a letter.\r\n", n)
	}
	tests := []struct {
		name, base, text string
		most             int // bytes of the patch
	}{
		{"both empty", "", "", 4},
		{"base empty", "", "text", 9},
		{"text empty", "base", "", 4},
		{"equal", long, long, 8},
		{"first line", long, "To: Kim\r\n" + long, 25},
		{"last line", long, long + "Kim", 20},
		{"lines moved", "1\n2\n3\n", "3\n2\n1\n", 20},
		{"line within", "one\ntwo\nthree\n", "one\nTWO\nthree\n", 20},
	}
	for _, test := range tests {
		patch := Make([]byte(test.base), []byte(test.text))
		text, err := Apply([]byte(test.base), patch, limit)
		if err != nil || string(text) != test.text {
			t.Errorf("%s: %q, %v", test.name, text, err)
		}
		if len(patch) > test.most {
			t.Errorf("%s: the patch has %d bytes", test.name, len(patch))
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	base, text := []byte("one\ntwo\nthree\n"), []byte("one\nTWO\nthree\n")
	patch := Make(base, text)
	for n := range patch {
		if _, err := Apply(base, patch[:n], limit); err == nil {
			t.Errorf("%d bytes of %d are no patch", n, len(patch))
		}
	}
	if _, err := Apply(base[:9], patch, limit); err == nil {
		t.Error("another base")
	}
	if _, err := Apply(base, patch, len(text)-1); err == nil {
		t.Error("above the limit")
	}
}

func FuzzDelta(f *testing.F) {
	f.Add([]byte("one\ntwo\nthree\n"), []byte("one\nTWO\nthree\n"))
	f.Add([]byte("one\n"), []byte{8, 0, 4, 0, 0, 4, 0})
	f.Fuzz(func(t *testing.T, base, text []byte) {
		got, err := Apply(base, Make(base, text), len(text))
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("%q instead of %q: %v", got, text, err)
		}
		if got, _ := Apply(base, text, 1000); len(got) > 1000 {
			t.Errorf("%d bytes", len(got))
		}
	})
}
