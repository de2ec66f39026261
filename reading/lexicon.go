package reading

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// phrases finds phrases of known meaning ("cues") in one pass over the tokens.
type phrases struct {
	next map[string]*phrases
	cues []string // that end here
}

//go:embed data/cues.txt
var cuesText string

var lexicon = sync.OnceValue(func() *phrases { return parsePhrases(cuesText, lex) })

// parsePhrases reads lines of "cue: phrase | phrase"; an indented line goes on
// with the cue above. Phrases are cut into tokens by cut.
func parsePhrases(text string, cut func(string) []token) *phrases {
	root, name := &phrases{}, ""
	for row := range strings.Lines(text) {
		if strings.HasPrefix(row, "#") || strings.TrimSpace(row) == "" {
			continue
		}
		if row[0] != ' ' {
			name, row, _ = strings.Cut(row, ":")
		}
		for phrase := range strings.SplitSeq(row, " | ") {
			root.add(name, cut(phrase))
		}
	}
	return root
}

func (p *phrases) add(cue string, phrase []token) {
	for _, t := range phrase {
		if p.next == nil {
			p.next = make(map[string]*phrases)
		}
		if p.next[t.norm] == nil {
			p.next[t.norm] = &phrases{}
		}
		p = p.next[t.norm]
	}
	p.cues = append(p.cues, cue)
}

// find returns the spans of each cue, by where they start, and at which tokens
// any does; of two phrases of a cue that start together, the longer one. A
// possessive counts as its noun.
func (p *phrases) find(toks []token) (map[string][]span, []bool) {
	found, begins := make(map[string][]span), make([]bool, len(toks))
	add := func(cue string, s span) {
		found[cue] = addSpan(found[cue], s)
		begins[s.i] = true
	}
	for i := range toks {
		p.from(toks, i, i, add)
	}
	return found, begins
}

// only is the part of p that has the phrases of one cue; nil if there are none.
func (p *phrases) only(cue string) *phrases {
	part := &phrases{}
	if slices.Contains(p.cues, cue) {
		part.cues = []string{cue}
	}
	for norm, next := range p.next {
		if rest := next.only(cue); rest != nil {
			if part.next == nil {
				part.next = make(map[string]*phrases)
			}
			part.next[norm] = rest
		}
	}
	if part.cues == nil && part.next == nil {
		return nil
	}
	return part
}

// startsAt reports whether any of the phrases starts at token i.
func (p *phrases) startsAt(toks []token, i int) (starts bool) {
	p.from(toks, i, i, func(string, span) { starts = true })
	return starts
}

// from yields the cues of the phrases that start at token i and go on as p does from
// token j.
func (p *phrases) from(toks []token, i, j int, yield func(string, span)) {
	for node := p; j < len(toks) && node.next != nil; j++ {
		norm := toks[j].norm
		if norm == "_" && j > i {
			continue // "age_first_licensed"
		}
		next := node.next[norm]
		if bare := noun(norm); len(bare) < len(norm) {
			switch other := node.next[bare]; {
			case next == nil:
				next = other
			case other != nil:
				other.end(i, j+1, yield)
				other.from(toks, i, j+1, yield)
			}
		}
		if next == nil {
			return
		}
		next.end(i, j+1, yield)
		node = next
	}
}

// end yields the cues of the phrase that ends with p.
func (p *phrases) end(i, j int, yield func(string, span)) {
	for _, cue := range p.cues {
		yield(cue, span{i, j})
	}
}

func addSpan(spans []span, s span) []span {
	if n := len(spans); n > 0 && spans[n-1].i == s.i {
		spans[n-1].j = max(spans[n-1].j, s.j)
		return spans
	}
	return append(spans, s)
}

// noun takes the 's off a word.
func noun(norm string) string { return strings.TrimSuffix(norm, "'s") }
