package reading

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed data/signs.txt
var signsText string

// signWords are the phrases of data/signs.txt, by the stems of their words.
var signWords = sync.OnceValue(func() *phrases {
	return parsePhrases(signsText, func(phrase string) []token { return stemmed(lex(phrase)) })
})

// stemmed returns tokens whose words are cut to their stems.
func stemmed(toks []token) []token {
	toks = slices.Clone(toks)
	for i := range toks {
		if toks[i].kind == word {
			toks[i].norm = stem(toks[i].norm)
		}
	}
	return toks
}

// stem cuts the endings of regular forms off a folded word, so that "scrape",
// "scraped" and "scraping" are the same. It makes no word of a language: only
// stems are compared with each other.
func stem(norm string) string {
	s := noun(norm)
	for _, e := range endings {
		if rest, cut := strings.CutSuffix(s, e.cut); cut && len(rest) > 3 && !strings.HasSuffix(rest, "s") {
			s = rest + e.put
			break
		}
	}
	if n := len(s); n > 3 && (s[n-1] == 'e' || s[n-1] == s[n-2]) {
		s = s[:n-1]
	}
	return s
}

// endings are cut off, the first that fits, where more than three letters are left.
var endings = []struct{ cut, put string }{{"ies", "y"}, {"ied", "y"}, {"ing", ""}, {"ed", ""}, {"es", ""}, {"s", ""}}
