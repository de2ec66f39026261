package find

import (
	_ "embed"
	"strings"
	"unicode"

	"ppamaild/lazy"
	"ppamaild/quote"
	"ppamaild/reading/text"
)

// FullName is the name of a person. A missing part is "".
type FullName struct {
	text.Span
	Given, Surname       string
	Initial              string // of a From header without a given name
	GivenRaw, SurnameRaw string // as written
}

// Particles are words inside a surname.
var Particles = lazy.Set("de la del los las van von der den di da dos el al bin st saint mac")
var titles = lazy.Set("mr mrs ms miss dr prof sr sra mx sgt capt lt maj col cpl pfc rev ssgt msgt cpt ssg sfc spc tsgt smsgt cmsgt ltc ltjg ens cdr lcdr adm cpo cwo pastor rabbi deacon fr hon")

// Generations follow a surname: "Jr", "III".
var Generations = lazy.Set("jr sr ii iii iv esq")

// doubles are second parts of given names that are two words.
var doubles = lazy.Set("ann anne lee jo jean lou sue beth marie mae kay ellen jane dale ray rae lynn lynne carlos luis antonio jose manuel miguel angel maria elena isabel fernanda carmen inez")

var firms = lazy.Set("llc inc corp co ltd llp company plumbing landscaping construction services insurance team support notifications sales marketing newsletter group")

// NameAt reads up to most words of a person's name at token i.
func NameAt(d *Text, i, most int) (FullName, bool) {
	if titles.Has(d.At(i)) && !d.Is(i, "sr") {
		i = d.Skip(i+1, ".")
	}
	n := FullName{Span: text.Between(i, i)}
	var parts []text.Span
	j := i
	for len(parts) < most && IsNamePart(d, j, j == i) {
		k := j
		for k < j+mostParticles && Particles.Has(d.At(k)) && IsNamePart(d, k+1, false) {
			k++
		}
		parts = append(parts, text.Between(j, k+1))
		j = k + 1
		if d.Is(j, ".") && d.Glued(j) && len(d.At(j-1)) == 1 {
			j++
		}
		if d.Is(j, "-") && d.Glued(j) && d.Glued(j+1) && d.Kind(j+1) == text.Word {
			parts[len(parts)-1].J, j = j+2, j+2
		}
		if len(parts) == 1 {
			j = skipNickname(d, j)
		}
		if strings.HasSuffix(d.At(j-1), "'s") {
			break
		}
	}
	if len(parts) == 0 || len(parts) == 1 && len(d.At(i)) == 1 {
		return n, false
	}
	n.J = j
	assignParts(d, &n, parts)
	return n, true
}

// skipNickname returns the token behind `"Bob"` in `Robert "Bob" Keller`, else j.
func skipNickname(d *Text, j int) int {
	if d.Is(j, "\"", "“", "'", "(") && d.Glued(j+1) && d.Kind(j+1) == text.Word && d.Is(j+2, "\"", "”", "'", ")") && d.Gap(j+3) && IsNamePart(d, j+3, false) && (!d.Cased || d.Capital(j+3)) {
		return j + 3
	}
	return j
}

const (
	longestWord   = 40 // bytes of a word of a name
	mostParticles = 3  // in a row: "de la", "van der"
)

// IsNamePart reports whether token i may be a word of a name.
func IsNamePart(d *Text, i int, first bool) bool {
	return isNamePartBefore(d, i, first, mostParticles)
}

func isNamePartBefore(d *Text, i int, first bool, particlesLeft int) bool {
	if d.Kind(i) != text.Word || i >= len(d.Tokens) || d.Taken[i] {
		return false
	}
	t := d.Tokens[i]
	if t.End-t.Start > longestWord {
		return false
	}
	if !first && (!t.Gap || t.Line != d.Row(i-1) && !d.Together(i-1, i+1)) {
		return false
	}
	if !first && particlesLeft > 0 && Particles.Has(t.Norm) && isNamePartBefore(d, i+1, false, particlesLeft-1) {
		return !d.Among(i+1, "what he does")
	}
	if d.Cased && !t.Capital || Generations.Has(t.Norm) || firms.Has(t.Norm) {
		return false
	}
	if speaksOfSelf.Has(t.Norm) && (!t.Capital || t.Norm != "im") {
		return false // "I am Ann Lee im 34"
	}
	if Months.Get()[t.Norm] > 0 && d.Kind(i+1) == text.Digits && !first {
		return false // "Ana Lopez April 3 1985"
	}
	if d.NameOnly || MayBeName.Has(t.Norm) {
		return d.NameOnly || t.Capital && d.Cased && (!first || IsNamePart(d, i+1, false))
	}
	return !text.StopWord(t.Norm) && Months.Get()[t.Norm] == 0
}

