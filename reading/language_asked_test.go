package reading

import "testing"

// TestLanguageAskedFor: who asks for a language gets it.
func TestLanguageAskedFor(t *testing.T) {
	for text, want := range map[string]string{
		"Hi sorry my english is better for writing. The car is a 2016.": "en",
		"In English please.":                                   "en",
		"Prefiero en español, por favor.":                      "es",
		"en inglés por favor":                                  "en",
		"Could you write in English? My English is better.":    "en",
		"My husband's English is better.":                      "",
		"My English is better than my Spanish was.":            "",
		"I don't think English is better for her.":             "",
		"He is an English speaker.":                            "",
		"The car is a 2016.":                                   "",
		"In english please, or in spanish please, either way.": "",
	} {
		if got, _ := factsOfReply(beckers(), nil, text); got.Prefers != want {
			t.Errorf("%q: %q, want %q", text, got.Prefers, want)
		}
	}
	checkReply(t, beckers(), nil, "Y cuanto seria si pago todo junto?", `discounts=["paid_in_full"]`)
}
