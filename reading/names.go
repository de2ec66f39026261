package reading

import (
	"strings"
	"unicode"

	"ppamaild/quote"
)

// fullName is the name of a person; "" is what is not said.
type fullName struct {
	span
	given, surname       string
	givenRaw, surnameRaw string // as written
}

var particles = wordSet("de la del los las van von der den di da dos el al bin st saint mac")
var titles = wordSet("mr mrs ms miss dr prof sr sra mx sgt capt lt maj col cpl pfc rev ssgt msgt cpt ssg sfc spc tsgt smsgt cmsgt ltc ltjg ens cdr lcdr adm cpo cwo pastor rabbi deacon fr hon")
var generations = wordSet("jr sr ii iii iv esq")

// doubles are second parts of given names that are two words.
var doubles = wordSet("ann anne lee jo jean lou sue beth marie mae kay ellen jane dale ray rae lynn lynne carlos luis antonio jose manuel miguel angel maria elena isabel fernanda carmen")

// firms mark the name of a business.
var firms = wordSet("llc inc corp co ltd llp company plumbing landscaping construction services insurance team support notifications sales marketing newsletter group")

// name reads up to most words of a person's name at token i.
func (d *document) name(i, most int) (fullName, bool) {
	n := fullName{span: span{i, i}}
	if titles[d.at(i)] && !d.is(i, "sr") {
		i = d.skip(i+1, ".")
		n.i = i
	}
	var parts []span
	j := i
	for len(parts) < most && d.isNamePart(j, j == i) && !(len(parts) > 0 && d.isSpelledOut(j)) {
		k := j
		for k < j+mostParticles && particles[d.at(k)] && d.isNamePart(k+1, false) {
			k++
		}
		parts = append(parts, span{j, k + 1})
		j = k + 1
		if d.is(j, ".") && d.glued(j) && len(d.at(j-1)) == 1 {
			j++
		}
		if d.is(j, "-") && d.glued(j) && d.glued(j+1) && d.kind(j+1) == word {
			parts[len(parts)-1].j, j = j+2, j+2
		}
		if len(parts) == 1 {
			j = d.skipNickname(j)
		}
		if strings.HasSuffix(d.at(j-1), "'s") {
			break
		}
	}
	if len(parts) == 0 || len(parts) == 1 && len(d.at(i)) == 1 {
		return n, false
	}
	n.j = j
	d.assign(&n, parts)
	return n, true
}

// isSpelledOut reports whether letters stand at token j as one spells a name: "F O W".
func (d *document) isSpelledOut(j int) bool {
	return len(d.at(j)) == 1 && len(d.at(j+1)) == 1 && d.kind(j+1) == word && d.gap(j+1)
}

// skipNickname returns the token behind `"Bob"` in `Robert "Bob" Keller`, else j.
func (d *document) skipNickname(j int) int {
	if d.is(j, "\"", "“", "'", "(") && d.glued(j+1) && d.kind(j+1) == word && d.is(j+2, "\"", "”", "'", ")") && d.gap(j+3) && d.isNamePart(j+3, false) && (!d.cased || d.capital(j+3)) {
		return j + 3
	}
	return j
}

const (
	longestWord   = 40 // bytes of a word of a name
	mostParticles = 3  // in a row: "de la", "van der"
)

// isNamePart reports whether token i may be a word of a name.
func (d *document) isNamePart(i int, first bool) bool {
	return d.isNamePartBefore(i, first, mostParticles)
}

// isNamePartBefore is isNamePart with a limit on particles in a row.
func (d *document) isNamePartBefore(i int, first bool, particlesLeft int) bool {
	if d.kind(i) != word || i >= len(d.toks) || d.taken[i] {
		return false
	}
	t := d.toks[i]
	if t.end-t.start > longestWord {
		return false
	}
	if !first && (!t.gap || t.line != d.row(i-1) && !d.together(i-1, i+1)) {
		return false
	}
	if particles[t.norm] && !first && particlesLeft > 0 && d.isNamePartBefore(i+1, false, particlesLeft-1) {
		return !d.among(i+1, "what he does")
	}
	if speaksOfSelf[t.norm] && (!t.capital || t.norm != "im") {
		return false // "I am Ann Lee im 34"
	}
	if d.cased && !t.capital || generations[t.norm] || firms[t.norm] {
		return false
	}
	if !first && len(t.norm) == 2 && quote.IsState(strings.ToUpper(t.norm)) && d.startsAt("license words", i+1) > i+1 {
		return false // "Doug CA license C9021447"
	}
	if months[t.norm] > 0 && d.kind(i+1) == digits && !first {
		return false // "Ana Lopez April 3 1985"
	}
	if first && d.cased && t.capital && mayBeName[t.norm] && d.is(i+1, "-") && d.glued(i+1) && d.glued(i+2) && d.kind(i+2) == word {
		return true // "Young-ja Kim"
	}
	if d.nameOnly || mayBeName[t.norm] {
		return d.nameOnly || t.capital && d.cased && (!first || d.isNamePart(i+1, false))
	}
	return !stopWord(t.norm) && months[t.norm] == 0
}

// speaksOfSelf are words of a sentence that a name may run into; Im is a surname too.
var speaksOfSelf = wordSet("im ive i'm i've i'd i'll")

// mayBeName are words that are names too.
var mayBeName = wordSet("jan april may june august will mark grant frank summer autumn day best old young street may")

