package reading

import (
	"strings"
	"testing"
)

// TestQuestionsWithoutAMark tells staff of what a customer asks without a question mark.
func TestQuestionsWithoutAMark(t *testing.T) {
	const answers = "1. 12/1/57\n2. 52\n3. pleasure\n4. 6000\n\n"
	for text, want := range map[string]string{
		"also how soon can it start and do you take credit cards": "also how soon can it start and do you take credit cards",
		"its in my sons name does that matter":                    "its in my sons name does that matter",
		"Do you take Visa.":                                       "Do you take Visa.",
		"I paid the car off, and can I pay by the month":          "can I pay by the month",
		"btw what happens if I move":                              "btw what happens if I move",
		"when will it start":                                      "when will it start",
		"how long does this take. Thanks":                         "how long does this take.",
		"Is there a discount if we pay in full":                   "",
		"what if I move in the summer":                            "what if I move in the summer",
		// statements, wishes and a mark as ever
		"When I was 16 I got it.":                  "",
		"What I need is cheap.":                    "",
		"Is 6 miles away.":                         "",
		"That is how I do it. I can wait.":         "",
		"Will be away until Monday.":               "",
		"I do, can do, will do.":                   "",
		"can you send me a quote":                  "",
		"How I drive it does not matter.":          "",
		"Which does not matter.":                   "",
		"That is all you asked, so we can go on.":  "",
		"Do you take Visa?":                        "Do you take Visa?",
		"cuando puede empezar, y aceptan tarjetas": "cuando puede empezar, y aceptan tarjetas",
	} {
		if got := strings.Join(Read(askedOfOne.reply(t, answers+text)).Questions, " | "); got != want {
			t.Errorf("%q: questions %q, want %q", text, got, want)
		}
	}
}
