package reading

import (
	_ "embed"
	"strings"
	"sync"

	"ppamaild/quote"
)

// kin is what a word for a person means.
type kin struct {
	relation quote.Relationship // "" where the word does not say
	gender   byte               // 'f', 'm', or 0
	outsider bool
}

//go:embed data/kin.txt
var kinText string

var kinds = sync.OnceValue(func() map[string]kin {
	found := make(map[string]kin)
	for row := range strings.Lines(kinText) {
		words := strings.Fields(row)
		if row[0] == '#' || len(words) < 3 {
			continue
		}
		k := kin{relation: quote.Relationship(words[0])}
		switch words[0] {
		case "outsider":
			k.relation, k.outsider = quote.Other, true
		case "unsaid":
			k.relation = ""
		}
		if words[1] != "-" {
			k.gender = words[1][0]
		}
		for _, w := range words[2:] {
			found[w] = k
		}
	}
	return found
})

// kinAt returns what token i means, if it is a word for a person.
func (d *document) kinAt(i int) (kin, bool) {
	k, ok := kinds()[noun(d.at(i))]
	return k, ok
}

// isKin reports whether token i is a word for a relative.
func (d *document) isKin(i int) bool {
	k, ok := d.kinAt(i)
	return ok && !k.outsider
}
