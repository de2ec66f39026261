package reading

import (
	"slices"
	"strings"

	"ppamaild/quote"
)

// longestReason is how many bytes of a reason are looked at mark by mark.
const longestReason = 1 << 10

// answeredByStaff reads facts together with the question that they make needless, on
// either side of a mark: "Peter has been licensed for 27 years, drop that question",
// "don't ask for the annual mileage, use 12,000".
func answeredByStaff(text string, a quote.Application, read func(string) ([]quote.Fact, bool)) ([]quote.Fact, bool) {
	if len(text) > longestReason {
		return nil, false
	}
	d := newDocument(text)
	for i, t := range d.toks {
		if !d.is(i, ",", ";", ".", "-", "and", "but", "so") {
			continue
		}
		before, behind := text[:t.start], text[t.end:]
		for _, of := range []struct{ drop, fact string }{{behind, before}, {before, behind}} {
			paths, drops := droppedQuestion(of.drop, a)
			if !drops {
				continue
			}
			facts, ok := read(of.fact)
			if ok && answer(facts, paths) {
				return facts, true
			}
		}
	}
	return nil, false
}

// droppedQuestion reads the words that a question is not to be asked, and what it asks for;
// no paths where they are "that question".
func droppedQuestion(text string, a quote.Application) (paths []string, ok bool) {
	d := newDocument(text)
	s := d.trimCourtesy(span{0, len(d.toks)})
	if c, drops := d.cue("do not ask", span{s.i, s.i + 1}); drops && d.is(c.j, "that", "this", "the", "it") && d.skip(d.skip(c.j, "that", "this", "the", "it"), "question") == s.j {
		return nil, true
	}
	for _, r := range ReasonOf(text, a) {
		if r.Kind != "drop" {
			return nil, false
		}
		paths = append(paths, r.Paths...)
	}
	return paths, len(paths) > 0
}

// answer reports whether each path is of a field that one of the facts gives.
func answer(facts []quote.Fact, paths []string) bool {
	return !slices.ContainsFunc(paths, func(path string) bool {
		return !slices.ContainsFunc(facts, func(f quote.Fact) bool { return fieldOf(f.Path) == fieldOf(path) })
	})
}

func fieldOf(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }
