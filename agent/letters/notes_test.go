package letters

import (
	"slices"
	"testing"
)

// Grave notes come first, so that the decision card shows them.
func TestGraveFirst(t *testing.T) {
	w := English()
	fine, drunk := w.Say("watch.student", "x"), w.Say("quoting.grave", "Frank had a DUI")
	complaint := w.Say("watch.dispute", "I will file a complaint")
	got := GraveFirst([]string{fine, "else", drunk, complaint}, w)
	if want := []string{drunk, complaint, fine, "else"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
