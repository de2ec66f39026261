package text

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed data/words.txt
var stopText string

//go:embed data/sets.txt
var setsText string

var stopWords = sync.OnceValue(func() map[string]bool {
	var body strings.Builder
	for row := range strings.Lines(stopText) {
		if row[0] != '#' {
			body.WriteString(row)
		}
	}
	return WordSet(body.String())
})

// StopWord reports whether a folded word can't be part of a name.
func StopWord(norm string) bool {
	before, _, possessive := strings.Cut(norm, "'")
	return stopWords()[norm] || possessive && len(before) > 1 && stopWords()[before]
}

// Sets are lines "name: words" of data/sets.txt.
var Sets = sync.OnceValue(func() map[string]map[string]bool {
	found := make(map[string]map[string]bool)
	for row := range strings.Lines(setsText) {
		if name, words, ok := strings.Cut(row, ": "); ok && row[0] != '#' {
			found[name] = WordSet(words)
		}
	}
	return found
})

// Among reports whether token i is in a set.
func (d *Document) Among(i int, set string) bool { return Sets()[set][d.At(i)] }

func WordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// Language is "es" where Spanish words are many and English ones fewer.
func (d *Document) Language() string {
	es, en := 0, 0
	for i, t := range d.Tokens {
		switch {
		case t.Kind != Word || d.Quoted[i] || t.Norm == "mi" && d.Kind(i-1) != Word: // "9 mi"
		case d.Among(i, "spanish"):
			es++
		case d.Among(i, "english"):
			en++
		}
	}
	if es >= 3 && es > en {
		return "es"
	}
	return "en"
}
