package reading

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// document is a mail cut into tokens, with the cues and values found in it.
// A span is two token indices, [i, j).
type document struct {
	text       string
	toks       []token
	ends       []int // token index after the last of each sentence
	lines      []line
	cues       map[string][]span
	spoken     []bool // a number or a date in words may start at token i
	begins     []bool // a cue starts at token i
	names      []nameLengths
	taken      []bool // token i is part of a value that has been read
	quiet      []bool // token i is hypothetical, or quoted: nothing is claimed there
	quoted     []bool // token i stands in a line that starts with ">"
	dated      []bool // token i is part of a full date
	nameOnly   bool   // the text is a name and nothing else
	cased      bool   // capitals mean something: the text is not all lower or all upper case
	streets    []span // per token, the street that starts there; found from the last token to the first
	bulletsEnd []int  // of the row of bullets that begins at token i; i where none does
	left       int    // steps that may still be taken; see budget.go
}

type span struct{ i, j int }

func (s span) empty() bool { return s.i >= s.j }

// line is one line that has tokens.
type line struct {
	span
	first bool // of a paragraph
}

func newDocument(text string) *document {
	d := &document{text: text, toks: lex(text)}
	d.left = stepsAtLeast + stepsPerToken*len(d.toks)
	d.bulletsEnd = d.findBullets()
	d.taken = make([]bool, len(d.toks))
	d.quiet = make([]bool, len(d.toks))
	d.names = findNames(d.toks)
	d.spoken = d.findSpoken()
	d.lines = d.readLines()
	d.quoted = d.findQuoted()
	d.ends = d.readSentences()
	d.cased = d.isCased()
	d.cues, d.begins = lexicon().find(d.toks)
	return d
}

// at returns the folded text of token i, "" outside of the mail.
func (d *document) at(i int) string {
	d.step()
	if i < 0 || i >= len(d.toks) {
		return ""
	}
	return d.toks[i].norm
}

// is reports whether token i is one of words.
func (d *document) is(i int, words ...string) bool {
	d.step()
	return i >= 0 && i < len(d.toks) && slices.Contains(words, d.toks[i].norm)
}

// glued reports whether no white space stands before token i.
func (d *document) glued(i int) bool { return !d.gap(i) }

// capital reports whether token i starts with a capital.
func (d *document) capital(i int) bool { return i >= 0 && i < len(d.toks) && d.toks[i].capital }

// gap reports whether white space stands before token i.
func (d *document) gap(i int) bool { return i <= 0 || i >= len(d.toks) || d.toks[i].gap }

// row returns the number of the line that token i is on, -1 outside of the mail.
func (d *document) row(i int) int {
	if i < 0 || i >= len(d.toks) {
		return -1
	}
	return d.toks[i].line
}

// kind returns the kind of token i; outside of the mail, a mark.
func (d *document) kind(i int) tokenKind {
	d.step()
	if i < 0 || i >= len(d.toks) {
		return mark
	}
	return d.toks[i].kind
}

// raw returns the words of s as written.
func (d *document) raw(s span) string {
	if s.empty() || s.i < 0 || s.j > len(d.toks) {
		return ""
	}
	return d.text[d.toks[s.i].start:d.toks[s.j-1].end]
}

// one returns the words of s with single blanks.
func (d *document) one(s span) string { return singleBlanks(d.raw(s)) }

