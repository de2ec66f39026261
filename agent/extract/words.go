package extract

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed data/words.txt
var stopText string

var stopWords = sync.OnceValue(func() map[string]bool {
	var body strings.Builder
	for row := range strings.Lines(stopText) {
		if row[0] != '#' {
			body.WriteString(row)
		}
	}
	return wordSet(body.String())
})

// stopWord reports whether a folded word can't be part of a name.
func stopWord(norm string) bool {
	return stopWords()[norm] || strings.Contains(norm, "'") && stopWords()[norm[:strings.Index(norm, "'")]]
}