func (d *document) assign(n *fullName, parts []span) {
	given, surname := parts[0], span{}
	switch k := len(parts); {
	case k >= 3 && doubles[noun(d.at(parts[1].i))]:
		given.j = parts[1].j
		surname = parts[k-1]
	case k >= 2:
		surname = parts[k-1]
	}
	n.givenRaw, n.surnameRaw = possessor(d.raw(given)), possessor(d.raw(surname))
	n.given, n.surname = nameCase(n.givenRaw), nameCase(n.surnameRaw)
}

// possessor takes the 's off a name.
func possessor(s string) string {
	return strings.TrimSuffix(strings.TrimSuffix(s, "'s"), "’s")
}

// nameCase writes a name that is all lower or all upper case the usual way, and
// leaves others as they are.
func nameCase(s string) string {
	s = singleBlanks(s)
	if s != strings.ToLower(s) && (s != strings.ToUpper(s) || len(s) < 3) {
		return s
	}
	var b strings.Builder
	up := true
	for i, r := range strings.ToLower(s) {
		if up || strings.HasSuffix(strings.ToLower(s[:i]), "mc") && wordStart(s, i-2) {
			r = unicode.ToUpper(r)
		}
		b.WriteRune(r)
		up = !unicode.IsLetter(r)
	}
	return lowerParticles(b.String())
}

func wordStart(s string, i int) bool { return i == 0 || i > 0 && s[i-1] == ' ' }

func lowerParticles(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		if i < len(words)-1 && particles[strings.ToLower(w)] && w != "St" {
			words[i] = strings.ToLower(w)
		}
	}
	return strings.Join(words, " ")
}

// notPeople are words of display names that are not of a person.
var notPeople = wordSet("dept department hr jobs careers recruiting billing accounts accounting service services partner partners news updates weekly daily the info sales quote quotes no reply noreply web form lead leads customer mail email desk alerts auto insurance admin office online request family my me and website contact")

// clipName bounds what is read of a display name.
func clipName(s string) string { return s[:min(len(s), 4*longestWord)] }

// familyName reads "The Hendersons" and "The Henderson Family", which say no given
// name.
func familyName(s string) (fullName, bool) {
	words := strings.Fields(s)
	if len(words) == 3 && fold(words[2]) == "family" {
		words = append(words[:1], words[1]+"s")
	}
	if len(words) != 2 || fold(words[0]) != "the" || firms[fold(words[1])] || notPeople[fold(words[1])] {
		return fullName{}, false
	}
	name, plural := strings.CutSuffix(words[1], "s")
	if name, es := strings.CutSuffix(name, "e"); es && strings.ContainsAny(name[max(0, len(name)-1):], "szxh") {
		return fullName{surname: nameCase(name), surnameRaw: name}, plural // "The Joneses"
	}
	return fullName{surname: nameCase(name), surnameRaw: name}, plural && len(name) > 2
}

// coupleOf returns the names of both of "Ann & Bo Lee" in a From header.
func coupleOf(from string) []fullName {
	for _, and := range []string{" & ", " and ", " + ", " y "} {
		first, second, ok := strings.Cut(from, and)
		if !ok {
			continue
		}
		a, b := displayName(first), displayName(second)
		if a.given == "" || b.given == "" {
			return nil
		}
		if a.surname == "" {
			a.surname, a.surnameRaw = b.surname, b.surnameRaw
		}
		return []fullName{a, b}
	}
	return nil
}

// signedBy returns the one of a couple whose name the last line of the text begins with;
// the header alone does not say who writes.
func signedBy(couple []fullName, text string) fullName {
	lines := strings.Fields(text[strings.LastIndexByte(strings.TrimSpace(text), '\n')+1:])
	for _, n := range couple {
		if len(lines) > 0 && fold(strings.Trim(lines[0], ".,-")) == fold(n.given) {
			return n
		}
	}
	return fullName{}
}

// displayName reads the display name of a From header: "Maria Lopez",
// "LOPEZ, MARIA", "maria lopez (home)". A business or a mailbox has none.
func displayName(s string) fullName {
	s, _, _ = strings.Cut(clipName(s), "(")
	for _, employer := range []string{" via ", " at ", " from "} {
		s, _, _ = strings.Cut(s, employer)
	}
	s = withoutCredentials(strings.Trim(strings.TrimSpace(s), `"'`))
	if n, ok := familyName(s); ok {
		return n
	}
	if last, first, ok := strings.Cut(s, ","); ok && !generations[fold(strings.Trim(first, " ."))] {
		s = strings.TrimSpace(first) + " " + strings.TrimSpace(last)
	}
	d := newDocument(s)
	for _, t := range d.toks {
		if firms[t.norm] || t.norm == "&" || t.norm == "@" || t.kind == digits || t.kind == mixed {
			return fullName{}
		}
		if notPeople[t.norm] {
			return fullName{}
		}
	}
	d.cased, d.nameOnly = false, true
	n, _ := d.name(0, 4)
	if n.surname == "" && n.i > 0 { // "Mr. Kim"
		n.given, n.givenRaw, n.surname, n.surnameRaw = "", "", n.given, n.givenRaw
	}
	if len(n.given) == 1 { // "S Kim"
		n.given = ""
	}
	if len(n.surname) == 1 { // "Larry B."
		n.surname = ""
	}
	return n
}
