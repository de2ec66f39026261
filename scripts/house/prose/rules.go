package prose

import (
	"regexp"
	"strings"
)

// pattern is a word or turn of phrase to avoid, and the contexts where the word is fine.
type pattern struct{ banned, allowed *regexp.Regexp }

// any matches one of the alternatives as whole words, in any case and across line ends.
func any(alternatives string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + strings.ReplaceAll(alternatives, " ", `\s+`) + `)\b`)
}

var patterns = []pattern{
	// “tell” takes a person and a fact: “the customer told us” is plain.
	{banned: any(`told`), allowed: any(`told (us|you)`)},
	// A policy or coverage in force is an insurance term.
	{banned: any(`in force`), allowed: any(`(polic(y|ies)|coverages?|insurance|limits?|cover) in force`)},
	{banned: any(`heed(s|ed|ing)?|anew|besides|beside|stands|likewise|thereby`)},
	{banned: any(`whoever|whatever|whose|lest|belied|deeds?|nobody|leapt|octets?`)},
	{banned: any(`comes to|came of|is of|by itself|at once|as it stands|lies in|say so|for good`)},
	{banned: any(`has it done again|of theirs|of ours|at hand|is got|is had|so that one|that is told`)},
}

// pronoun matches words to replace with the name of the thing.
var pronoun = any(`it|its|that|those|what|which|one|who|whom|whose`)

const (
	// LongSentence is the number of words in the shortest sentence that is too long.
	LongSentence = 31
	// meanSentence is the largest average number of words in a sentence.
	meanSentence = 20
	// pronounsPerThousand is the largest number of pronouns in 1,000 words.
	pronounsPerThousand = 50
)
