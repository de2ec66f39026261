package factcheck

import (
	"fmt"
	"slices"
	"testing"

	"ppamaild/templates"
)

func TestPlain(t *testing.T) {
	stored := []string{fmt.Sprintf("%q %s", "you are covered", storedProhibited), "another warning"}
	want := []string{
		`"you are covered" may bind coverage, advise or promise: only a licensed producer can say that`,
		"another warning",
	}
	if got := Plain(stored, templates.Embedded("en").Say); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
