package find

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/reading/text"
)

// Number is an amount as people write it: "8,000", "8k", "$500", "eight thousand", "'19".
type Number struct {
	text.Span
	N       int
	Dollar  bool
	Plain   bool // digits only, as years are written
	Short   bool // an apostrophe and two digits
	Spelled bool // in words
	Size    int  // digits written
}

// NumberAt reads the number that starts at token i. It remembers each number, as many readers ask.
func NumberAt(d *Text, i int) (Number, bool) {
	if i < 0 || i >= len(d.Tokens) || !d.Spoken[i] || d.numberAt[i] < 0 {
		return Number{}, false
	}
	if d.numberAt[i] == 0 {
		n, ok := readNumber(d, i)
		if d.numberAt[i] = -1; !ok {
			return Number{}, false
		}
		d.numbers = append(d.numbers, n)
		d.numberAt[i] = len(d.numbers)
	}
	return d.numbers[d.numberAt[i]-1], true
}

func readNumber(d *Text, i int) (Number, bool) {
	at, dollar := i, d.Is(i, "$")
	if dollar {
		i++
	}
	if d.Is(i, "'") && d.Glued(i+1) && d.Kind(i+1) == text.Digits && len(d.At(i+1)) == 2 {
		return Number{Span: text.Between(at, i+2), N: text.Atoi(d.At(i + 1)), Short: true, Size: 2}, true
	}
	n, ok := numeral(d, i)
	if !ok && !dollar {
		n, ok = spelledAt(d, i)
	}
	if !ok {
		return Number{}, false
	}
	n.I, n.Dollar = at, n.Dollar || dollar
	if d.Is(n.J, "dollars", "bucks", "dolares") {
		n.Dollar = true
	}
	return n, true
}

func numeral(d *Text, i int) (Number, bool) {
	n := Number{Span: text.Between(i, i+1), Plain: true, Size: len(d.At(i))}
	switch d.Kind(i) {
	case text.Digits:
		n.N = text.Atoi(d.At(i))
	case text.Mixed:
		head, ok := strings.CutSuffix(d.At(i), "k")
		if n.N = text.Atoi(head); !ok || n.N < 0 {
			return n, false
		}
		n.N, n.Plain = n.N*1000, false
	default:
		return n, false
	}
	if n.N < 0 {
		return n, false
	}
	addGroups(d, &n)
	if n.Size < 3 && n.J == i+1 && d.Kind(n.J) == text.Digits && len(d.At(n.J)) == 3 && d.Row(n.J) == d.Row(i) && IsMiles(d, n.J+1) {
		n.N, n.Plain, n.J = n.N*1000+text.Atoi(d.At(n.J)), false, n.J+1 // "12 500 miles"
	}
	if n.Size < 3 && n.J == i+1 && d.Is(n.J, ".") && d.Kind(n.J+1) == text.Digits && len(d.At(n.J+1)) == 3 &&
		d.Glued(n.J) && d.Glued(n.J+1) && IsMiles(d, n.J+2) {
		n.N, n.Plain, n.J = n.N*1000+text.Atoi(d.At(n.J+1)), false, n.J+2 // "12.500 miles"
	}
	decimals(d, &n)
	if d.Is(n.J, "k", "thousand", "grand", "mil") && n.N < 1000 {
		n.N, n.Plain, n.Dollar = n.N*1000, false, d.Is(n.J, "grand")
		n.J++
	}
	return n, true
}

// addGroups adds ",000" to n.
func addGroups(d *Text, n *Number) {
	for d.Is(n.J, ",") && d.Glued(n.J) && d.Glued(n.J+1) && d.Kind(n.J+1) == text.Digits && len(d.At(n.J+1)) == 3 && n.N < 1_000_000 {
		n.N, n.Plain = n.N*1000+text.Atoi(d.At(n.J+1)), false
		n.Size += 3
		n.J += 2
	}
}

// goesOnBehindComma reports whether token i is the start of a number such as "6,000".
func goesOnBehindComma(d *Text, i int) bool {
	return d.Kind(i) == text.Digits && d.Is(i+1, ",") && d.Glued(i+1) && d.Glued(i+2) && d.Kind(i+2) == text.Digits && len(d.At(i+2)) == 3
}

// decimals reads ".5" and ".5k"; the fraction counts before a k only.
func decimals(d *Text, n *Number) {
	if !d.Is(n.J, ".") || !d.Glued(n.J) || !d.Glued(n.J+1) || n.J+1 >= len(d.Tokens) {
		return
	}
	tail, thousands := strings.CutSuffix(d.At(n.J+1), "k")
	fraction := text.Atoi(tail)
	if fraction < 0 || len(tail) > 2 {
		return
	}
	n.J, n.Plain = n.J+2, false
	if !thousands && tail[0] >= '5' && n.N < 1000 && !d.Is(n.J, "k", "thousand") {
		n.N++ // 5.5 miles
	}
	if thousands || d.Is(n.J, "k", "thousand") {
		for range 3 - len(tail) {
			fraction *= 10
		}
		n.N = n.N*1000 + fraction
		if !thousands {
			n.J++
		}
	}
}

