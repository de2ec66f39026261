package reading

import (
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// signature reads the name under the mail: a line that holds nothing else, in
// its last lines. One word counts only behind a closing, or as the last line.
func signature(r *sheet) (find.FullName, bool) {
	if len(r.Lines) == 0 {
		return find.FullName{}, false
	}
	if n, ok := signedAtEnd(r); ok {
		return n, true
	}
	var best find.FullName
	first := r.LineOf(min(r.subjectEnd(), max(len(r.Tokens)-1, 0)))
	for k := len(r.Lines) - 1; k >= max(first, len(r.Lines)-8); k-- {
		l := r.Lines[k]
		n, ok := signedName(r, l)
		switch {
		case !ok || k == first && len(r.Lines)-first == 1 && n.Surname == "" && !isFrom(r, n):
		case isFrom(r, n) || n.I > l.I || k > 0 && closes(r.Text, r.Lines[k-1]):
			return n, true
		case best.Empty() && (n.Surname != "" || k == len(r.Lines)-1):
			best = n
		}
	}
	return best, !best.Empty()
}

// signedAtEnd reads the name of the header, more fully, that ends the last line:
// "Leaving Tuesday. Gus Petrakis".
func signedAtEnd(r *sheet) (find.FullName, bool) {
	l := r.Lines[len(r.Lines)-1]
	s := r.Sentence(l.J - 1)
	n, ok := find.NameAt(r.Text, s.I, 4)
	ends := isWholeLine(r.Text, n.J, l.J) || r.Among(n.J, "below a name")
	return n, ok && s.I > l.I && n.Surname != "" && isFrom(r, n) && ends
}

// signedName reads a line that is a name, perhaps behind a closing or a dash.
func signedName(r *sheet, l text.Line) (find.FullName, bool) {
	s := r.Body(l)
	for r.Is(s.I, "-", "~", "–", ",") {
		s.I++
	}
	s.I = r.Skip(r.StartsAt("closing", s.I), ",")
	n, ok := find.NameAt(r.Text, s.I, 4)
	whole := isWholeLine(r.Text, n.J, l.J) || r.Is(n.J, ",") && l.J-n.J < 6 && isFrom(r, n) && n.Surname != "" && isTown(r.Text, n.J+1, l.J)
	return n, ok && whole && !isListed(r.Text, l) && !find.NamesCar(r.Text, s.I) && !isPlace(r, s)
}

// isTown reports whether tokens i to j can be a town: "Ann Lee, Bend OR".
func isTown(r *find.Text, i, j int) bool {
	for ; i < j; i++ {
		if r.Kind(i) != text.Word && !r.Is(i, ",", ".") || text.StopWord(r.At(i)) {
			return false
		}
	}
	return true
}

// isListed reports whether a line is an item of a list: a dash before the last
// line alone signs the mail, "- Robert Ash".
func isListed(r *find.Text, l text.Line) bool {
	k := r.LineOf(l.I)
	dashed := r.Is(l.I, "-", "~", "–") && k == len(r.Lines)-1 && k > 0 && !r.IsItem(r.Lines[k-1])
	return !dashed && r.IsItem(l)
}

// isWholeLine reports whether nothing but marks, or letters behind the name
// ("Jr."), stands between i and the end of its line.
func isWholeLine(r *find.Text, i, end int) bool {
	for ; i < end; i++ {
		if r.Kind(i) != text.Mark && !find.Generations[r.At(i)] || r.Is(i, ":", "?", "$") {
			return false
		}
	}
	return true
}

func isPlace(r *sheet, s text.Span) bool {
	a := find.TownAfter(r.Text, find.Address{Span: text.Between(s.I, s.I)})
	return !a.State.Empty() || !a.ZIP.Empty() || r.Taken[s.I]
}

// closes reports whether a line is "Thanks," or the like.
func closes(r *find.Text, l text.Line) bool {
	j := r.StartsAt("closing", l.I)
	return j > l.I && l.J-l.I < 6
}

// nameWriter names who writes: as the mail says, else as it is signed, else by
// the From header. What is known already, only the mail itself changes.
func nameWriter(r *reader) {
	r.writer = 0
	findInsured(r)
	p := r.people[r.writer]
	if r.writer != 0 || p.given != "" && p.surname != "" && (p.known < 0 || hasName(r.sheet, 0)) {
		return
	}
	from := r.from
	signed, ok := signature(r.sheet)
	if ok && p.known < 0 {
		signWriter(r.sheet, signed, from)
	}
	if p.known < 0 && !knownName(r.in.Known) {
		adopt(r.sheet, from, ok)
	}
}

func knownName(a quote.Application) bool {
	return a.NamedInsured.GivenName != "" || a.NamedInsured.Surname != ""
}

func hasName(r *sheet, k int) bool {
	for _, c := range r.claims {
		if c.of == (entity{'d', k}) && (c.field == "given_name" || c.field == "surname") {
			return true
		}
	}
	return false
}

// signWriter takes the name of a signature. A short form of the header's name ("Tom"
// for Thomas) does not replace it.
func signWriter(r *sheet, n, from find.FullName) {
	p := r.people[0]
	if len(n.Surname) == 1 { // "Joel S."
		n.Surname, n.SurnameRaw = "", ""
	}
	if len(n.Given) == 1 && strings.HasPrefix(text.Fold(from.Given), text.Fold(n.Given)) { // "D. Lee" of Dora Lee
		n.Given, n.GivenRaw = "", ""
	}
	if n.Surname != "" && text.Fold(n.Given+" "+n.Surname) == text.Fold(from.Given) {
		n.Given, n.GivenRaw, n.Surname, n.SurnameRaw = from.Given, r.Words(n.Span), "", "" // "Mary Ann"
	}
	// "Zhang Wei" of Wei Zhang: the family name first.
	if text.Fold(n.Given) == text.Fold(from.Surname) && text.Fold(n.Surname) == text.Fold(from.Given) && n.Surname != "" {
		return
	}
	if p.given != "" || n.Surname == "" && from.Given != "" && text.Fold(n.Given) != text.Fold(from.Given) && find.IsShortFor(n.Given, from.Given) {
		n.Given = ""
	}
	if p.surname != "" {
		n.Surname = ""
	}
	if n.Given != "" && n.Surname == "" && text.Fold(n.Given) == text.Fold(from.Surname) {
		return
	}
	addName(r, 0, n)
}

// adopt takes what the mail leaves open from the From header; the surname only
// where the given names agree.
func adopt(r *sheet, from find.FullName, signed bool) {
	p := r.people[0]
	if p.given != "" && from.Given != "" && text.Fold(p.given) != text.Fold(from.Given) && !find.IsShortFor(p.given, from.Given) {
		return
	}
	n := find.FullName{Span: text.Between(-1, -1)}
	if p.given == "" {
		n.Given, n.GivenRaw = from.Given, from.GivenRaw
	}
	if p.surname == "" {
		n.Surname, n.SurnameRaw = from.Surname, from.SurnameRaw
	}
	addName(r, 0, n)
}

// findInsured finds the person that the mail asks for where that is not the
// writer: "writing for my mother".
func findInsured(r *reader) {
	for _, c := range r.Cues["on behalf"] {
		for k, p := range r.people {
			if k > 0 && p.first >= c.I && p.first <= c.J+1 && r.Together(c.I, p.first+1) && !p.outsider && p.known < 0 && !speaksOfSelf(r.sheet) {
				p.relation, p.drives = quote.Insured, true
				r.people[0].idle = true
				r.writer = k
				return
			}
			if k > 0 && p.given == "" && p.first >= c.I && p.first <= c.J+1 && p.known < 0 && isNamedInForm(r) {
				p.idle = true // the form below is theirs
				return
			}
		}
	}
	if k, ok := insuredAlone(r.party); ok {
		r.people[k].relation, r.people[k].drives = quote.Insured, true
		r.people[0].idle = true
		r.writer = k
		return
	}
	if len(r.Cues["i do not drive"]) > 0 {
		r.people[0].idle = true
	}
}

// isNamedInForm reports whether a form names somebody else than the sender as insured.
func isNamedInForm(r *reader) bool {
	n := find.FullName{Given: r.people[0].given, Surname: r.people[0].surname}
	return len(r.cells) > 0 && n.Given != "" && r.from.Given != "" && !isFrom(r.sheet, n)
}

// insuredAlone returns the relative for whom somebody writes who says nothing of
// themselves: "our daughter … wants her own policy".
func insuredAlone(r *party) (int, bool) {
	for _, c := range r.Cues["for themselves"] {
		g := r.lone[max(c.I-1, 0)]
		if r.Quiet[c.I] || g <= everybody || len(r.crews[g]) != 1 || speaksOfSelf(r.sheet) {
			continue
		}
		if k := r.crews[g][0]; k > 0 && r.people[k].isDriver() && r.people[k].known < 0 && r.people[0].known < 0 {
			return k, true
		}
	}
	return 0, false
}

// speaksOfSelf reports whether something is said of the writer as a driver.
func speaksOfSelf(r *sheet) bool {
	for _, c := range r.claims {
		if c.of == (entity{'d', 0}) && c.field != "given_name" && c.field != "surname" {
			return true
		}
	}
	return false
}
