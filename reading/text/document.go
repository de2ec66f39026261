// Package text cuts a mail into tokens, lines and sentences, and finds phrases of known meaning.
//
// A Document is made in one pass and answers questions about its tokens. The words of a span are
// verbatim. Each look at a token counts as a step, and Bounded stops a reading that takes too many.
// The phrases (cues) and the sets of words are in data/. Package text knows nothing of insurance.
package text

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Document is a mail cut into tokens, with the cues found in it.
type Document struct {
	text       string
	Tokens     []Token
	Ends       []int // token index after the last of each sentence
	Lines      []Line
	Cues       map[string][]Span
	words      []uint32 // per token, the number in the lexicon, and the number of its noun
	sentences  []Span   // per token
	starting   []int32  // per token, the place of a cue in found, plus one
	found      []cue
	Taken      []bool // token i is part of a value that has been read
	Quiet      []bool // token i is hypothetical, or quoted: nothing is claimed there
	Quoted     []bool // token i is in a line that starts with ">"
	Cased      bool   // capitals mean something: the text is not all lower or all upper case
	bulletsEnd []int  // by token: the end of a row of bullets that begins there, or the token
	StepsLeft  int    // steps that may still be taken; see budget.go
}

// cue is the name and the end of a phrase, and the next cue from the same token on.
type cue struct {
	name      string
	end, next int32
}

// Span is two token indices, [I, J).
type Span struct{ I, J int }

// Between returns the span of tokens i to j, without j.
func Between(i, j int) Span { return Span{i, j} }

// Empty reports whether s has no tokens.
func (s Span) Empty() bool { return s.I >= s.J }

// Line is one line that has tokens.
type Line struct {
	Span
	First bool // of a paragraph
}

// New cuts a text into tokens and finds the cues in it.
func New(text string) *Document {
	d := &Document{text: text, Tokens: Lex(text)}
	d.Cues, d.words = Lexicon.Get().Find(d.Tokens)
	d.IndexCues()
	d.StepsLeft = stepsAtLeast + stepsPerToken*len(d.Tokens)
	d.bulletsEnd = d.findBullets()
	d.Taken, d.Quiet = make([]bool, len(d.Tokens)), make([]bool, len(d.Tokens))
	d.Lines = d.readLines()
	d.Quoted = d.findQuoted()
	d.Ends = d.readSentences()
	d.sentences, d.Cased = d.spread(), d.isCased()
	return d
}

// IndexCues notes the cues from each token on. A caller that changes Cues must call IndexCues.
func (d *Document) IndexCues() {
	d.found, d.starting = make([]cue, 0, len(d.Tokens)), make([]int32, len(d.Tokens))
	for name, spans := range d.Cues {
		for _, c := range spans {
			d.found = append(d.found, cue{name, int32(c.J), d.starting[c.I]})
			d.starting[c.I] = int32(len(d.found))
		}
	}
}

// startingAt returns the end of the named cue from token i on, or 0.
func (d *Document) startingAt(i int, name string) int {
	for k := d.starting[i]; k > 0; k = d.found[k-1].next {
		if d.found[k-1].name == name {
			return int(d.found[k-1].end)
		}
	}
	return 0
}

// At returns the folded text of token i, "" outside of the mail.
func (d *Document) At(i int) string {
	d.step()
	if i < 0 || i >= len(d.Tokens) {
		return ""
	}
	return d.Tokens[i].Norm
}

// Is reports whether token i is one of words.
func (d *Document) Is(i int, words ...string) bool {
	d.step()
	if i < 0 || i >= len(d.Tokens) {
		return false
	}
	norm := d.Tokens[i].Norm
	for _, word := range words { // most differ in the first byte
		if len(word) == len(norm) && (norm == "" || word[0] == norm[0]) && word == norm {
			return true
		}
	}
	return false
}

// Glued reports whether no white space precedes token i.
func (d *Document) Glued(i int) bool { return !d.Gap(i) }

// Capital reports whether token i starts with a capital.
func (d *Document) Capital(i int) bool { return i >= 0 && i < len(d.Tokens) && d.Tokens[i].Capital }

