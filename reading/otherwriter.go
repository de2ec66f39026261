package reading

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ppamaild/quote"
)

// Who answers is not always who asked: "Hi, this is Linda, Tom's wife. I was born …". Such a mail is
// read as if she were the insured, and what it states of "I" is then stated of her.

// otherWriter is somebody else than the insured who writes this mail.
type otherWriter struct {
	entry    int                // of Known.Drivers; behind the last where the mail brings them in
	relation quote.Relationship // to the insured
	name     fullName           // as the mail gives it; may be empty
	words    string             // by which it says who that is
}

// firstWords is within how many tokens of a mail who writes presents themselves.
const firstWords = 26

// otherWriter finds that somebody else than the insured writes: as the mail says, else as it is signed, else by
// a From header that is not the one the thread began with.
func (r *reader) otherWriter() (otherWriter, bool) {
	if len(r.in.Known.Drivers) == 0 || r.in.Known.Drivers[0].GivenName == "" {
		return otherWriter{}, false
	}
	for _, find := range []func() (otherWriter, bool){r.presentsThemselves, r.namesInsuredAsSpouse, r.signsThemselves, r.headedAnew, r.presentsStranger} {
		if w, found := find(); found {
			return w, w.entry > 0
		}
	}
	return otherWriter{}, false
}

// presentsThemselves reads "this is Linda", "Linda here" and "I'm Tom's wife" near the start of the text.
func (r *reader) presentsThemselves() (otherWriter, bool) {
	first := r.ownStart()
	for i := first; i < min(len(r.toks), first+firstWords); i++ {
		if r.quoted[i] || !r.startsSaying(i) {
			continue
		}
		j := r.behindThisIs(i)
		w, end, ok := r.presented(j)
		if j == i {
			ok = ok && r.is(end, "here", "writing", "speaking")
		}
		if ok && !r.namesAnother(end) {
			w.words = r.raw(span{i, end})
			return w, true
		}
	}
	return otherWriter{}, false
}

// ownStart returns the first token of the text that is no quotation.
func (r *reader) ownStart() int {
	i := r.subjectEnd()
	for i < len(r.toks) && r.quoted[i] {
		i++
	}
	return i
}

// startsSaying reports whether token i is the first of what somebody says, perhaps behind a greeting.
func (r *reader) startsSaying(i int) bool {
	return r.sentence(i).i == i || r.breaks(i-1) || r.is(i-1, "hi", "hello", "hey", "hola") || r.body(r.lines[r.lineOf(i)]).i == i
}

// behindThisIs returns the token behind "this is" or "I'm" at token i, else i. "It's Linda" may answer who drives.
func (r *reader) behindThisIs(i int) int {
	if r.is(i, "it's") && !r.asksWho() && (i == r.ownStart() || r.is(i-1, "hi", "hello", "hey")) {
		return i + 1
	}
	if r.is(i, "this", "i'm", "im", "i", "my", "soy", "me", "mi", "le", "les") {
		return r.startsAt("my name is", i)
	}
	return i
}

// presented reads who is named at token i: "Linda", "Linda Becker, Tom's wife", "Tom's wife Linda".
func (r *reader) presented(i int) (otherWriter, int, bool) {
	if w, j, ok := r.relativeOfKnown(i); ok {
		if n, named := r.name(r.skip(j, ","), 3); named && r.entryNamed(n.given) == w.entry && w.entry >= 0 {
			j = n.j
		}
		return w, j, true
	}
	n, ok := r.name(i, 3)
	if !ok || strings.HasSuffix(r.at(n.j-1), "'s") || r.cased && !r.capital(i) {
		return otherWriter{}, i, false
	}
	if w, j, ok := r.relativeOfKnown(r.skip(r.skip(n.j, ","), "-")); ok && r.mayBeNamed(w.entry, n.given) {
		w.name = n
		return w, j, true
	}
	k := r.entryNamed(n.given)
	if k < 0 {
		return otherWriter{}, i, false
	}
	return otherWriter{entry: k, relation: r.relationAt(k), name: n}, n.j, true
}

