package text

import (
	_ "embed"
	"slices"
	"strings"

	"ppamaild/lazy"
)

// Phrases finds phrases of known meaning ("cues") in one pass over the tokens. Words have numbers,
// and so have nodes: places behind the same words of phrases. Node 0 is the start.
type Phrases struct {
	stem  func(string) string // of a word, or nil
	words map[string]uint32
	nodes map[uint64]uint32 // by the node before, and the word
	first []uint32          // per word, the node behind the word at the start
	ends  [][]uint32        // per node, the cues of phrases to there
	cues  []string
	sets  [][]string // per word, the sets with the word
}

//go:embed data/cues.txt
var cuesText string

//go:embed data/sets.txt
var setsText string

// Lexicon returns the phrases of data/cues.txt and the sets of data/sets.txt.
var Lexicon = lazy.Value[*Phrases]{New: func() *Phrases {
	p := ParsePhrases(cuesText, nil)
	p.sets = make([][]string, len(p.words)+1+len(strings.Fields(setsText)))
	for row := range strings.Lines(setsText) {
		if name, words, named := strings.Cut(row, ": "); named && row[0] != '#' {
			for word := range strings.FieldsSeq(words) {
				p.to(0, word) // gives the word a number
				p.sets[p.words[word]] = append(p.sets[p.words[word]], name)
			}
		}
	}
	return p
}}

// ParsePhrases reads lines of "cue: phrase; phrase". A word may be one of several: "my/our policy"
// is two phrases, and "~" is no word: "the/~ same day". A slash between blanks is a slash. Words
// are compared by stem, unless stem is nil.
func ParsePhrases(text string, stem func(string) string) *Phrases {
	p := &Phrases{stem, map[string]uint32{}, map[uint64]uint32{}, []uint32{0}, [][]uint32{nil}, nil, nil}
	for row := range strings.Lines(text) {
		name, phrases, named := strings.Cut(row, ":")
		if !named || row[0] == '#' {
			continue
		}
		p.cues = append(p.cues, name)
		for phrase := range strings.SplitSeq(phrases, ";") {
			p.add(0, strings.Fields(phrase))
		}
	}
	return p
}

// norm returns the stem of a word, and any other token as written.
func (p *Phrases) norm(t Token) string {
	if p.stem != nil && t.Kind == Word {
		return p.stem(t.Norm)
	}
	return t.Norm
}

// add lets words behind a node end the phrases of the last cue.
func (p *Phrases) add(node uint32, words []string) {
	if len(words) == 0 {
		p.ends[node] = append(p.ends[node], uint32(len(p.cues)-1))
		return
	}
	alternatives := strings.Split(words[0], "/")
	if words[0] == "/" {
		alternatives = words[:1]
	}
	for _, word := range alternatives {
		behind := node
		if word != "~" {
			for _, t := range Lex(word) {
				behind = p.to(behind, p.norm(t))
			}
		}
		p.add(behind, words[1:])
	}
}

// to returns the node behind a word, and makes the node.
func (p *Phrases) to(node uint32, word string) uint32 {
	if p.words[word] == 0 {
		p.words[word] = uint32(len(p.words) + 1)
		p.first = append(p.first, 0)
	}
	e := edge(node, p.words[word])
	if p.nodes[e] == 0 {
		p.nodes[e] = uint32(len(p.ends))
		if node == 0 {
			p.first[p.words[word]] = p.nodes[e]
		}
		p.ends = append(p.ends, nil)
	}
	return p.nodes[e]
}

func edge(node, word uint32) uint64 { return uint64(node)<<32 | uint64(word) }

// Find returns the spans of each cue in order, and numbers for words. Of two phrases of a cue with
// one start, the longer phrase counts. A possessive counts as the noun.
func (p *Phrases) Find(toks []Token) (map[string][]Span, []uint32) {
	s := search{p, toks, make([]uint32, 2*len(toks)), make([][]Span, len(p.cues))}
	for i, t := range toks {
		norm := p.norm(t)
		s.words[2*i] = p.words[norm]
		if bare := Noun(norm); len(bare) < len(norm) {
			s.words[2*i+1] = p.words[bare]
		}
	}
	for i := range toks {
		s.from(0, i, i)
	}
	cues := make(map[string][]Span, min(len(toks), len(s.found))/2)
	for cue, spans := range s.found {
		if spans != nil {
			cues[p.cues[cue]] = spans
		}
	}
	return cues, s.words
}

// search looks for phrases in tokens.
type search struct {
	*Phrases
	toks  []Token
	words []uint32 // per token, the word and the noun of a possessive
	found [][]Span // per cue
}

// from finds the cues of phrases from token i to behind token j, where node is before token j.
// Marks as in "age_first_licensed" count for nothing.
func (s *search) from(node uint32, i, j int) {
	for j > i && j < len(s.toks) && s.toks[j].Norm == "_" {
		j++
	}
	if j == len(s.toks) {
		return
	}
	for _, word := range s.words[2*j : 2*j+2] {
		next := s.first[word] // 0 for an unknown word
		if node > 0 && word > 0 {
			next = s.nodes[edge(node, word)]
		}
		if next == 0 {
			continue
		}
		for _, cue := range s.ends[next] {
			if n := len(s.found[cue]); n > 0 && s.found[cue][n-1].I == i {
				s.found[cue][n-1].J = max(s.found[cue][n-1].J, j+1)
			} else {
				s.found[cue] = append(s.found[cue], Span{i, j + 1})
			}
		}
		s.from(next, i, j+1)
	}
}

// Noun takes the 's off a word.
func Noun(norm string) string { return strings.TrimSuffix(norm, "'s") }

// Longest returns the longest phrase that starts at token i.
func (p *Phrases) Longest(toks []Token, i int) (name string, end int) {
	node := uint32(0)
	end = i
	for j := i; j < len(toks); j++ {
		if toks[j].Norm == "_" && j > i {
			continue // "yrs_licensed"
		}
		next := p.nodes[edge(node, p.words[toks[j].Norm])]
		if next == 0 && toks[j].Norm == "," {
			next = p.nodes[edge(node, p.words["/"])] // "Comp / Coll"
		}
		if next == 0 {
			break
		}
		if node = next; len(p.ends[node]) > 0 {
			name, end = p.cues[p.ends[node][0]], j+1
		}
	}
	return name, end
}

// StopWord reports whether a folded word can't be part of a name.
func StopWord(norm string) bool {
	if In(norm, "stop words") {
		return true
	}
	before, _, possessive := strings.Cut(norm, "'")
	return possessive && len(before) > 1 && In(before, "stop words")
}

// IsStop reports whether token i is a StopWord.
func (d *Document) IsStop(i int) bool {
	return d.Among(i, "stop words") || strings.Contains(d.At(i), "'") && StopWord(d.At(i))
}

// In reports whether a word is in a set.
func In(word, set string) bool {
	return slices.Contains(Lexicon.Get().sets[Lexicon.Get().words[word]], set)
}

// Among reports whether token i is in a set.
func (d *Document) Among(i int, set string) bool {
	d.step()
	return i >= 0 && i < len(d.Tokens) && slices.Contains(Lexicon.Get().sets[d.words[2*i]], set)
}

// Language is "es" if the text has many Spanish words and fewer English words.
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