var units = numbers{New: func() map[string]int { return numbersOf("units") }}
var tens = numbers{New: func() map[string]int { return numbersOf("tens") }}

// hundreds are the Spanish hundreds, one word each.
var hundreds = numbers{New: func() map[string]int { return numbersOf("hundreds") }}

// spelledAt reads a number in words, or a spoken year: "nineteen eighty five".
func spelledAt(d *Text, i int) (Number, bool) {
	n := Number{Span: text.Between(i, i), Spelled: true}
	if d.Is(i, "a", "an") && !d.Is(i+1, "hundred", "thousand") || d.Is(i, "oh") {
		return n, false
	}
	if d.Is(i, "mil") && !d.Among(i-1, "whose car") { // "my MIL" is a mother-in-law
		n.N, n.J = 1000, i+1
		addHundreds(d, &n)
		return n, true
	}
	if whole, ok := hundreds.Get()[d.At(i)]; ok {
		n.N, n.J = whole, i+1
		addTens(d, &n)
		addThousands(d, &n)
		return n, true
	}
	first, j := belowHundred(d, i)
	if j == i {
		return n, false
	}
	if second, k := belowHundred(d, d.SkipDash(j)); k > j && (first == 19 || first == 20) && (second >= 10 || d.Is(j, "oh")) {
		n.N, n.J = first*100+second, k
		return n, true
	}
	n.N, n.J = first, j
	switch k := d.SkipDash(j); {
	case d.Is(n.J, "hundred"):
		n.N, n.J = n.N*100, n.J+1
		addTens(d, &n)
	case first < 10 && d.Is(k, "fifty") && !d.Is(i, "a"):
		n.N, n.J = first*100+50, k+1 // "two-fifty"
	}
	addThousands(d, &n)
	return n, true
}

// addTens reads the tens and ones behind hundreds: "and fifty", "twenty-five". Behind another
// hundred, it may be a number of its own: "a hundred three hundred fifty".
func addTens(d *Text, n *Number) {
	j := d.Skip(n.J, "and")
	rest, k := belowHundred(d, j)
	if k == j || d.Is(j, "a") || d.Is(k, "hundred") || rest < 10 && j == n.J || d.Is(n.I-1, "hundred", "thousand") || n.N >= 1000 {
		return
	}
	n.N, n.J = n.N+rest, k
}

// addThousands reads "thousand" behind n, and the rest of the number.
func addThousands(d *Text, n *Number) {
	if d.Is(n.J, "thousand", "mil", "grand") {
		n.N, n.J = n.N*1000, n.J+1
		addHundreds(d, n)
	}
}

// addHundreds reads the rest of a number behind a thousand: "five hundred", "and nineteen".
func addHundreds(d *Text, n *Number) {
	j := n.J
	if d.Is(j, "and") {
		j++
	}
	rest, k := belowHundred(d, j)
	if whole, ok := hundreds.Get()[d.At(j)]; ok {
		n.N, n.J = n.N+whole, j+1
		return
	}
	switch {
	case k == j || d.Is(j, "a"):
	case d.Is(k, "hundred"):
		n.N, n.J = n.N+rest*100, k+1
	case n.N == 2000:
		n.N, n.J = n.N+rest, k
	}
}

func belowHundred(d *Text, i int) (n, j int) {
	if d.Is(i, "a") {
		return 1, i + 1
	}
	if v, ok := units.Get()[d.At(i)]; ok {
		if d.Is(i, "oh") {
			if w, ok := units.Get()[d.At(i+1)]; ok && w < 10 && !d.Is(i+1, "oh") {
				return w, i + 2
			}
			return 0, i
		}
		return v, i + 1
	}
	v, ok := tens.Get()[d.At(i)]
	if !ok {
		return 0, i
	}
	k := d.SkipDash(i + 1)
	if d.Is(k, "y") && d.Gap(k) {
		k++ // "treinta y dos"
		if d.Is(k, "un", "uno", "una") {
			return v + 1, k + 1
		}
	}
	if w, ok := units.Get()[d.At(k)]; ok && 0 < w && w < 10 {
		return v + w, k + 1
	}
	return v, i + 1
}