var speaksOfSelf = lazy.Set("im ive i'm i've i'd i'll")

// MayBeName are words that are names too.
var MayBeName = lazy.Set("jan april may june august will mark grant frank summer autumn day best old young street may")

func assignParts(d *Text, n *FullName, parts []text.Span) {
	given, surname := parts[0], text.Span{}
	if k := len(parts); k > 1 { // four parts have two surnames
		surname = text.Between(parts[(k+1)/2].I, parts[k-1].J)
		if k > 3 || k == 3 && doubles.Has(text.Noun(d.At(parts[1].I))) {
			given.J = parts[1].J
		} else if d.Among(parts[1].I, "two surnames") && d.Among(parts[k-1].I, "two surnames") {
			surname.I = parts[1].I // "Luis Ortega Ramos"
		}
	}
	n.GivenRaw, n.SurnameRaw = possessor(d.Raw(given)), possessor(d.Raw(surname))
	n.Given, n.Surname = NameCase(n.GivenRaw), NameCase(n.SurnameRaw)
}

func possessor(s string) string { return strings.TrimSuffix(strings.TrimSuffix(s, "'s"), "’s") }

// NameCase capitalizes a name in all lower or all upper case. Other names stay.
func NameCase(s string) string {
	s = text.SingleBlanks(s)
	if s != strings.ToLower(s) && (s != strings.ToUpper(s) || len(s) < 3) {
		return s
	}
	var b strings.Builder
	up := true
	for _, r := range strings.ToLower(s) {
		if up {
			r = unicode.ToUpper(r)
		}
		b.WriteRune(r)
		up = !unicode.IsLetter(r)
	}
	return b.String()
}

// notPeople are words in the display names of firms and lists.
var notPeople = lazy.Set("dept department hr jobs careers recruiting billing accounts accounting service services partner partners news updates weekly daily the info sales quote quotes no reply noreply web form lead leads customer mail email desk alerts auto insurance admin office online request family my me and website contact")

// ClipName returns the beginning of a display name, to bound the cost of reading it.
func ClipName(s string) string { return s[:min(len(s), 4*longestWord)] }

// CoupleOf returns the names of both of "Ann & Bo Lee" in a From header.
func CoupleOf(from string) []FullName {
	for _, and := range []string{" & ", " and ", " + ", " y "} {
		first, second, ok := strings.Cut(from, and)
		if !ok {
			continue
		}
		a, b := DisplayName(first), DisplayName(second)
		if a.Given == "" || b.Given == "" {
			return nil
		}
		if a.Surname == "" {
			a.Surname, a.SurnameRaw = b.Surname, b.SurnameRaw
		}
		return []FullName{a, b}
	}
	return nil
}

// SignedBy returns the person of a couple who signs in the last line of the text.
func SignedBy(couple []FullName, body string) FullName {
	lines := strings.Fields(body[strings.LastIndexByte(strings.TrimSpace(body), '\n')+1:])
	for _, n := range couple {
		if len(lines) > 0 && text.Fold(strings.Trim(lines[0], ".,-")) == text.Fold(n.Given) {
			return n
		}
	}
	return FullName{}
}

