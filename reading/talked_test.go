package reading

import (
	"slices"
	"testing"
)

// TestAsksForPrice: a price, however it is asked for, is no question of its own.
func TestAsksForPrice(t *testing.T) {
	for text, want := range map[string][]string{
		"I'd like to raise the liability to 250/500 and add rental. What would that be?": nil,
		"We live in Gresham, OR 97030. Can you give us an idea of what it would be?":     nil,
	} {
		if got := answered(ofTwoCars(), nil, text).Questions; !slices.Equal(got, want) {
			t.Errorf("%q: asks %q, want %q", text, got, want)
		}
	}
}
