package agent

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// binding are words of a kind that unlicensed staff, and so a program, must not
// use: they bind, advise or promise. They are looked for in lower case.
var binding = []struct {
	signs signs
	in    *regexp.Regexp
}{
	{
		signs{"covered", "insured", "protected"},
		regexp.MustCompile(`you(?:['’]re| are| will be|['’]ll be) (?:now |already |fully )?(?:covered|insured|protected)\b`),
	},
	{
		signs{"coverage ", "policy ", "insurance "},
		regexp.MustCompile(`(?:coverage|policy|insurance) (?:is|has been) (?:now )?(?:bound|in force|active|in effect|issued)\b`),
	},
	{
		signs{"recommend", "advise", "suggest"},
		regexp.MustCompile(`(?:i|we)(?:['’]d| would)? (?:strongly |highly )?(?:recommend|advise|suggest)\b`),
	},
	{signs{"guarantee"}, regexp.MustCompile(`guarantee[ds]?\b`)},
	{signs{"best ", "lowest ", "cheapest "}, regexp.MustCompile(`(?:best|lowest|cheapest) (?:price|rate|coverage|choice|option|deal|company)\b`)},
	{signs{"'t need", "’t need", "not need"}, regexp.MustCompile(`you (?:don['’]t|do not|won['’]t) need\b`)},
	{
		signs{"you should ", "you ought to ", "you need to ", "you must "},
		regexp.MustCompile(`you (?:should|ought to|need to|must) (?:buy|get|take|choose|pick|add|drop|raise|lower|increase|carry)\b`),
	},
	{signs{"ll save"}, regexp.MustCompile(`you(?:['’]ll| will) save\b`)},
	{
		signs{"cubiert", "asegurad", "protegid"},
		regexp.MustCompile(`(?:está|estás|queda|quedas|estará) (?:ya )?(?:cubiert|asegurad|protegid)[oa]s?(?:[^\pL]|$)`),
	},
	{
		signs{"cobertura ", "póliza "},
		regexp.MustCompile(`(?:cobertura|póliza) (?:ya )?(?:está|queda) (?:activa|vigente|en vigor|emitida)(?:[^\pL]|$)`),
	},
	{
		signs{"recomend", "recomiend", "aconsej", "sugerimos"},
		regexp.MustCompile(`(?:recomendamos|recomiendo|aconsejamos|aconsejo|sugerimos)\b`),
	},
	{signs{"garantiza"}, regexp.MustCompile(`garantiza(?:mos|do|da|n)?\b`)},
	{signs{"mejor ", "menor "}, regexp.MustCompile(`(?:mejor|menor) (?:precio|tarifa|cobertura|opción)(?:[^\pL]|$)`)},
	{signs{"no necesita"}, regexp.MustCompile(`no necesitas? (?:ninguna |esa |esta )?(?:cobertura|póliza|seguro)(?:[^\pL]|$)`)},
	{signs{" conviene"}, regexp.MustCompile(`(?:le|te) conviene\b`)},
}

// bindingIn returns what in a text binds, advises or promises.
func bindingIn(text string) (found []string) {
	text = strings.ToLower(text)
	for _, b := range binding {
		if !b.signs.in(text) {
			continue
		}
		for _, at := range b.in.FindAllStringIndex(text, -1) {
			if before, _ := utf8.DecodeLastRuneInString(text[:at[0]]); !unicode.IsLetter(before) {
				found = append(found, text[at[0]:at[1]])
			}
		}
	}
	return found
}
