package factcheck

import "testing"

func TestEveryProhibitedPhraseCompiles(t *testing.T) {
	for _, p := range prohibited.Get() {
		for _, in := range p.patterns {
			_ = in.String()
		}
	}
}
