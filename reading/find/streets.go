package find

import (
	"strings"

	"ppamaild/lazy"
	"ppamaild/reading/text"
)

// Directions are the words of a compass.
var Directions = lazy.Set(`n s e w ne nw se sw north south east west northeast northwest southeast southwest`)

// StreetAt returns the street that starts at token i: "4410 SE Hawthorne Blvd Apt 3".
func StreetAt(d *Text, i int) (text.Span, bool) {
	if d.streets == nil {
		findStreets(d)
	}
	if i < 0 || i >= len(d.streets) {
		return text.Span{}, false
	}
	return d.streets[i], !d.streets[i].Empty()
}

// findStreets reads the streets of the whole text, each token once. Whether a street starts at a
// token depends on later tokens only, so findStreets goes from the last token to the first. A list
// of numbers and words costs exponential time in any other order.
func findStreets(d *Text) {
	d.streets = make([]text.Span, len(d.Tokens))
	for i := len(d.Tokens) - 1; i >= 0; i-- {
		d.streets[i], _ = readStreet(d, i)
	}
}

// readStreet reads the street that starts at token i; the streets behind it are known.
func readStreet(d *Text, i int) (text.Span, bool) {
	numbered := d.Kind(i) == text.Digits || d.Kind(i) == text.Mixed && text.Atoi(strings.TrimRight(d.At(i), "abcd")) > 0
	j := i + 1
	if numbered && d.Is(j, "-") && d.Glued(j) && d.Glued(j+1) && d.Kind(j+1) == text.Digits && len(d.At(j+1)) == 2 && len(d.At(i)) < 4 {
		j += 2 // "44-20 Newtown Rd", as in Queens
	}
	if !numbered || len(d.At(i)) > 6 || d.Is(j, ".") || d.Is(i-1, "$", "#", "/", "'", ".") && d.Glued(i) {
		return text.Span{}, false
	}
	ofOther := d.StartsAt("other vehicle", i+1) > i+1 || d.Is(i-1, ":") && d.EndsAt("other vehicle", i-1) < i-1 // "RV: 2011 Winnebago View"
	if y := text.Atoi(d.At(i)); 1980 <= y && y < 2100 && (NamesCarPlainly(d, i+1) || ofOther) || d.Is(i-1, ",") && d.Glued(i) && d.Kind(i-2) == text.Digits {
		return text.Span{}, false // and "$23,995"
	}
	end := streetName(d, j)
	if end == 0 || end == j {
		return text.Span{}, false
	}
	if len(d.At(i)) == 5 && d.Among(end-1, "ends a town") && !townFollows(d, d.Skip(end, ",")) {
		return text.Span{}, false // "97526 Grants Pass" is a ZIP code and a town
	}
	end = streetTail(d, end)
	for range 2 {
		end = unitAt(d, end) // "Bldg 12 Apt 3"
	}
	return text.Between(i, end), true
}

// gridName returns the end of the name at token j if the name is a number between two directions,
// as in Utah and Indiana: "455 S 200 W", "1127 East 300 North"; else 0.
func gridName(d *Text, j int) int {
	k := d.Skip(j+1, ".")
	if !Directions.Has(d.At(j)) || d.Kind(k) != text.Digits || len(d.At(k)) > 5 || !Directions.Has(d.At(k+1)) || d.Row(k+1) != d.Row(j) {
		return 0
	}
	return k + 2
}

// streetName returns the end of the street name that starts at token j behind a house number; or 0.
func streetName(d *Text, j int) int {
	if end := gridName(d, j); end > 0 {
		return end
	}
	name := j
	if Directions.Has(d.At(j)) {
		name = d.Skip(j+1, ".")
	}
	return streetEnd(d, name)
}

// ruralRoute reads "Rural Route 2 Box 41", "RR 2, Box 41", "HC 61 Box 12" and "Star Route Box 7".
func ruralRoute(d *Text, i int) (text.Span, bool) {
	j := i + 1
	switch {
	case d.Is(i, "rural", "star") && d.Is(j, "route", "rt", "rte"):
		j++
	case !d.Is(i, "rr", "hc"):
		return text.Span{}, false
	}
	if j = d.Skip(j, "#"); d.Kind(j) == text.Digits {
		j++
	}
	j = d.Skip(j, ",")
	if !d.Is(j, "box") || d.Kind(j+1) != text.Digits {
		return text.Span{}, false
	}
	return text.Between(i, j+2), true
}

// streetEnd returns the end of the name of a street that starts at token j; 0 for none.
func streetEnd(d *Text, j int) int {
	if end := streetNamedLast(d, j); end > 0 {
		return end
	}
	end := 0
	for k := j; k < min(j+6, len(d.Tokens)) && streetWord(d, k, j); k++ {
		switch {
		case isNumberedRoad(d, k) && numbersRoad(d, k+1):
			end = k + 2
		case k == j && d.Is(k, "avenue", "ave", "avenida", "calle") && d.Kind(k+1) == text.Word && len(d.At(k+1)) == 1:
			return k + 2 // "Avenue K"
		case end == k && d.Among(k, "plain suffixes") && endsTown(d, k+1):
			return end // "Elm Avenue Bend Oregon"
		case k > j && isSuffix(d, k), d.Is(k, "broadway", "calle", "avenida", "camino"):
			end = k + 1
		case end > 0:
			return end
		}
	}
	return end
}

