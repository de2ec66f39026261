package factcheck

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// prohibited are phrases that bind coverage, advise or promise. Only licensed producers may
// use them. The phrases are in lower case.
var prohibited = lazy.Value[[]phrase]{New: func() []phrase {
	return phrases(
		"covered|insured|protected", "you",
		`(?:['’]re| are| will be|['’]ll be) (?:now |already |fully )?(?:covered|insured|protected)\b`,
		"is |been ", "coverage|policy|insurance",
		` (?:is|has been) (?:now )?(?:bound|in force|active|in effect|issued)\b`,
		"recommend|advise|suggest", "i|we",
		`(?:['’]d| would)? (?:strongly |highly )?(?:recommend|advise|suggest)\b`,
		"guarantee", "guarantee", `[ds]?\b`,
		"best |lowest |cheapest ", "best|lowest|cheapest",
		` (?:price|rate|coverage|choice|option|deal|company)\b`,
		"'t need|’t need|not need", "you", ` (?:don['’]t|do not|won['’]t) need\b`,
		"should |ought to |need to |must ", "you",
		` (?:should|ought to|need to|must) (?:buy|get|take|choose|pick|add|drop|raise|lower|increase|carry)\b`,
		"ll save", "you", `(?:['’]ll| will) save\b`,
		"cubiert|asegurad|protegid", "está|estás|queda|quedas|estará",
		` (?:ya )?(?:cubiert|asegurad|protegid)[oa]s?(?:[^\pL]|$)`,
		"cobertura |póliza ", "cobertura|póliza",
		` (?:ya )?(?:está|queda) (?:activa|vigente|en vigor|emitida)(?:[^\pL]|$)`,
		"recom|aconsej|sugerimos", "recomendamos|recomiendo|aconsejamos|aconsejo|sugerimos", `\b`,
		"garantiza", "garantiza", `(?:mos|do|da|n)?\b`,
		"mejor |menor ", "mejor|menor", ` (?:precio|tarifa|cobertura|opción)(?:[^\pL]|$)`,
		"no necesita", "no necesita",
		`s? (?:ninguna |esa |esta )?(?:cobertura|póliza|seguro)(?:[^\pL]|$)`,
		" conviene", "le|te", ` conviene\b`,
	)
}}

// phrase is a kind of prohibited phrase.
type phrase struct {
	signs    signs
	patterns []*lazyregexp.Regexp
}

// phrases builds phrases from their signs, their beginnings and their ends. Each beginning
// gets its own pattern: a pattern that begins with letters is many times faster than a pattern
// that begins with a choice.
func phrases(triples ...string) (all []phrase) {
	for t := range slices.Chunk(triples, 3) {
		p := phrase{signs: strings.Split(t[0], "|")}
		for begin := range strings.SplitSeq(t[1], "|") {
			p.patterns = append(p.patterns, lazyregexp.MustCompile(begin+t[2]))
		}
		all = append(all, p)
	}
	return all
}

// Prohibited returns the phrases in a text that bind coverage, advise or promise.
func Prohibited(text string) []string { return prohibitedIn(oneLine(text), nil) }

// prohibitedIn returns the prohibited phrases in a single line.
func prohibitedIn(text string, known memo[string]) (found []string) {
	for clause := range clauses(strings.ToLower(text)) {
		found = append(found, known.find(clause, prohibitedNear)...)
	}
	return found
}

// clauses yields the stretches between the stops of a text. No phrase crosses a stop.
func clauses(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		begin := 0
		for i := 1; i < len(text); i++ {
			if text[i] != ' ' || !isStop(text[i-1]) {
				continue
			}
			if !yield(text[begin:i]) {
				return
			}
			begin = i + 1
		}
		yield(text[begin:])
	}
}

func isStop(c byte) bool { return c == '.' || c == '?' || c == '!' || c == ':' || c == ';' }

func prohibitedNear(lower string) (found []string) {
	for _, p := range prohibited.Get() {
		if p.signs.in(lower) {
			found = append(found, p.foundIn(lower)...)
		}
	}
	return found
}

func (p phrase) foundIn(lower string) (found []string) {
	for _, in := range p.patterns {
		for _, at := range in.FindAllStringIndex(lower, -1) {
			if before, _ := utf8.DecodeLastRuneInString(lower[:at[0]]); !unicode.IsLetter(before) {
				found = append(found, lower[at[0]:at[1]])
			}
		}
	}
	return found
}