// Gap reports whether white space precedes token i.
func (d *Document) Gap(i int) bool { return i <= 0 || i >= len(d.Tokens) || d.Tokens[i].Gap }

// Row returns the number of the line that token i is on, -1 outside of the mail.
func (d *Document) Row(i int) int {
	if i < 0 || i >= len(d.Tokens) {
		return -1
	}
	return d.Tokens[i].Line
}

// Kind returns the kind of token i; outside of the mail, a mark.
func (d *Document) Kind(i int) tokenKind {
	d.step()
	if i < 0 || i >= len(d.Tokens) {
		return Mark
	}
	return d.Tokens[i].Kind
}

// Raw returns the words of s as written.
func (d *Document) Raw(s Span) string {
	if s.Empty() || s.I < 0 || s.J > len(d.Tokens) {
		return ""
	}
	return d.text[d.Tokens[s.I].Start:d.Tokens[s.J-1].End]
}

// Words returns the words of s with single blanks.
func (d *Document) Words(s Span) string { return SingleBlanks(d.Raw(s)) }

// SingleBlanks returns s with single blanks. A string with single blanks only costs nothing.
func SingleBlanks(s string) string {
	blank := true
	for _, c := range []byte(s) {
		was := blank
		blank = c <= ' '
		if blank && (was || c != ' ') || c >= utf8.RuneSelf {
			return strings.Join(strings.Fields(s), " ")
		}
	}
	return strings.TrimSuffix(s, " ")
}

// Free reports whether no value has been read from s yet.
func (d *Document) Free(s Span) bool {
	if s.I < 0 || s.J > len(d.Tokens) {
		return false
	}
	return !slices.Contains(d.Taken[s.I:s.J], true)
}

// Take marks s as read.
func (d *Document) Take(s Span) {
	for k := s.I; k < min(s.J, len(d.Taken)); k++ {
		d.Taken[k] = true
	}
}

// Sentence returns the sentence around token i.
func (d *Document) Sentence(i int) Span { return d.sentences[min(max(i, 0), len(d.Tokens))] }

// Together reports whether tokens i to j are in one sentence.
func (d *Document) Together(i, j int) bool { return d.Sentence(i).J >= j }

// Clause returns the part of a sentence around token i between commas, wide gaps and the like. It
// looks at 40 tokens on each side at most.
func (d *Document) Clause(i int) Span {
	s := d.Sentence(i)
	c := Span{i, i + 1}
	for c.I > max(s.I, i-40) && !d.Breaks(c.I-1) && !d.IsWide(c.I) {
		c.I--
	}
	for c.J < min(s.J, i+40) && !d.Breaks(c.J) && !d.IsWide(c.J) {
		c.J++
	}
	return c
}

// Breaks reports whether token i separates two clauses. A comma inside a number does not.
func (d *Document) Breaks(i int) bool {
	switch d.At(i) {
	case ",":
		return !(d.Glued(i+1) && d.Kind(i+1) != Word)
	case ";", "(", ")", "|", ":", "*", "•", "but", "while", "whereas", "pero":
		return true
	case "-", "=":
		return !d.Glued(i) && !d.Glued(i+1) || d.Is(i, "-") && (d.Is(i+1, "-") && d.Glued(i+1) || d.Is(i-1, "-") && d.Glued(i))
	}
	return false
}

// Cue returns the first cue of a name within s.
func (d *Document) Cue(name string, s Span) (Span, bool) {
	if s.J-s.I < 12 { // few tokens
		for i := max(s.I, 0); i < min(s.J, len(d.Tokens)); i++ {
			if end := d.startingAt(i, name); end > 0 {
				return Span{i, end}, true
			}
		}
		return Span{}, false
	}
	found := d.Cues[name]
	k, _ := slices.BinarySearchFunc(found, s.I, func(c Span, i int) int { return c.I - i })
	if k < len(found) && found[k].I < s.J {
		return found[k], true
	}
	return Span{}, false
}

// Has reports whether one of the cues starts within s.
func (d *Document) Has(s Span, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, ok := d.Cue(name, s); return ok })
}

