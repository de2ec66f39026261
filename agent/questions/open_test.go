package questions

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ppamaild/quote"
)

// Staff see what a mail asks for and nothing answers. A plain wish for a quote is answered by the
// quote, and a value answers the words that the value rests on.
func TestOpenRequests(t *testing.T) {
	for _, tt := range [][2]string{
		{"Cuanto seria solo con lo minimo?", "Cuanto seria solo con lo minimo?"},
		{"¿Cuánto sería con lo mínimo?", "¿Cuánto sería con lo mínimo?"},
		{"For now don't put him on.", "For now don't put him on."},
		{"Please take my son off the policy and send my mom a copy.",
			"Please take my son off the policy | send my mom a copy."},
		{"Do A. Also move the start to Friday.", "Do A. | Also move the start to Friday."},
		{"What would it be without rental?", "What would it be without rental?"},
		{"Can you also look at my boat?", "Can you also look at my boat?"},
		{"Don't run my credit.", "Don't run my credit."},
		{"I want to pay with a check.", "I want to pay with a check."},
		{"No ponga la grua por favor.", "No ponga la grua por favor."},
		{"Hi, I'd like a quote for my 2019 Civic. Please let me know. Thank you!", ""},
		{"How much would it cost to insure my car? Can you send me a quote?", ""},
		{"Looking forward to hearing from you. Let me know if you need anything.", ""},
		{"Necesito una cotización para mi carro, por favor. Gracias.", ""},
		{"I drive to work and keep it in a garage. We live in Bend.", ""},
		{"Could you quote these two for us? Please let me know if you need more.", ""},
		{"Can you quote our household? how much for my car? Was that so hard?", ""},
		{"> Please add rental.", ""},
		{"Good morning,\n\nplease quote my car. My wife drives it.", ""},
		{"Please see the attached policy. Quote my car without rental.",
			"Quote my car without rental."},
		{"Looks good. We want to go ahead.", ""},
		{"Please quote our 2 cars:\n2019 Civic\n2015 F-150\nEmail is best.", ""},
		{"Email is not fine, call me.", "Email is not fine | call me."},
		{"Email is broken so please call me.", "Email is broken so please call me."},
	} {
		if got := strings.Join(Open(Mail{Text: tt[0]}), " | "); got != tt[1] {
			t.Errorf("%s: %q, want %q", tt[0], got, tt[1])
		}
	}
}

// A value that is added answers no request to take something off.
func TestOpenRequestsHaveNoAnswer(t *testing.T) {
	son := quote.Fact{Path: "drivers[1].relationship", Value: []byte(`"child"`), Words: "my son"}
	off := quote.Fact{Path: "drivers[1]", Words: "take my son off"}
	for _, tt := range []struct {
		mail Mail
		open bool
	}{
		{Mail{Text: "Please add my son.", Facts: []quote.Fact{son}}, false},
		{Mail{Text: "Please take my son off.", Facts: []quote.Fact{son}}, true},
		{Mail{Text: "Please take my son off.", Facts: []quote.Fact{son, off}}, false},
		{Mail{Text: "Can you call me?", Said: []string{`prefers a call: "Can you call me?"`}}, false},
		{Mail{Text: "Yes, please change it.", Taken: 1}, false},
		{Mail{Text: "Yes, please change it."}, true},
	} {
		if got := Open(tt.mail); len(got) > 0 != tt.open {
			t.Errorf("%s: %q", tt.mail.Text, got)
		}
	}
}

// A long list of requests costs little time, and staff see a few of them.
func TestOpenRequestsAreBounded(t *testing.T) {
	open := Open(Mail{Text: strings.Repeat("Please add one more thing, and take it off. ", 5000)})
	if len(open) != maxOpen || slices.Contains(open, "") {
		t.Errorf("%q", open)
	}
}

// Each match of a line "asks" has a sign, or the search would miss the match.
func TestSignsMissNoRequest(t *testing.T) {
	for _, p := range requests.Get()["asks"] {
		match := rapid.StringMatching(strings.ReplaceAll(p.String(), `\b`, ""))
		rapid.Check(t, func(t *rapid.T) {
			if words := match.Draw(t, "match"); asks(words, "asks") && !isAsking(words) {
				t.Fatalf("%q has no sign", words)
			}
		})
	}
}

// Each mail answers what the customer should send, but no question about one thing.
func TestPlainQuestions(t *testing.T) {
	for question, want := range map[string]bool{
		"What do you need from me?": true, "What else would you need from me?": true,
		"Is there anything else you need?": true, "¿Qué más necesita de mí?": true,
		"Could you price both cars for us?": true, "Do you cover rental cars?": false,
		"Which documents do you need for the student discount?": false,
		"Can you let me know if you have roadside assistance?":  false,
		"Let me know if you have any discounts":                 false,
		"Please let me know if you need anything else from me.": true,
		"Let me know if there are any questions!":               true,
		"Can you quote it without rental?":                      false, "Is the quote for six months?": false,
	} {
		if IsPlain(question) != want {
			t.Errorf("%q", question)
		}
	}
}