// endsTown reports whether token i, or the token behind a comma there, is a state or a ZIP code.
func endsTown(d *Text, i int) bool {
	i = d.Skip(i, ",")
	return IsState(d, i) || ZIPAt(d, i)
}

// numbersRoad reports whether token i can be the number of a road, or its letter: "Hwy 20".
func numbersRoad(d *Text, i int) bool {
	return i < len(d.Tokens) && (d.Kind(i) == text.Digits || d.Kind(i) == text.Mixed || d.Kind(i) == text.Word && len(d.At(i)) < 3 && d.At(i) != "in" && !d.Among(i, "words for a unit"))
}

// streetNamedLast reads a street with its kind before its name, as in Spanish: "Vista Del Mar",
// "Calle Real". The street ends where the capitalized words end.
func streetNamedLast(d *Text, j int) int {
	if d.Is(j, "el", "la", "los", "las") {
		j++
	}
	if !d.Cased || !spanishStreets.Has(d.At(j)) || !d.Capital(j) && !(d.Is(j, "calle", "avenida") && d.Capital(j+1)) {
		return 0
	}
	k := j + 1
	for k < min(j+4, len(d.Tokens)) && d.Kind(k) == text.Word && (d.Capital(k) || Particles.Has(d.At(k))) && d.Row(k) == d.Row(j) && !d.Among(k, "words for a unit") && !d.Among(k, "street suffixes") {
		k++
	}
	if k == j+1 || k < len(d.Tokens) && d.Among(k, "street suffixes") {
		return 0
	}
	return k
}

var spanishStreets = lazy.Set(`calle avenida camino via paseo vista rancho corte plaza`)

// streetWord reports whether token k may be part of a street's name that starts at j.
func streetWord(d *Text, k, j int) bool {
	t := d.Tokens[k]
	switch {
	case k == j && t.Line != d.Row(j-1) && !d.Together(j-1, j+1):
		return false
	case t.Kind == text.Mark:
		return t.Norm == "." && d.Glued(k) || t.Norm == "-" && d.Glued(k)
	case t.Kind == text.Digits:
		return k == j || isNumberedRoad(d, k-1)
	case t.Kind == text.Mixed:
		return isOrdinal(t.Norm)
	}
	if d.Row(k-1) != t.Line && k > j && !d.Together(k-1, k+1) {
		return false
	}
	return d.Cased && t.Capital || d.Among(k, "street suffixes") || !d.Cased && !text.StopWord(t.Norm) && !IsMiles(d, k) && !d.Among(k, "not a drive") && !d.Is(k, "hour")
}

// isNumberedRoad reports whether the number of a road follows token k: "Hwy 20", "County Road 18".
func isNumberedRoad(d *Text, k int) bool {
	if d.Is(k, "road", "rd") {
		return d.Is(k-1, "county", "co", "forest", "service", "state", "township", "ranch", "farm")
	}
	return d.Is(k, "hwy", "highway", "route", "rt", "rte", "cr", "fm")
}

// isOrdinal reports whether a word is a number of a street: "3rd", "185th".
func isOrdinal(norm string) bool {
	switch name := strings.TrimLeft(norm, "0123456789"); name {
	case "st", "nd", "rd", "th":
		return len(name) < len(norm)
	}
	return false
}

func isSuffix(d *Text, k int) bool {
	if !d.Among(k, "street suffixes") {
		return false
	}
	if d.Is(k, "union") && d.Is(k-1, "credit") {
		return false // "golden 1 credit union"
	}
	return !d.Among(k, "plain suffixes") || d.Capital(k) || !d.Cased
}

func streetTail(d *Text, j int) int {
	if d.Is(j, ".") && d.Glued(j) && (d.Is(j+1, ",") || townFollows(d, j+1)) {
		j++ // "Main St."
	}
	town := d.Kind(j+1) == text.Word && d.Row(j+1) == d.Row(j) && (d.Capital(j+1) || !d.Cased)
	ends := len(d.At(j)) < 3 || !town || dwellingUnits.Has(d.At(j+1)) || endsTown(d, j+1)
	named := d.Capital(j) || !d.Cased || len(d.At(j)) == 2
	if ends && named && Directions.Has(d.At(j)) && d.Row(j) == d.Row(j-1) {
		return j + 1
	}
	return j
}

func townFollows(d *Text, j int) bool {
	a := TownAfter(d, Address{Span: text.Between(j, j)})
	return !a.State.Empty() || !a.ZIP.Empty()
}

var dwellingUnits = lazy.Set("apt apartment unit suite ste apto departamento space spc lot")