// singleBlanks returns s with single blanks; what has no others costs nothing.
func singleBlanks(s string) string {
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

// free reports whether no value has been read from s yet.
func (d *document) free(s span) bool {
	if s.i < 0 || s.j > len(d.toks) {
		return false
	}
	return !slices.Contains(d.taken[s.i:s.j], true)
}

// take marks s as read.
func (d *document) take(s span) {
	for k := s.i; k < min(s.j, len(d.taken)); k++ {
		d.taken[k] = true
	}
}

// sentence returns the sentence around token i.
func (d *document) sentence(i int) span {
	k, _ := slices.BinarySearch(d.ends, i+1)
	s := span{0, len(d.toks)}
	if k > 0 {
		s.i = d.ends[k-1]
	}
	if k < len(d.ends) {
		s.j = d.ends[k]
	}
	return s
}

// together reports whether tokens i to j stand in one sentence.
func (d *document) together(i, j int) bool { return d.sentence(i).j >= j }

// clause returns the part of a sentence around token i between commas, wide gaps and
// the like; it does not look further than 40 tokens.
func (d *document) clause(i int) span {
	s := d.sentence(i)
	c := span{i, i + 1}
	for c.i > max(s.i, i-40) && !d.breaks(c.i-1) && !d.isWide(c.i) {
		c.i--
	}
	for c.j < min(s.j, i+40) && !d.breaks(c.j) && !d.isWide(c.j) {
		c.j++
	}
	return c
}

// breaks reports whether token i parts two clauses. A comma inside of a number
// does not.
func (d *document) breaks(i int) bool {
	switch d.at(i) {
	case ",":
		return !(d.glued(i+1) && d.kind(i+1) != word)
	case ";", "(", ")", "|", ":", "*", "•", "but", "while", "whereas", "pero":
		return true
	case "-", "=":
		return !d.glued(i) && !d.glued(i+1) || d.is(i, "-") && (d.is(i+1, "-") && d.glued(i+1) || d.is(i-1, "-") && d.glued(i))
	}
	return false
}

// cue returns the first cue of that name that starts within s.
func (d *document) cue(name string, s span) (span, bool) {
	if s.j == s.i+1 && s.i >= 0 && s.i < len(d.begins) && !d.begins[s.i] {
		return span{}, false // as at most tokens
	}
	found := d.cues[name]
	k, _ := slices.BinarySearchFunc(found, s.i, func(c span, i int) int { return c.i - i })
	if k < len(found) && found[k].i < s.j {
		return found[k], true
	}
	return span{}, false
}

// has reports whether one of the cues starts within s.
func (d *document) has(s span, names ...string) bool {
	if s.j <= len(d.begins) && s.i >= 0 && !s.empty() && !slices.Contains(d.begins[s.i:s.j], true) {
		return false
	}
	return slices.ContainsFunc(names, func(name string) bool { _, ok := d.cue(name, s); return ok })
}

// before returns the last cue of that name that ends at or before token i and
// starts at or after from.
func (d *document) before(name string, from, i int) (span, bool) {
	found := d.cues[name]
	k, _ := slices.BinarySearchFunc(found, i, func(c span, i int) int { return c.i - i })
	for k--; k >= 0 && found[k].i >= from; k-- {
		if found[k].j <= i {
			return found[k], true
		}
	}
	return span{}, false
}

// startsAt returns the end of the cue of that name that starts at token i, or i.
func (d *document) startsAt(name string, i int) int {
	if i < 0 || i >= len(d.begins) || !d.begins[i] {
		return i
	}
	if c, ok := d.cue(name, span{i, i + 1}); ok {
		return c.j
	}
	return i
}

// isCased tells a text with capitals where they belong from one that is all
// lower or all upper case but for a name or two: by how its sentences start.
func (d *document) isCased() bool {
	capitals, words, shouted := 0, 0, 0
	for i, t := range d.toks {
		if t.kind != word || t.end-t.start < 2 || d.quoted[i] {
			continue
		}
		words++
		if t.capital {
			capitals++
			if s := d.text[t.start:t.end]; s == strings.ToUpper(s) {
				shouted++
			}
		}
	}
	starts := 0 // with a capital, less those without
	for k := range d.ends[:max(len(d.ends)-1, 0)] {
		switch i := d.ends[k]; {
		case d.kind(i) != word || d.quoted[i]:
		case d.capital(i):
			starts++
		default:
			starts--
		}
	}
	return starts >= 0 && capitals*25 > words && shouted*10 < words*7
}

// skipPast skips all of words that follow each other from token i on.
func (d *document) skipPast(i int, words ...string) int {
	for d.is(i, words...) {
		i++
	}
	return i
}
