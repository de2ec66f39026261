package quoting

import (
	"bytes"
	"slices"

	"ppamaild/agent"
	"ppamaild/quote"
	"ppamaild/reading"
)

// addFact adds a fact, or a conflict with an earlier fact.
func addFact(read *reading.Reading, f quote.Fact) {
	if i := slices.IndexFunc(read.Conflicts,
		func(c reading.Conflict) bool { return c.Path == f.Path }); i >= 0 {
		c := &read.Conflicts[i]
		if !slices.Contains(c.Values, string(f.Value)) {
			c.Values, c.Words = append(c.Values, string(f.Value)), append(c.Words, f.Words)
		}
		return
	}
	i := slices.IndexFunc(read.Facts, quote.At(f.Path))
	switch {
	case i < 0:
		read.Facts = append(read.Facts, f)
	case !bytes.Equal(agent.Canonical(read.Facts[i].Value), agent.Canonical(f.Value)):
		first := read.Facts[i]
		read.Facts = slices.Delete(read.Facts, i, i+1)
		read.Conflicts = append(read.Conflicts, reading.Conflict{
			Path: f.Path, Values: []string{string(first.Value), string(f.Value)},
			Words: []string{first.Words, f.Words},
		})
	}
}
