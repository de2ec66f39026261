package factcheck

import "strings"

// A replay compares warnings with the warnings in the store, so the stored words never change.
const storedProhibited = "binds, advises or promises, which only a licensed producer may"

// Plain returns warnings in the words that staff read. Function say returns a phrase of the
// templates.
func Plain(stored []string, say func(phrase string, args ...string) string) (shown []string) {
	for _, w := range stored {
		shown = append(shown, strings.ReplaceAll(w, storedProhibited, say("notify.prohibited")))
	}
	return shown
}