// Before returns the last cue of that name from token from on that ends at or before token i.
func (d *Document) Before(name string, from, i int) (Span, bool) {
	found := d.Cues[name]
	k, _ := slices.BinarySearchFunc(found, i, func(c Span, i int) int { return c.I - i })
	for k--; k >= 0 && found[k].I >= from; k-- {
		if found[k].J <= i {
			return found[k], true
		}
	}
	return Span{}, false
}

// StartsAt returns the end of the named cue from token i on, or i.
func (d *Document) StartsAt(name string, i int) int {
	if i < 0 || i >= len(d.Tokens) {
		return i
	}
	return max(d.startingAt(i, name), i)
}

// isCased reports whether the text uses capitals, by the starts of its sentences. A text in all
// lower or all upper case may still have a name or two in mixed case.
func (d *Document) isCased() bool {
	capitals, words, shouted, starts := 0, 0, 0, 0 // starts with a capital, less other starts
	for i, t := range d.Tokens {
		if t.Kind != Word || t.End-t.Start < 2 || d.Quoted[i] {
			continue
		}
		words++
		if t.Capital {
			capitals++
			if s := d.text[t.Start:t.End]; s == strings.ToUpper(s) {
				shouted++
			}
		}
	}
	for k := range d.Ends[:max(len(d.Ends)-1, 0)] {
		switch i := d.Ends[k]; {
		case d.Kind(i) != Word || d.Quoted[i]:
		case d.Capital(i):
			starts++
		default:
			starts--
		}
	}
	return starts >= 0 && capitals*25 > words && shouted*10 < words*7
}

// SkipPast returns the first token from i on that is none of words.
func (d *Document) SkipPast(i int, words ...string) int {
	for d.Is(i, words...) {
		i++
	}
	return i
}

// Skip returns i, or the token after i if token i is one of words.
func (d *Document) Skip(i int, words ...string) int {
	if d.Is(i, words...) {
		return i + 1
	}
	return i
}

// EndsAt returns the start of the cue that ends at token i, or i.
func (d *Document) EndsAt(cue string, i int) int {
	if c, ok := d.Before(cue, max(0, i-4), i); ok && c.J == i {
		return c.I
	}
	return i
}

// Named reports whether a cue is within the few tokens before i, in the same sentence.
func (d *Document) Named(cue string, i, within int) bool {
	_, ok := d.Before(cue, max(i-within, d.Sentence(i).I), i)
	return ok
}

// IsWithin reports whether the words of c are part of a cue of another name.
func (d *Document) IsWithin(c Span, name string) bool {
	for i := max(0, c.I-3); i <= c.I; i++ {
		if end := d.StartsAt(name, i); end > i && end >= c.J && end-i > c.J-c.I {
			return true
		}
	}
	return false
}

// SkipDash returns i, or the token after a hyphen at i.
func (d *Document) SkipDash(i int) int {
	if d.Is(i, "-") && d.Glued(i) && d.Glued(i+1) {
		return i + 1
	}
	return i
}

// Unquoted returns a line without its quotation marks.
func (d *Document) Unquoted(l Line) Line {
	for l.I < l.J && d.Is(l.I, ">") {
		l.I++
	}
	return l
}

// IsBracketed reports whether token i is in brackets that open at most 25 tokens before.
func (d *Document) IsBracketed(i int) bool {
	for k := i - 1; k >= max(0, i-25) && !d.Is(k, ")"); k-- {
		if d.Is(k, "(") {
			return true
		}
	}
	return false
}

// AnyCue reports whether the text has one of the cues outside quotes and suppositions.
func (d *Document) AnyCue(cues ...string) bool {
	for _, name := range cues {
		for _, c := range d.Cues[name] {
			if !d.Quiet[c.I] || name == "injection" {
				return true
			}
		}
	}
	return false
}

// IsReply reports whether the subject is that of a reply.
func (d *Document) IsReply() bool {
	return d.Is(0, "re", "aw", "rv") && d.Is(1, ":") || d.StartsAt("automatic reply", 0) > 0
}

// EndsClause reports whether a clause or a sentence ends before token i.
func (d *Document) EndsClause(i int) bool { return d.Breaks(i) || d.Sentence(i-1).J <= i+1 }
