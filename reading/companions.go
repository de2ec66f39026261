package reading

import "ppamaild/quote"

// companion reads a name that stands beside the writer's "I", or beside a brother's or a
// sister's: "Kim and I", "me and Kim", "our boys Leo, who is 19, and Max, he's 17". Whether
// somebody drives, the rest of the mail says.
func (r *reader) companion(i int) (int, int, bool) {
	if !r.cased || !r.capital(i) || len(r.people) >= mostEntries || r.quiet[i] || !r.siblings.namedAt(i) && !r.hasAndNear(i) {
		return 0, i, false
	}
	n, ok := r.listedName(i)
	if ok && r.isFrom(n) && r.isPaired(i, n) {
		r.addName(0, n)
		return 0, n.j, true
	}
	after := r.is(n.j, "and", "&", "y") && r.is(n.j+1, "i", "me", "myself", "yo") && (i == r.subjectEnd() || r.startsClause(i))
	if ok && after {
		n = r.knownByHeader(n)
	}
	if !ok || r.isFrom(n) || len(n.given) < 2 || n.j == i+1 && r.among(i, "exclaimed") { // "Oh and I had a ticket"
		return 0, i, false
	}
	if of := r.siblings.kin; r.siblings.namedAt(i) && r.goesOnWith(i, n) {
		k := r.meet(of, n, i)
		if k < 0 {
			return 0, i, false
		}
		r.noteRelative(k, i, n.j)
		return k, n.j, true
	}
	before := r.is(i-1, "and", "&", "y") && (r.is(i-2, "i", "me", "myself", "yo") || r.isGiven(i-2) == 0) && (r.breaks(n.j) || r.is(n.j, ".", "have", "are", "both", "were", "got", "share", "live", "drive"))
	if !after && !before {
		return 0, i, false
	}
	k := len(r.people)
	r.people = append(r.people, &person{known: -1, first: n.i, at: n.span})
	r.addName(k, n)
	r.people[k].drives = r.has(r.sentence(i), "licensed", "birth") || r.wantsOurQuote(i, n.j)
	if r.has(r.sentence(i), "married") {
		r.people[k].relation = quote.Spouse
		r.say(entity{'d', k}, "relationship", quote.Spouse, n.span)
	}
	return k, n.j, true
}

// wantsOurQuote reports whether the writer and who is named at tokens i to j are those whom the
// sentence asks a quote for: "Rob and I would like a quote", "insure me and Rob".
func (r *reader) wantsOurQuote(i, j int) bool {
	s := r.sentence(i)
	if r.quiet[i] || r.in.Known.Drivers != nil || !r.has(s, "quote request") || r.has(s, "negation") {
		return false
	}
	wants := j + 2
	for r.is(wants, "would", "are", "both", "will", "do") {
		wants++
	}
	asks := r.is(wants, "want", "like", "need", "looking", "shopping", "quisieramos", "necesitamos", "queremos")
	return asks && r.is(j, "and", "&", "y") || r.is(i-1, "for", "insure", "para") || r.is(i-1, "and", "&", "y") && r.is(i-3, "for", "insure", "para")
}

// isPaired reports whether the writer's name n, at token i, stands beside another's: "We're Bob
// and Fran Kerr".
func (r *reader) isPaired(i int, n fullName) bool {
	opens := r.sentence(i).i == i || r.is(i-1, "we're", "are", "somos") && r.sentence(i).i >= i-2
	return opens && r.is(n.j, "and", "&", "y") && r.capital(n.j+1) && r.kind(n.j+1) == word
}

// hasAndNear reports whether an "and" stands before token i, or not far behind it.
func (r *reader) hasAndNear(i int) bool {
	for k := i - 1; k < i+4; k++ {
		if k != i && r.is(k, "and", "&", "y") {
			return true
		}
	}
	return false
}

// startsClause reports whether a clause starts at token i, perhaps behind "so" or "both".
func (r *reader) startsClause(i int) bool {
	for r.is(i-1, "so", "both", "when", "because", "since", "that", "and", "for", "insure", "quote") {
		i--
	}
	return r.breaks(i-1) || r.sentence(i).i == i || r.body(r.lines[r.lineOf(i)]).i == i
}

// goesOnWith reports whether n at token i is the next of several who were named together:
// "… and Max, he's 17", "… and Max 4/4/2006", "…; Emilio, licensed 1 year", "…, Willa (permit)".
func (r *reader) goesOnWith(i int, n fullName) bool {
	if r.is(i-1, "and", "&", "y") {
		return r.is(n.j, ",", "(", "who", "who's", "is", "que", "del", "de", "was", "on") || r.dated[min(n.j, len(r.toks)-1)]
	}
	return r.is(i-1, ";", ",", ":", "are") && (r.is(n.j, "(") || r.is(n.j, ",") && r.has(span{n.j + 1, n.j + 3}, "licensed", "birth"))
}

// knownByHeader gives a name beside the writer's "I" the surname that the header of a couple has
// for it; the other of the two writes then.
func (r *reader) knownByHeader(n fullName) fullName {
	if len(r.couple) != 2 || n.surname != "" {
		return n
	}
	for k, of := range r.couple {
		if !n.fits(of) || fold(of.given) == fold(r.from.given) {
			continue
		}
		if r.from.given == "" {
			r.from = r.couple[1-k]
		}
		n.surname, n.surnameRaw = of.surname, of.surnameRaw
		break
	}
	return n
}
