package find

import (
	"fmt"
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

// Limits are liability limits in thousands, as written; pd is 0 where only
// those of bodily injury were.
type Limits struct {
	Person, Accident, PropertyDamage int
}

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
	j, count, spelt, spaced := i, 0, false, false
	for count < 3 {
		v, ok := NumberAt(d, j)
		if !ok || v.Short || v.Spelled && v.N < 10 {
			break
		}
		spelt = v.Spelled
		n[count], j = v.N, v.J
		if v.N >= 1000 {
			n[count] = v.N / 1000
		}
		count++
		k := nextLimit(d, j, count)
		next, ok := NumberAt(d, j)
		if bare := ok && v.Plain && next.Plain && d.Gap(j) && !d.IsWide(j) && !d.Is(i-1, "$") && d.Row(j) == d.Row(i); k == j && bare {
			spaced = true // so do "100 300 100"
		} else if k == j && !(spelt && ok && next.Spelled) {
			break // "a hundred three hundred a hundred" needs no slash
		}
		j = k
	}
	if d.Is(j-1, "/") {
		j--
	}
	l := Limits{n[0], n[1], n[2]}
	if spaced && (count < 3 || !slices.Contains(quote.BodilyInjuryLimits(), l.Split())) {
		return l, text.Between(i, j), false
	}
	return l, text.Between(i, j), count >= 2 && l.sound(count)
}

// nextLimit returns where the next limit starts behind the one that ends at
// token j, or j: behind a slash, and behind "per person and".
func nextLimit(d *Text, j, count int) int {
	if d.Is(j, "/") {
		return j + 1
	}
	if count == 1 && d.Is(j, "per", "each", "a") && d.Is(j+1, "person") && d.Is(j+2, "and", "/", ",") {
		return j + 3
	}
	return j
}

// PairsAt reports whether the mark or word at token i joins two amounts, or two coverages.
func PairsAt(d *Text, i int) bool { return d.Is(i, "/", "&", "and", "n", "+", "y", "or", "o") }

func PeriodFollows(d *Text, i int) bool {
	_, _, ok := PeriodAt(d, i)
	return ok
}

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

// InMiles is a distance of n, in kilometers where token i says so, in whole miles.
func InMiles(d *Text, n, i int) int {
	if isKilometers(d, i) {
		return (n*1000 + 804) / 1609
	}
	return n
}

// UnitBehind reads the unit of a distance behind n, as in "9 miles" and "9-mile", and where
// what follows starts.
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

// Periods are the cues of a period, and how many of it a year has.
var Periods = []struct {
	Cue   string
	Times int
}{{"a year", 1}, {"a month", 12}, {"a week", 52}}
