package signals

import (
	"slices"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/reading/find"
	"ppamaild/spelling"
)

// behalf matches a request for a relative or a client.
var behalf = lazyregexp.MustCompile(`(?i)\b(?:for|on behalf of|para) (?:my|our|mi) (?:\pL+ )?(?:mom|` +
	`mum|mother|dad|father|parents?|grand\w+|aunt|uncle|in-laws?|neighbor|client|boss|mamá|madre|` +
	`papá|padre|suegr[ao]|abuel[ao]|t[íi][ao]|client[ea])(?:\PL|$)`)

// lastWords is the number of words at the end of a mail that may be its signature.
const lastWords = 4

// Addressee returns the first name of the writer of a mail if the writer is not the insured, as
// when a daughter asks for her mother. It returns "" for the insured, or in doubt. The name in the
// From header may be the owner of a shared address and not the writer.
func Addressee(m Message, given, surname string) string {
	from := find.DisplayName(m.FromName)
	insured := find.FullName{Given: given, Surname: surname}
	if from.Given == "" || given == "" || insured.Fits(from) || find.IsShortFor(from.Given, given) {
		return ""
	}
	end := strings.Fields(spelling.Words(m.Text))
	end = end[max(0, len(end)-lastWords):]
	signs := func(name string) bool {
		return slices.Contains(end, strings.TrimSpace(spelling.Words(name)))
	}
	isOther := from.Surname != "" && !strings.EqualFold(from.Surname, surname)
	if signs(from.Given) || behalf.MatchString(m.Text) || isOther && !signs(given) {
		return from.Given
	}
	return ""
}