// relativeOfKnown reads "Tom's wife" at token i, where Tom is known.
func (r *reader) relativeOfKnown(i int) (otherWriter, int, bool) {
	owner := r.entryNamed(noun(r.at(i)))
	of, ok := r.kinAt(i + 1)
	if owner < 0 || !ok || of.outsider || of.relation == "" || noun(r.at(i)) == r.at(i) || noun(r.at(i+1)) != r.at(i+1) {
		return otherWriter{}, i, false
	}
	if owner > 0 {
		insured := r.relationAt(owner) == quote.Spouse && of.relation == quote.Spouse
		return otherWriter{}, i + 2, insured // of Linda's husband, who is insured
	}
	w := otherWriter{entry: len(r.in.Known.Drivers), relation: of.relation}
	for k := range r.in.Known.Drivers {
		if k > 0 && r.relationAt(k) == of.relation {
			if w.entry < len(r.in.Known.Drivers) {
				return otherWriter{}, i, false // one of several
			}
			w.entry = k
		}
	}
	return w, i + 2, true
}

// mayBeNamed reports whether an entry may be somebody of that given name.
func (r *reader) mayBeNamed(entry int, given string) bool {
	if entry >= len(r.in.Known.Drivers) {
		return r.entryNamed(given) < 0
	}
	return r.in.Known.Drivers[entry].GivenName == "" || r.entryNamed(given) == entry
}

// entryNamed returns the one known driver of that given name; -1: there is none.
func (r *reader) entryNamed(given string) int {
	found := -1
	for k, d := range r.in.Known.Drivers {
		if d.GivenName == "" || given == "" || fold(d.GivenName) != fold(given) && !isShortFor(given, d.GivenName) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = k
	}
	return found
}

func (r *reader) relationAt(entry int) quote.Relationship {
	return r.in.Known.Drivers[entry].Relationship
}

// namesAnother reports whether somebody else is named along at token i: "this is Linda and Tom".
func (r *reader) namesAnother(i int) bool {
	return r.is(i, "and", "&", "y", "+", "/") && (r.entryNamed(r.at(i+1)) >= 0 || r.is(i+1, "my", "mi") && r.isKin(i+2))
}

// namesInsuredAsSpouse finds that the mail calls the insured "my husband Tom".
func (r *reader) namesInsuredAsSpouse() (otherWriter, bool) {
	for i := r.subjectEnd(); i < len(r.toks); i++ {
		of, ok := r.kinAt(i + 1)
		if !ok || of.relation != quote.Spouse || of.outsider || r.quoted[i] || !r.is(i, "my", "mi") {
			continue
		}
		given := r.in.Known.Drivers[0].GivenName
		if at := r.skip(i+2, ","); at < len(r.toks) && fold(given) == noun(r.at(at)) && r.entryNamed(given) == 0 {
			if k := slices.IndexFunc(r.in.Known.Drivers, func(d quote.Driver) bool { return d.Relationship == quote.Spouse }); k > 0 {
				return otherWriter{entry: k, relation: quote.Spouse, words: r.raw(span{i, at + 1})}, true
			}
			return otherWriter{entry: len(r.in.Known.Drivers), relation: quote.Spouse, words: r.raw(span{i, at + 1})}, true
		}
	}
	return otherWriter{}, false
}

// signsThemselves reads the name of a known driver under the mail, behind a closing or a dash or as a paragraph of
// its own.
func (r *reader) signsThemselves() (otherWriter, bool) {
	first := r.lineOf(min(r.ownStart(), max(len(r.toks)-1, 0)))
	for k := len(r.lines) - 1; k > max(first, len(r.lines)-5); k-- {
		n, ok := r.signedName(r.lines[k])
		entry := r.entryNamed(n.given)
		if !ok || r.quoted[r.lines[k].i] || entry < 0 {
			continue
		}
		above, alsoNamed := r.signedName(r.lines[k-1])
		if alsoNamed && above.i < r.lines[k].i && r.entryNamed(above.given) >= 0 || !r.isSigned(k, n) {
			return otherWriter{}, false
		}
		return otherWriter{entry: entry, relation: r.relationAt(entry), name: n, words: r.raw(n.span)}, true
	}
	return r.signsInLine()
}

