package lazy_test

import (
	"errors"
	"io"
	"testing"

	"ppamaild/lazy"
)

func TestMadeOnce(t *testing.T) {
	calls := 0
	value := lazy.Value[int]{New: func() int { calls++; return 7 }}
	result := lazy.Result[int]{New: func() (int, error) { calls++; return 8, io.EOF }}
	for range 2 {
		if got := value.Get(); got != 7 {
			t.Errorf("value: %d", got)
		}
		if got, err := result.Get(); got != 8 || !errors.Is(err, io.EOF) {
			t.Errorf("result: %d, %v", got, err)
		}
	}
	if calls != 2 {
		t.Errorf("%d calls", calls)
	}
}

func TestWordsAndReplacements(t *testing.T) {
	words := lazy.Set("one two\n\tthree")
	if !words.Has("one") || !words.Has("three") || words.Has("four") || words.Has("") {
		t.Error("the set has other words")
	}
	if got := lazy.Replacing("a", "b", "b", "a").Replace("abc"); got != "bac" {
		t.Error(got)
	}
}