// DisplayName reads the display name of a From header: "Maria Lopez",
// "LOPEZ, MARIA", "maria lopez (home)". A business or a mailbox has none.
func DisplayName(s string) FullName {
	s, _, _ = strings.Cut(ClipName(s), "(")
	for _, employer := range []string{" via ", " at ", " from "} {
		s, _, _ = strings.Cut(s, employer)
	}
	s = withoutCredentials(strings.Trim(strings.TrimSpace(s), `"'`))
	if last, first, ok := strings.Cut(s, ","); ok && !Generations.Has(text.Fold(strings.Trim(first, " ."))) {
		s = strings.TrimSpace(first) + " " + strings.TrimSpace(last)
	}
	d := New(s)
	for _, t := range d.Tokens {
		named := t.Norm != "&" && t.Norm != "@" && t.Kind != text.Digits && t.Kind != text.Mixed
		if !named || firms.Has(t.Norm) || notPeople.Has(t.Norm) {
			return FullName{}
		}
	}
	d.Cased, d.NameOnly = false, true
	n, _ := NameAt(d, 0, 4)
	if n.Surname == "" && n.I > 0 { // "Mr. Kim"
		n.Given, n.GivenRaw, n.Surname, n.SurnameRaw = "", "", n.Given, n.GivenRaw
	}
	if len(n.Given) == 1 { // "S Kim"
		n.Initial, n.Given = text.Fold(n.Given), ""
	}
	if len(n.Surname) == 1 { // "Larry B."
		n.Surname = ""
	}
	return n
}

// Kin is the meaning of a word for a person.
type Kin struct {
	Relation quote.Relationship // "" for an unknown relation
	Gender   byte               // 'f', 'm', or 0
	Outsider bool
}

//go:embed data/kin.txt
var kinText string

// Kinds returns the words for relatives.
var Kinds = lazy.Value[map[string]Kin]{New: func() map[string]Kin {
	found := make(map[string]Kin)
	for row := range strings.Lines(kinText) {
		words := strings.Fields(row)
		if row[0] == '#' || len(words) < 3 {
			continue
		}
		k := Kin{Relation: quote.Relationship(words[0])}
		switch words[0] {
		case "outsider":
			k.Relation, k.Outsider = quote.Other, true
		case "unsaid":
			k.Relation = ""
		}
		if words[1] != "-" {
			k.Gender = words[1][0]
		}
		for _, w := range words[2:] {
			found[w] = k
		}
	}
	return found
}}

// KinAt returns the meaning of token i, if the token is a word for a person.
func KinAt(d *Text, i int) (Kin, bool) {
	k, ok := Kinds.Get()[text.Noun(d.At(i))]
	return k, ok
}

// IsKin reports whether token i is a word for a relative.
func IsKin(d *Text, i int) bool {
	k, ok := KinAt(d, i)
	return ok && !k.Outsider
}

// credentials are the titles of professions that people write behind their names.
var credentials = lazy.Set("cpa esq md dds dmd dvm dc rn lpn cna bsn msn aprn fnp phd psyd edd jd mba pmp ea cfp lcsw lmft pharmd usn usmc usaf ret")

// withoutCredentials cuts credentials off the end of a display name: "Ann Lee, CPA", "Lee, Ann, R.N.".
func withoutCredentials(s string) string {
	words := strings.Fields(s)
	for n := len(words); n > 2 && credentials.Has(text.Fold(
		strings.ReplaceAll(strings.Trim(words[n-1], ",.()"), ".", ""))); n-- {
		s = strings.TrimSpace(strings.TrimSuffix(s, words[n-1]))
	}
	return strings.TrimRight(s, ",")
}

// Fits reports whether n and from agree in all parts that both have.
func (n FullName) Fits(from FullName) bool {
	if from.Initial != "" && n.Surname != "" && text.Fold(n.Surname) == text.Fold(from.Surname) {
		return strings.HasPrefix(text.Fold(n.Given), from.Initial)
	}
	if from.Given == "" || n.Given == "" || n.Surname != "" && from.Surname != "" && text.Fold(from.Surname) != text.Fold(n.Surname) {
		return false
	}
	return text.Fold(from.Given) == text.Fold(n.Given) || n.Surname != "" && (IsShortFor(n.Given, from.Given) || IsShortFor(from.Given, n.Given))
}

// IsShortFor reports whether a name may be the short form of another.
func IsShortFor(short, long string) bool {
	s, l := text.Fold(short), text.Fold(long)
	if len(s) > 2 && len(l) > len(s) && l[:3] == s[:3] {
		return true
	}
	whole := Table("short names")[s]
	return whole == l || whole != "" && whole == strings.ReplaceAll(l, "qu", "k") // "Ezequiel"
}