// YearAt reads a model year up to newest: from 1920, or from 1960 as "'19", or as "19" with short.
func YearAt(d *Text, i int, newest int, short bool) (int, int, bool) {
	n, ok := NumberAt(d, i)
	if !ok || n.Dollar {
		return 0, i, false
	}
	if n.Short || short && n.Plain && n.Size == 2 && d.Kind(i) == text.Digits {
		y := 2000 + n.N
		if y > newest {
			y -= 100
		}
		return y, n.J, y >= 1960
	}
	return n.N, n.J, (n.Plain && n.Size == 4 || n.Spelled) && 1920 <= n.N && n.N <= newest
}

// IsYears reports whether a folded word is a unit of years.
func IsYears(norm string) bool { return yearWords.Has(norm) }

var yearWords = lazy.Set("year years yr yrs ano anos yrs.")

// SkipBack returns i, or the token before i if that token is a colon or a similar mark.
func SkipBack(d *Text, i int) int {
	for d.Among(i-1, "to covers") {
		i--
	}
	return i
}

// Limits are liability limits in thousands. The limit of property damage is 0 if it is missing.
type Limits struct {
	Person, Accident, PropertyDamage int
}

// Split writes the limits for bodily injury: "100/300".
func (l Limits) Split() string { return fmt.Sprintf("%d/%d", l.Person, l.Accident) }

// sound reports whether the numbers can be limits: people are insured for less than accidents.
func (l Limits) sound(count int) bool {
	if l.Person < 10 || l.Person > 1000 || l.Accident < l.Person || l.Accident > 1000 || l.Person%5 != 0 || l.Accident%5 != 0 {
		return false
	}
	return count == 2 || l.PropertyDamage >= 5 && l.PropertyDamage <= 1000 && l.PropertyDamage%5 == 0
}

// LimitsAt reads "100/300/100", "100k/300k", "$100,000/$300,000".
func LimitsAt(d *Text, i int) (Limits, text.Span, bool) {
	var n [3]int
	j, count := i, 0
	for count < 3 {
		v, ok := NumberAt(d, j)
		if !ok || v.Short || v.Spelled && v.N < 10 {
			break
		}
		n[count], j = v.N, d.Skip(v.J, "/")
		if count == 0 && d.Is(v.J, "per", "each") && d.Is(v.J+1, "person") && d.Is(v.J+2, "and", "/", ",") {
			j = v.J + 3 // as declarations pages write
		}
		if v.N >= 1000 {
			n[count] = v.N / 1000
		}
		count++
		next, ok := NumberAt(d, j)
		if j == v.J && !(v.Spelled && ok && next.Spelled) {
			break // "a hundred three hundred a hundred" needs no slash
		}
	}
	l := Limits{n[0], n[1], n[2]}
	return l, text.Between(i, j), count >= 2 && l.sound(count)
}

// PairsAt reports whether the mark or word at token i joins two amounts, or two coverages.
func PairsAt(d *Text, i int) bool { return d.Is(i, "/", "&", "and", "n", "+", "y", "or", "o") }

// PeriodFollows reports whether a period follows at token i.
func PeriodFollows(d *Text, i int) bool {
	_, _, ok := PeriodAt(d, i)
	return ok
}

// IsDeductible reports whether n is a common deductible.
func IsDeductible(n int) bool {
	return slices.Contains([]int{50, 100, 150, 200, 250, 300, 500, 750, 1000, 1500, 2000, 2500}, n)
}

// IsMiles reports whether token i is the unit of a distance.
func IsMiles(d *Text, i int) bool {
	return isKilometers(d, i) || d.Is(i, "miles", "mile", "mi", "mls", "millas", "milla", "m", "miles/year", "mpy")
}

// isKilometers reports whether token i is a unit of kilometers.
func isKilometers(d *Text, i int) bool {
	return d.Is(i, "km", "kms", "kilometers", "kilometres", "kilometros")
}

// InMiles returns a distance in whole miles. n is in kilometers if token i says so.
func InMiles(d *Text, n, i int) int {
	if isKilometers(d, i) {
		return (n*1000 + 804) / 1609
	}
	return n
}

// UnitBehind reads the unit of a distance behind n, and returns the token behind.
func UnitBehind(d *Text, n Number) (end int, unit bool) {
	j := n.J
	if d.Is(j, "-") && d.Glued(j) && d.Glued(j+1) {
		j++
	}
	if IsMiles(d, j) {
		return j + 1, true
	}
	return n.J, false
}

// PeriodAt reads "a year", "per month", "/wk" at token j.
func PeriodAt(d *Text, j int) (text.Span, int, bool) {
	for _, p := range Periods {
		if c, ok := d.Cue(p.Cue, text.Between(j, j+1)); ok {
			return c, p.Times, true
		}
	}
	return text.Span{}, 0, false
}

// Periods are the cues of a period, with the number of such periods in a year.
var Periods = []struct {
	Cue   string
	Times int
}{{"a year", 1}, {"a month", 12}, {"a week", 52}}
