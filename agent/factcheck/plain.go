package factcheck

import "strings"

// A replay compares warnings with the warnings in the store, so the stored words never change.
const storedProhibited = "binds, advises or promises, which only a licensed producer may"

// Plain returns warnings in the words that staff read.
func Plain(stored []string) (shown []string) {
	for _, w := range stored {
		shown = append(shown, strings.ReplaceAll(w, storedProhibited,
			"may bind coverage, advise or promise: only a licensed producer can say that"))
	}
	return shown
}
