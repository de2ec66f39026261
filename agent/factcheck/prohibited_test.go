package factcheck

import "testing"

func TestEveryProhibitedPhraseCompiles(t *testing.T) {
	for _, p := range prohibited {
		for _, in := range p.in {
			_ = in.String()
		}
	}
}
