package find

import (
	_ "embed"
	"strings"
	"sync"

	"ppamaild/reading/text"
)

var carriers = sync.OnceValue(func() insurers {
	found := insurers{map[string]carrier{}, prefixes{}}
	for row := range strings.Lines(carriersText) {
		if row[0] == '#' {
			continue
		}
		var own string
		for name, common := range starred(row, "=") {
			if own == "" {
				own = name
			}
			found.names[Squash(name)] = carrier{own, common}
			found.starts.add(name)
		}
	}
	return found
})

// carrier is an insurer's name; a common one is a word too.
type carrier struct {
	name   string
	common bool
}

type insurers struct {
	names  map[string]carrier
	starts prefixes
}

// CarrierAt reads the name of an insurer at token i, as written where it has capitals.
func CarrierAt(d *Text, i int) (string, int, bool) {
	for n := LongestInsurer(d, i); n > 0; n-- {
		key, ok := keyOf(d, i, n)
		if !ok {
			continue
		}
		c, ok := carriers().names[text.Noun(key)]
		if !ok || c.common && d.Cased && !d.Capital(i) {
			continue
		}
		s := text.Between(i, i+n)
		if d.Is(s.J, "insurance") && d.Capital(s.J) && strings.HasSuffix(c.name, "Insurance") {
			s.J++
		}
		if d.Capital(i) && d.Cased {
			return possessor(d.Words(s)), s.J, true
		}
		return c.name, s.J, true
	}
	return "", i, false
}

// NamesInsurer reports whether s holds the name of an insurer.
func NamesInsurer(d *Text, s text.Span) bool {
	for i := s.I; i < s.J; i++ {
		if _, _, ok := CarrierAt(d, i); ok {
			return true
		}
	}
	return false
}

// InsurerLike reads words with capitals at token i that may name an insurer that we do
// not know: up to five on one line.
func InsurerLike(d *Text, i int) (string, int) {
	j := i
	for j < min(i+5, len(d.Tokens)) && d.Kind(j) == text.Word && d.Capital(j) && !stopWordOfInsurers(d.At(j)) && (j == i || d.Row(j) == d.Row(i) && !d.IsWide(j)) {
		j++
	}
	if !d.Cased || j == i || len(d.At(i)) < 3 {
		return "", i
	}
	return d.Words(text.Between(i, j)), j
}

// stopWordOfInsurers reports whether a word is no part of an insurer's name.
func stopWordOfInsurers(norm string) bool {
	return text.StopWord(norm) && !text.Sets()["of an insurer"][norm]
}

//go:embed data/carriers.txt
var carriersText string
