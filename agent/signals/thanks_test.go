package signals

import (
	"strings"
	"testing"
)

func TestIsOnlyThanks(t *testing.T) {
	for _, text := range []string{"Thanks!", "Thank you so much, Dana.\n\nMaria", "ok, got it 👍", "Muchas gracias por la respuesta.", "Perfect. Have a great day!"} {
		if !IsOnlyThanks(text, "Maria Lopez", "Dana") {
			t.Errorf("%q is none", text)
		}
	}
	for _, text := range []string{"", "👍", "Thanks, but make the deductible 500", "Ok?", "Thanks. Cancel it.", "no thanks", "Thanks, Eve", "Sounds great, go ahead", strings.Repeat("thanks ", 21)} {
		if IsOnlyThanks(text, "Maria Lopez") {
			t.Errorf("%q is one", text)
		}
	}
}
