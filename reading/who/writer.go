package who

import (
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// signature reads the name below the mail: a line with only a name, among the last lines. A
// name of one word counts only as the last line.
func signature(r *claims.Sheet) (find.FullName, bool) {
	if len(r.Lines) == 0 {
		return find.FullName{}, false
	}
	if n, ok := signedAtEnd(r); ok {
		return n, true
	}
	var best find.FullName
	first := r.LineOf(min(r.SubjectEnd(), max(len(r.Tokens)-1, 0)))
	for k := len(r.Lines) - 1; k >= max(first, len(r.Lines)-8); k-- {
		l := r.Lines[k]
		n, ok := signedName(r, l)
		switch {
		case !ok || k == first && len(r.Lines)-first == 1 && n.Surname == "" && !IsFrom(r, n):
		case IsFrom(r, n) || n.I > l.I:
			return n, true
		case best.Empty() && (n.Surname != "" || k == len(r.Lines)-1):
			best = n
		}
	}
	return best, !best.Empty()
}

// signedAtEnd reads the name of the header, more fully, that ends the last line.
func signedAtEnd(r *claims.Sheet) (find.FullName, bool) {
	l := r.Lines[len(r.Lines)-1]
	s := r.Sentence(l.J - 1)
	n, ok := find.NameAt(r.Text, s.I, 4)
	ends := IsWholeLine(r.Text, n.J, l.J) || r.Among(n.J, "below a name")
	return n, ok && s.I > l.I && n.Surname != "" && IsFrom(r, n) && ends
}

// signedName reads a line that is a name, perhaps behind a closing or a dash.
func signedName(r *claims.Sheet, l text.Line) (find.FullName, bool) {
	s := r.Body(l)
	s.I = r.Skip(r.StartsAt("closing", s.I), ",")
	n, ok := find.NameAt(r.Text, s.I, 4)
	whole := IsWholeLine(r.Text, n.J, l.J) || r.Is(n.J, ",") && l.J-n.J < 6 && IsFrom(r, n) && n.Surname != ""
	return n, ok && whole && r.ItemNumber(l) == 0 && !find.NamesCar(r.Text, s.I)
}

// IsWholeLine reports whether only marks, or letters as in "Jr.", are between i and the line's end.
func IsWholeLine(r *find.Text, i, end int) bool {
	for ; i < end; i++ {
		if r.Kind(i) != text.Mark && !find.Generations.Has(r.At(i)) || r.Is(i, ":", "?", "$") {
			return false
		}
	}
	return true
}

// NameWriter names the writer: by the text of the mail, else by the signature, else by the From
// header. Only the text of the mail changes a known name.
func NameWriter(r *Party, form bool) {
	r.Writer = 0
	findInsured(r, form)
	p := r.People[r.Writer]
	if r.Writer != 0 || p.Given != "" && p.Surname != "" && p.Known < 0 {
		return
	}
	from := r.From
	signed, ok := signature(r.Sheet)
	if ok && p.Known < 0 {
		signWriter(r.Sheet, signed, from)
	}
	if p.Known < 0 && !claims.KnownName(r.Mail.Known) {
		adopt(r.Sheet, from, ok)
	}
}

// signWriter takes the name of a signature. A short form ("Tom") does not replace "Thomas".
func signWriter(r *claims.Sheet, n, from find.FullName) {
	p := r.People[0]
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
	if p.Given != "" || n.Surname == "" && from.Given != "" && text.Fold(n.Given) != text.Fold(from.Given) && find.IsShortFor(n.Given, from.Given) {
		n.Given = ""
	}
	if p.Surname != "" {
		n.Surname = ""
	}
	if n.Given != "" && n.Surname == "" && text.Fold(n.Given) == text.Fold(from.Surname) {
		return
	}
	AddName(r, 0, n)
}

// adopt takes missing parts of the name from the From header; the surname if the given names agree.
func adopt(r *claims.Sheet, from find.FullName, signed bool) {
	p := r.People[0]
	if p.Given != "" && from.Given != "" && text.Fold(p.Given) != text.Fold(from.Given) && !find.IsShortFor(p.Given, from.Given) {
		return
	}
	n := find.FullName{Span: text.Between(-1, -1)}
	if p.Given == "" {
		n.Given, n.GivenRaw = from.Given, from.GivenRaw
	}
	if p.Surname == "" {
		n.Surname, n.SurnameRaw = from.Surname, from.SurnameRaw
	}
	AddName(r, 0, n)
}

// findInsured finds the person to insure if the writer asks for another: "writing for my mother".
func findInsured(r *Party, form bool) {
	for _, c := range r.Cues["on behalf"] {
		for k, p := range r.People {
			if k > 0 && p.First >= c.I && p.First <= c.J+1 && r.Together(c.I, p.First+1) && !p.Outsider && p.Known < 0 && !speaksOfSelf(r.Sheet) {
				p.Relation, p.Drives = quote.Insured, true
				r.People[0].Idle = true
				r.Writer = k
				return
			}
			if k > 0 && p.Given == "" && p.First >= c.I && p.First <= c.J+1 && p.Known < 0 && form && isNamedInForm(r) {
				p.Idle = true // the form below is theirs
				return
			}
		}
	}
	if k, ok := insuredAlone(r); ok {
		r.People[k].Relation, r.People[k].Drives = quote.Insured, true
		r.People[0].Idle = true
		r.Writer = k
		return
	}
	if len(r.Cues["i do not drive"]) > 0 {
		r.People[0].Idle = true
	}
}

// isNamedInForm reports whether a form names another person than the sender as insured.
func isNamedInForm(r *Party) bool {
	n := find.FullName{Given: r.People[0].Given, Surname: r.People[0].Surname}
	return n.Given != "" && r.From.Given != "" && !IsFrom(r.Sheet, n)
}

// insuredAlone returns the relative to insure if the writer states nothing about
// themselves: "our daughter … wants her own policy".
func insuredAlone(r *Party) (int, bool) {
	for _, c := range r.Cues["for themselves"] {
		g := r.Lone[max(c.I-1, 0)]
		if r.Quiet[c.I] || g <= claims.Everybody || len(r.Crews[g]) != 1 || speaksOfSelf(r.Sheet) {
			continue
		}
		if k := r.Crews[g][0]; k > 0 && r.People[k].IsDriver() && r.People[k].Known < 0 && r.People[0].Known < 0 {
			return k, true
		}
	}
	return 0, false
}

func speaksOfSelf(r *claims.Sheet) bool {
	return slices.ContainsFunc(r.Claims, func(c claims.Claim) bool {
		return c.Of == claims.Driver(0) && c.Field != "given_name" && c.Field != "surname"
	})
}

// MeetCustomer reads "I'm Angela's husband" in a mail about Angela's quote: Angela is the insured.
func MeetCustomer(r *claims.Sheet) {
	if len(r.Mail.Known.Drivers) > 0 || !r.IsReply() && !r.AnyCue("somebody's quote") {
		return
	}
	for _, c := range r.Cues["my name is"] {
		n, ok := find.NameAt(r.Text, c.J, 2)
		kin, related := find.KinAt(r.Text, n.J)
		if !ok || r.Quiet[c.I] || n.GivenRaw == r.Raw(text.Between(n.I, n.J)) || !related || kin.Relation == "" || kin.Outsider || r.Is(n.J+1, "-", "in") {
			continue
		}
		k := customerNamed(r, n)
		if k < 0 {
			return
		}
		r.People[0].Relation, r.People[0].Drives = kin.Relation, true
		r.People[k].Relation, r.People[k].Drives = quote.Insured, true
		r.Say(claims.Driver(0), "relationship", kin.Relation, text.Between(n.I, n.J+1))
		r.Writer = k
		return
	}
}

// customerNamed returns the person with the name n, or a new person; -1 for too many people.
func customerNamed(r *claims.Sheet, n find.FullName) int {
	for k, p := range r.People {
		if k > 0 && p.Given != "" && text.Fold(p.Given) == text.Fold(n.Given) {
			return k
		}
	}
	return newPerson(r, n)
}
