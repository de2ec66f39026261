package text

import (
	_ "embed"
	"strings"

	"ppamaild/lazy"
)

// Phrases finds phrases of known meaning ("cues") in one pass over the tokens.
type Phrases struct {
	next map[string]*Phrases
	cues []string // that end here
}

//go:embed data/cues.txt
var cuesText string

// Lexicon returns the phrases of data/cues.txt.
var Lexicon = lazy.Value[*Phrases]{New: func() *Phrases { return ParsePhrases(cuesText, Lex) }}

// ParsePhrases reads lines of "cue: phrase; phrase". A word may be one of several: "my/our policy"
// is two phrases, and "~" is no word: "the/~ same day". A slash between blanks is a slash. Words
// are cut into tokens by cut.
func ParsePhrases(text string, cut func(string) []Token) *Phrases {
	root := &Phrases{}
	for row := range strings.Lines(text) {
		name, phrases, named := strings.Cut(row, ":")
		if !named || row[0] == '#' {
			continue
		}
		for phrase := range strings.SplitSeq(phrases, ";") {
			root.add(name, strings.Fields(phrase), cut)
		}
	}
	return root
}

func (p *Phrases) add(cue string, words []string, cut func(string) []Token) {
	if len(words) == 0 {
		p.cues = append(p.cues, cue)
		return
	}
	alternatives := strings.Split(words[0], "/")
	if words[0] == "/" {
		alternatives = words[:1]
	}
	for _, word := range alternatives {
		node := p
		if word != "~" {
			for _, t := range cut(word) {
				node = node.to(t.Norm)
			}
		}
		node.add(cue, words[1:], cut)
	}
}

// to returns the node behind a word.
func (p *Phrases) to(word string) *Phrases {
	if p.next == nil {
		p.next = make(map[string]*Phrases)
	}
	if p.next[word] == nil {
		p.next[word] = &Phrases{}
	}
	return p.next[word]
}

// Find returns the spans of each cue in order, and for each token whether a cue starts there. Of two
// phrases of a cue with one start, the longer phrase counts. A possessive counts as the noun.
func (p *Phrases) Find(toks []Token) (map[string][]Span, []bool) {
	found, begins := make(map[string][]Span), make([]bool, len(toks))
	add := func(cue string, s Span) {
		found[cue] = addSpan(found[cue], s)
		begins[s.I] = true
	}
	for i := range toks {
		p.from(toks, i, i, add)
	}
	return found, begins
}

// from yields the cues of phrases from token i to behind token j, where p ends before token j.
// Marks as in "age_first_licensed" count for nothing.
func (p *Phrases) from(toks []Token, i, j int, yield func(string, Span)) {
	for j > i && j < len(toks) && toks[j].Norm == "_" {
		j++
	}
	if j == len(toks) {
		return
	}
	norm := toks[j].Norm
	p.next[norm].goOn(toks, i, j+1, yield)
	if bare := Noun(norm); bare != norm {
		p.next[bare].goOn(toks, i, j+1, yield)
	}
}

// goOn yields the cues of p, and of the phrases behind p from token j on.
func (p *Phrases) goOn(toks []Token, i, j int, yield func(string, Span)) {
	if p == nil {
		return
	}
	for _, cue := range p.cues {
		yield(cue, Span{i, j})
	}
	p.from(toks, i, j, yield)
}

func addSpan(spans []Span, s Span) []Span {
	if n := len(spans); n > 0 && spans[n-1].I == s.I {
		spans[n-1].J = max(spans[n-1].J, s.J)
		return spans
	}
	return append(spans, s)
}

// Noun takes the 's off a word.
func Noun(norm string) string { return strings.TrimSuffix(norm, "'s") }

// Longest returns the longest phrase that starts at token i.
func (p *Phrases) Longest(toks []Token, i int) (name string, end int) {
	end = i
	for j := i; j < len(toks) && p.next != nil; j++ {
		if toks[j].Norm == "_" && j > i {
			continue // "yrs_licensed"
		}
		next := p.next[toks[j].Norm]
		if next == nil && toks[j].Norm == "," {
			next = p.next["/"] // "Comp / Coll"
		}
		if next == nil {
			break
		}
		p = next
		if len(p.cues) > 0 {
			name, end = p.cues[0], j+1
		}
	}
	return name, end
}

//go:embed data/sets.txt
var setsText string

// StopWord reports whether a folded word can't be part of a name.
func StopWord(norm string) bool {
	before, _, possessive := strings.Cut(norm, "'")
	words := Sets.Get()["stop words"]
	return words[norm] || possessive && len(before) > 1 && words[before]
}

// Sets are lines "name: words" of data/sets.txt.
var Sets = lazy.Value[map[string]map[string]bool]{New: func() map[string]map[string]bool {
	found := make(map[string]map[string]bool)
	for row := range strings.Lines(setsText) {
		if name, words, ok := strings.Cut(row, ": "); ok && row[0] != '#' {
			found[name] = WordSet(words)
		}
	}
	return found
}}

// Among reports whether token i is in a set.
func (d *Document) Among(i int, set string) bool { return Sets.Get()[set][d.At(i)] }

// WordSet returns the words of a text as a set.
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