// signsInLine reads the name behind a dash that ends the last line: "me since 2001. -Linda".
func (r *reader) signsInLine() (otherWriter, bool) {
	for k := len(r.toks) - 1; k > max(r.ownStart(), len(r.toks)-6); k-- {
		n, ok := r.name(k, 3)
		if entry := r.entryNamed(n.given); ok && entry >= 0 && n.j >= len(r.toks)-1 && r.isWholeLine(n.j, len(r.toks)) && !r.quoted[k] &&
			r.is(k-1, "-", "–", "—", "~") && (r.gap(k-1) || r.is(k-2, "-")) && r.endsSentence(r.behindDashes(k-1)-1) {
			return otherWriter{entry: entry, relation: r.relationAt(entry), name: n, words: r.raw(n.span)}, true
		}
	}
	return otherWriter{}, false
}

// behindDashes returns where the dashes begin of which token i is the last.
func (r *reader) behindDashes(i int) int {
	for r.is(i-1, "-") {
		i--
	}
	return i
}

// isSigned reports whether line k, which is the name n, signs the mail, and answers nothing that was asked.
func (r *reader) isSigned(k int, n fullName) bool {
	if n.i > r.lines[k].i || r.closes(r.lines[k-1]) {
		return true
	}
	return r.lines[k].first && !r.asksWho()
}

// asksWho reports whether a name may be what we asked for.
func (r *reader) asksWho() bool {
	return slices.ContainsFunc(r.in.Asked, func(path string) bool {
		return strings.HasSuffix(path, ".driver") || strings.HasSuffix(path, "name")
	})
}

// headedAnew finds that a known driver's name stands in the From header, and another's stood in that of the first
// mail: of an address that two share the header tells nothing.
func (r *reader) headedAnew() (otherWriter, bool) {
	began := displayName(r.in.Began)
	entry := r.entryNamed(r.from.given)
	if began.given == "" || entry <= 0 || fold(began.given) == fold(r.from.given) {
		return otherWriter{}, false
	}
	return otherWriter{entry: entry, relation: r.relationAt(entry), name: r.from, words: r.in.FromName}, true
}

// initial returns the first letter of a name as it is compared; of what has none, utf8.RuneError.
func initial(name string) rune {
	first, _ := utf8.DecodeRuneInString(fold(name))
	return first
}

// presentsStranger finds that somebody writes whom we do not know: the From header has another given name than
// that of the first mail, and the mail presents or signs them by it: "This is Roy." What they say of themselves is
// not said of the insured.
func (r *reader) presentsStranger() (otherWriter, bool) {
	began, own := displayName(r.in.Began), r.from.given
	insured := r.in.Known.Drivers[0].GivenName
	if len(own) < 3 || began.given == "" || fold(own) == fold(began.given) || r.entryNamed(own) >= 0 || initial(own) == initial(insured) {
		return otherWriter{}, false
	}
	w := otherWriter{entry: len(r.in.Known.Drivers), relation: quote.Other, name: r.from, words: r.in.FromName}
	first := r.ownStart()
	for i := first; i < min(len(r.toks), first+firstWords); i++ {
		if j := r.behindThisIs(i); !r.quoted[i] && r.startsSaying(i) && j > i && fold(own) == r.at(j) {
			return w, true
		}
	}
	for k := len(r.lines) - 1; k >= max(0, len(r.lines)-4); k-- {
		if n, ok := r.signedName(r.lines[k]); ok && !r.quoted[r.lines[k].i] && fold(n.given) == fold(own) {
			return w, true
		}
	}
	return otherWriter{}, false
}
