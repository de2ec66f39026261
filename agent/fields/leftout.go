package fields

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/spelling"
)

// LeftOut returns the removal of each driver whom a mail asks to leave out: "for now don't put him
// on". A condition or a question for advice takes no driver off. read has the values of the mail.
// If read takes a driver off, "him" may mean this driver, and LeftOut returns none.
func (r Reader) LeftOut(a quote.Application, read []quote.Fact,
	mail, message string) (off []quote.Fact) {
	if len(mail) > maxMail || len(a.Drivers) < 2 ||
		slices.ContainsFunc(read, quote.Fact.TakesDriverOff) {
		return nil
	}
	r = r.ready()
	r.him = r.onlyOther(a)
	for _, said := range sentences.FindAllString(lineEnd.ReplaceAllString(mail, "$1 $2"), -1) {
		r.him = cmp.Or(r.driverIn(a, said), r.him)
		if strings.HasSuffix(said, "?") && r.has("field.advice", said) ||
			condition.MatchString(spelling.Words(said)) {
			continue
		}
		for _, part := range r.parts(said) {
			words, who := r.withPlaces(a, part)
			if who == "" || !leavesOut.MatchString(words) || staysIn.MatchString(words) {
				continue
			}
			f := fact(who, nil, strings.TrimSpace(said))
			f.Message, f.Standing = message, quote.Stated
			off = append(off, f)
		}
	}
	slices.SortStableFunc(off, lastFirst)
	return slices.CompactFunc(off, func(f, g quote.Fact) bool { return f.Path == g.Path })
}

// withPlaces writes "@" in place of each word for a driver. who is the path of the only driver
// whom the words name, or "". "Her car" names a car.
func (r Reader) withPlaces(a quote.Application, part string) (words, who string) {
	all := strings.Fields(suffixed.ReplaceAllString(spelling.Words(part), " $1 $2 "))
	for i, word := range all {
		path := ""
		switch next := append(slices.Clone(all[i+1:]), "")[0]; {
		case next == "s": // of a possessive
		case word == "her" && next != "" && !afterHer.MatchString(next):
		case r.isOne("field.him", word) || pronoun.MatchString(word):
			path = r.him
		default:
			path = r.entry(quote.Application{Drivers: a.Drivers}, []string{word})
		}
		if path == "" {
			continue
		}
		if who != "" && who != path {
			return "", ""
		}
		who, all[i] = path, "@"
	}
	return " " + strings.Join(all, " ") + " ", who
}

// absent returns the end of a sentence that takes off something without a name in the
// application: "drop the boat", where no boat is insured. absent returns "" for another sentence.
func (r Reader) absent(a quote.Application, said string) string {
	if r.has("field.condition", said) ||
		strings.HasSuffix(said, "?") && r.has("field.advice", said) {
		return ""
	}
	for _, part := range r.parts(said) {
		q := r.request(a, part)
		if q.drop && !q.denied && !isDollars(q.amount) && r.has("field.takes_off", part) &&
			!r.namesCoverage(part) && r.isUnknown(a, q.rest) {
			return said[max(0, strings.Index(said, part)):]
		}
	}
	return ""
}

// isUnknown reports whether the words may be a name, but name no driver and no car.
func (r Reader) isUnknown(a quote.Application, words []string) bool {
	isName := func(word string) bool {
		_, err := strconv.Atoi(word)
		return err != nil && !r.isOne("field.car", word) && !r.isOne("field.person", word) &&
			!r.isOne("field.units", word)
	}
	return len(words) <= longestName && slices.ContainsFunc(words, isName) &&
		!slices.ContainsFunc(words, func(word string) bool {
			one := []string{word}
			return len(r.entries(a, "drivers", one))+len(r.entries(a, "vehicles", one)) > 0
		})
}

var (
	lineEnd  = lazyregexp.MustCompile(`([^\n.!?:]{40}) *\n *(\pL|\d)`)
	pronoun  = lazyregexp.MustCompile(`^(?:lo|la|le)$`)
	afterHer = lazyregexp.MustCompile(`^(?:on|in|to|as|out|off|yet|now|for|at|please|until|this|` +
		`and|right|just|excluded|included|added|listed|left|taken)$`)
	// suffixed matches Spanish verbs with a pronoun: "no incluirlo", "déjela fuera".
	suffixed = lazyregexp.MustCompile(` ((?:incluir|poner|agregar|meter|asegurar|anadir|dejar|` +
		`deje|dejen|excluir|excluya|excluyan|quitar|quite|quiten|sacar|saque|saquen)(?:me)?)` +
		`(lo|la) `)
	// leavesOut matches words that leave a driver out, with "@" for the driver.
	leavesOut = lazyregexp.MustCompile(
		` (?:don t|dont|do not|not|never|no need to)(?: (?:want|need|have|going|planning|` +
			`ready|like|to|you|me|us|please|even|be))* ` +
			`(?:put|putting|add|adding|include|including|list|listing|insure|insuring|` +
			`rate|rating|cover|covering) (?:my |our |the )?@ | ` +
			`(?:don t|dont|do not|not) (?:want|need) (?:my |our )?@ (?:on|in|to be on|included|` +
			`added|listed|covered|insured|rated) | ` +
			`(?:leave|leaving|keep|keeping|take|taking) (?:my |our )?@ (?:out|off) | ` +
			`(?:leave|leaving|keep|keeping|take|taking) (?:out|off) (?:my |our )?@ | ` +
			`(?:exclude|excluding) (?:my |our )?@ | ` +
			`(?:my |our )?@ (?:to be )?(?:excluded|left out|left off) | ` +
			`no (?:quiero |queremos |quisiera )?(?:@ )?(?:ponga|pongan|poner|agregue|agreguen|` +
			`agregar|incluya|incluyan|incluir|meta|metan|meter|asegure|aseguren|asegurar|anada|` +
			`anadan|anadir) ` +
			`(?:a )?(?:mi )?(?:@ )?|` +
			` (?:deje|dejen|dejar) (?:a )?(?:mi )?@ fuera | ` +
			`(?:excluya|excluyan|excluir) (?:a )?(?:mi )?@ `)
	condition = lazyregexp.MustCompile(` (?:if|unless|or|maybe|a menos|tal vez) `)
	// staysIn matches a refusal to leave out.
	staysIn = lazyregexp.MustCompile(
		` (?:don t|dont|do not|not|never) (?:want to )?(?:leave|keep|take|exclude) `)
)
