package templates

import (
	"strings"
	"testing"
)

// In observe mode, a review begins with the notice that nothing is sent.
func TestObservingIsSaidFirst(t *testing.T) {
	set, err := New("")
	if err != nil {
		t.Fatal(err)
	}
	review, handedOver := sampleReview(), Sample("handed_over", "en").(Notice)
	review.Observing, handedOver.Observing = true, true
	for name, view := range map[string]any{"review": review, "reminder": review, "escalation": review, "handed_over": handedOver} {
		m, err := set.Render(name, view)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(m.Text, "*** The customer gets no mail") {
			t.Errorf("%s begins with\n%.200s", name, m.Text)
		}
		said, heading := strings.Index(m.HTML, "The customer gets no mail"), strings.Index(m.HTML, "<h1")
		if said < 0 || said > heading {
			t.Errorf("the HTML of %s says it at %d, its heading stands at %d", name, said, heading)
		}
	}
}

// A follow-up in another language comes with an English translation.
func TestFollowupsAreShownInEnglishToo(t *testing.T) {
	set, err := New("")
	if err != nil {
		t.Fatal(err)
	}
	review := sampleReview()
	review.Followups[0].Text, review.Followups[0].English = "Hola Maria,", "Hello Maria, still there?"
	m, err := set.Render("review", review)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(m.Text, "Hello Maria, still there?") || !strings.Contains(m.HTML, "Hello Maria, still there?") {
		t.Errorf("no English text:\n%s", m.Text)
	}
}
