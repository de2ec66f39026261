package reading

import (
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

// signature reads the name under the mail: a line that holds nothing else, in
// its last lines. One word counts only behind a closing, or as the last line.
func (r *reader) signature() (fullName, bool) {
	if len(r.Lines) == 0 {
		return fullName{}, false
	}
	if n, ok := r.signedAtEnd(); ok {
		return n, true
	}
	var best fullName
	first := r.LineOf(min(r.subjectEnd(), max(len(r.Tokens)-1, 0)))
	for k := len(r.Lines) - 1; k >= max(first, len(r.Lines)-8); k-- {
		l := r.Lines[k]
		n, ok := r.signedName(l)
		switch {
		case !ok || k == first && len(r.Lines)-first == 1 && n.surname == "" && !r.isFrom(n):
		case r.isFrom(n) || n.I > l.I || k > 0 && r.closes(r.Lines[k-1]):
			return n, true
		case best.Empty() && (n.surname != "" || k == len(r.Lines)-1):
			best = n
		}
	}
	return best, !best.Empty()
}

// signedAtEnd reads the name of the header, more fully, that ends the last line:
// "Leaving Tuesday. Gus Petrakis".
func (r *reader) signedAtEnd() (fullName, bool) {
	l := r.Lines[len(r.Lines)-1]
	s := r.Sentence(l.J - 1)
	n, ok := r.name(s.I, 4)
	ends := r.isWholeLine(n.J, l.J) || r.Among(n.J, "below a name")
	return n, ok && s.I > l.I && n.surname != "" && r.isFrom(n) && ends
}

// signedName reads a line that is a name, perhaps behind a closing or a dash.
func (r *reader) signedName(l text.Line) (fullName, bool) {
	s := r.Body(l)
	for r.Is(s.I, "-", "~", "–", ",") {
		s.I++
	}
	s.I = r.Skip(r.StartsAt("closing", s.I), ",")
	n, ok := r.name(s.I, 4)
	whole := r.isWholeLine(n.J, l.J) || r.Is(n.J, ",") && l.J-n.J < 6 && r.isFrom(n) && n.surname != "" && r.isTown(n.J+1, l.J)
	return n, ok && whole && !r.isListed(l) && !r.namesCar(s.I) && !r.isPlace(s)
}

// isTown reports whether tokens i to j can be a town: "Ann Lee, Bend OR".
func (r *reader) isTown(i, j int) bool {
	for ; i < j; i++ {
		if r.Kind(i) != text.Word && !r.Is(i, ",", ".") || text.StopWord(r.At(i)) {
			return false
		}
	}
	return true
}

// isListed reports whether a line is an item of a list: a dash before the last
// line alone signs the mail, "- Robert Ash".
func (r *reader) isListed(l text.Line) bool {
	k := r.LineOf(l.I)
	dashed := r.Is(l.I, "-", "~", "–") && k == len(r.Lines)-1 && k > 0 && !r.IsItem(r.Lines[k-1])
	return !dashed && r.IsItem(l)
}

// isWholeLine reports whether nothing but marks, or letters behind the name
// ("Jr."), stands between i and the end of its line.
func (r *reader) isWholeLine(i, end int) bool {
	for ; i < end; i++ {
		if r.Kind(i) != text.Mark && !generations[r.At(i)] || r.Is(i, ":", "?", "$") {
			return false
		}
	}
	return true
}

func (r *reader) isPlace(s text.Span) bool {
	a := r.townAfter(address{Span: text.Between(s.I, s.I)})
	return !a.state.Empty() || !a.zip.Empty() || r.Taken[s.I]
}

// closes reports whether a line is "Thanks," or the like.
func (r *reader) closes(l text.Line) bool {
	j := r.StartsAt("closing", l.I)
	return j > l.I && l.J-l.I < 6
}

// nameWriter names who writes: as the mail says, else as it is signed, else by
// the From header. What is known already, only the mail itself changes.
func (r *reader) nameWriter() {
	r.writer = 0
	r.findInsured()
	p := r.people[r.writer]
	if r.writer != 0 || p.given != "" && p.surname != "" && (p.known < 0 || r.hasName(0)) {
		return
	}
	from := r.from
	signed, ok := r.signature()
	if ok && p.known < 0 {
		r.sign(signed, from)
	}
	if p.known < 0 && !knownName(r.in.Known) {
		r.adopt(from, ok)
	}
}

func knownName(a quote.Application) bool {
	return a.NamedInsured.GivenName != "" || a.NamedInsured.Surname != ""
}

func (r *reader) hasName(k int) bool {
	for _, c := range r.claims {
		if c.of == (entity{'d', k}) && (c.field == "given_name" || c.field == "surname") {
			return true
		}
	}
	return false
}

// sign takes the name of a signature. A short form of the header's name ("Tom"
// for Thomas) does not replace it.
func (r *reader) sign(n, from fullName) {
	p := r.people[0]
	if len(n.surname) == 1 { // "Joel S."
		n.surname, n.surnameRaw = "", ""
	}
	if len(n.given) == 1 && strings.HasPrefix(text.Fold(from.given), text.Fold(n.given)) { // "D. Lee" of Dora Lee
		n.given, n.givenRaw = "", ""
	}
	if n.surname != "" && text.Fold(n.given+" "+n.surname) == text.Fold(from.given) {
		n.given, n.givenRaw, n.surname, n.surnameRaw = from.given, r.Words(n.Span), "", "" // "Mary Ann"
	}
	// "Zhang Wei" of Wei Zhang: the family name first.
	if text.Fold(n.given) == text.Fold(from.surname) && text.Fold(n.surname) == text.Fold(from.given) && n.surname != "" {
		return
	}
	if p.given != "" || n.surname == "" && from.given != "" && text.Fold(n.given) != text.Fold(from.given) && isShortFor(n.given, from.given) {
		n.given = ""
	}
	if p.surname != "" {
		n.surname = ""
	}
	if n.given != "" && n.surname == "" && text.Fold(n.given) == text.Fold(from.surname) {
		return
	}
	r.addName(0, n)
}

// isShortFor reports whether a name may be the short form of another.
func isShortFor(short, long string) bool {
	s, l := text.Fold(short), text.Fold(long)
	if len(s) > 2 && len(l) > len(s) && l[:3] == s[:3] {
		return true
	}
	whole := shortNames[s]
	return whole == l || whole != "" && whole == strings.ReplaceAll(l, "qu", "k") // "Ezequiel"
}

var shortNames = map[string]string{"bob": "robert", "rob": "robert", "bobby": "robert", "bill": "william", "will": "william", "billy": "william",
	"jim": "james", "jimmy": "james", "jack": "john", "johnny": "john", "dick": "richard", "rick": "richard", "peggy": "margaret",
	"meg": "margaret", "liz": "elizabeth", "beth": "elizabeth", "betty": "elizabeth", "ted": "edward", "ed": "edward", "chuck": "charles",
	"tony": "anthony", "kate": "katherine", "kathy": "katherine", "hank": "henry", "harry": "harold", "sandy": "sandra", "pepe": "jose",
	"paco": "francisco", "lupe": "guadalupe", "mike": "michael", "dave": "david", "steve": "steven", "nick": "nicholas", "jen": "jennifer",
	"deb": "deborah", "roz": "rosalind", "abby": "abigail", "mandy": "amanda",
	"cindy": "cynthia", "trudy": "gertrude", "hattie": "harriet", "ginny": "virginia", "izzy": "isabel", "pat": "patricia", "sue": "susan", "tom": "thomas", "larry": "lawrence", "jeff": "jeffrey", "chris": "christopher",
	"hal": "harold", "trish": "patricia", "tina": "christina", "becky": "rebecca", "betsy": "elizabeth", "libby": "elizabeth", "drew": "andrew",
	"jake": "jacob", "jerry": "gerald", "kitty": "katherine", "kit": "christopher", "dottie": "dorothy", "sally": "sarah", "nell": "eleanor", "zeke": "ezekiel", "winnie": "winifred", "lupita": "guadalupe", "tono": "antonio",
	"shelly": "michelle", "gus": "august", "ned": "edward", "ken": "kenneth", "maggie": "margaret", "molly": "mary", "terry": "teresa",
	"memo": "guillermo", "nacho": "ignacio", "chuy": "jesus", "beto": "alberto", "lalo": "eduardo", "quique": "enrique", "pancho": "francisco"}

// adopt takes what the mail leaves open from the From header; the surname only
// where the given names agree.
func (r *reader) adopt(from fullName, signed bool) {
	p := r.people[0]
	if p.given != "" && from.given != "" && text.Fold(p.given) != text.Fold(from.given) && !isShortFor(p.given, from.given) {
		return
	}
	n := fullName{Span: text.Between(-1, -1)}
	if p.given == "" {
		n.given, n.givenRaw = from.given, from.givenRaw
	}
	if p.surname == "" {
		n.surname, n.surnameRaw = from.surname, from.surnameRaw
	}
	r.addName(0, n)
}

// findInsured finds the person that the mail asks for where that is not the
// writer: "writing for my mother".
func (r *reader) findInsured() {
	for _, c := range r.Cues["on behalf"] {
		for k, p := range r.people {
			if k > 0 && p.first >= c.I && p.first <= c.J+1 && r.Together(c.I, p.first+1) && !p.outsider && p.known < 0 && !r.speaksOfSelf() {
				p.relation, p.drives = quote.Insured, true
				r.people[0].idle = true
				r.writer = k
				return
			}
			if k > 0 && p.given == "" && p.first >= c.I && p.first <= c.J+1 && p.known < 0 && r.isNamedInForm() {
				p.idle = true // the form below is theirs
				return
			}
		}
	}
	if k, ok := r.insuredAlone(); ok {
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
func (r *reader) isNamedInForm() bool {
	n := fullName{given: r.people[0].given, surname: r.people[0].surname}
	return len(r.cells) > 0 && n.given != "" && r.from.given != "" && !r.isFrom(n)
}

// insuredAlone returns the relative for whom somebody writes who says nothing of
// themselves: "our daughter … wants her own policy".
func (r *reader) insuredAlone() (int, bool) {
	for _, c := range r.Cues["for themselves"] {
		g := r.lone[max(c.I-1, 0)]
		if r.Quiet[c.I] || g <= everybody || len(r.crews[g]) != 1 || r.speaksOfSelf() {
			continue
		}
		if k := r.crews[g][0]; k > 0 && r.people[k].isDriver() && r.people[k].known < 0 && r.people[0].known < 0 {
			return k, true
		}
	}
	return 0, false
}

// speaksOfSelf reports whether something is said of the writer as a driver.
func (r *reader) speaksOfSelf() bool {
	for _, c := range r.claims {
		if c.of == (entity{'d', 0}) && c.field != "given_name" && c.field != "surname" {
			return true
		}
	}
	return false
}
