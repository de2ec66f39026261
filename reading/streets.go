package reading

import (
	"strings"

	"ppamaild/reading/text"
)

// suffixes end the name of a street, or are its first word. Source: USPS
// Publication 28, appendix C1, those in use in the West.
var suffixes = text.WordSet(`st street ave avenue rd road dr drive ln lane blvd boulevard ct court way pl place ter terrace terr cir circle
	pkwy parkway hwy highway loop trl trail sq square aly alley broadway crescent cres run path pike plaza row cove point pt
	ridge vista calle camino avenida paseo walk bend hill hills view expressway expy freeway fwy crossing xing commons
	green glen grove heights hts landing lndg manor meadow meadows mews oval park parkways pass passage plain plains port
	promenade shore shores skyway spur spring springs spgs summit track turnpike tpke union valley village trace turn wharf via rancho corte
	cmn cmns common trce gdns garden gardens ests estates knl knoll knolls mdw mdws holw hollow rdg cyn canyon crk creek cv vlg vly gtwy gateway hbr harbor rnch ranch brk bypass orchard bluff bluffs`)

// plainSuffixes are words of their own: as a suffix they need a capital.
var plainSuffixes = text.WordSet(`way run path row point ridge walk bend hill hills view place court drive loop trail square cove
	crossing commons green glen grove heights landing manor meadow meadows mews oval park pass passage plain plains port
	promenade shore shores skyway spur spring springs summit track union valley village trace turn wharf via
	common garden gardens estates knoll knolls hollow canyon creek gateway harbor ranch orchard bluff bluffs`)

var directions = text.WordSet(`n s e w ne nw se sw north south east west northeast northwest southeast southwest`)

var unitWords = text.WordSet(`apt apartment unit ste suite # no number lot space spc sp bldg building floor fl trlr rm apto depto dpto departamento apartamento interior`)

// address reads a street with what follows it, a PO box, or a town with its state.
func (d *document) address(i int) (address, bool) {
	if a, ok := d.poBox(i); ok {
		return d.townAfter(a), true
	}
	street, ok := d.street(i)
	if !ok {
		street, ok = d.ruralRoute(i)
	}
	if !ok {
		return address{}, false
	}
	end := d.pastNoUnit(street.J)
	a := d.townAfter(address{Span: text.Between(street.I, end), street: street})
	if a.J == end && d.Is(end, "in", "en", ",") {
		a.city = d.townAlone(end + 1)
		goesOn := !d.Breaks(a.city.J) && d.Sentence(end).J > a.city.J+1 && !d.Among(a.city.J, "behind a town")
		if d.Is(end, ",") && (d.Row(end+1) != d.Row(end) || goesOn) {
			a.city = text.Span{}
		}
		a.J = max(a.J, a.city.J)
	}
	if a.J == end && d.Is(i-1, "at", ":", "address", "is", "en") && (d.isSuffix(street.J-1) || d.endsUnit(street)) && d.Row(end) == d.Row(i) {
		town := d.townAlone(end)
		if town.Empty() && !d.Cased && d.endsUnit(street) {
			town = d.townEndingLine(end)
		}
		if !town.Empty() && (d.Breaks(town.J) || d.Is(town.J, ".") || d.Row(town.J) != d.Row(i)) {
			a.city, a.J = town, town.J // "I live at 12 Oak St Medford."
		}
	}
	return a, true
}

// pastNoUnit skips what names a unit at token i, perhaps behind a comma, and gives no number of it,
// as forms leave it: ", Apt,", "Unit: -".
func (d *document) pastNoUnit(i int) int {
	from := d.Skip(i, ",")
	k := from
	for k < len(d.Tokens) && (dwellingUnits[d.At(k)] || d.Is(k, "#") || k > from && (d.Kind(k) == text.Mark && !d.Is(k, ",", ";") || d.Is(k, "or", "number", "no", "n", "a", "na", "none"))) {
		k++
	}
	if k == from || k < len(d.Tokens) && !d.Is(k, ",", ";") && d.Row(k) == d.Row(k-1) {
		return i
	}
	return k
}

// endsUnit reports whether a street ends with the number of an apartment.
func (d *document) endsUnit(street text.Span) bool {
	return unitWords[d.At(street.J-2)] && d.Kind(street.J-1) != text.Word
}

// townEndingLine reads a town that is all that is left of the line at token i, in a mail without
// capitals: "live at 12 oak st #4 medford".
func (d *document) townEndingLine(i int) text.Span {
	j := i
	for j < i+2 && j < len(d.Tokens) && d.Row(j) == d.Row(i) && d.Kind(j) == text.Word && len(d.At(j)) > 3 && !text.StopWord(d.At(j)) && !d.Among(j, "no town") && !d.Among(j, "part of a house") {
		j++
	}
	if j == i || j < len(d.Tokens) && d.Row(j) == d.Row(i) && !d.Is(j, ".") || d.namesCar(i) || d.Begins[i] {
		return text.Between(i, i)
	}
	return text.Between(i, j)
}

// townAlone reads a town that is named without its state at token i.
func (d *document) townAlone(i int) text.Span {
	j := i
	if d.articleOfTown(i) {
		j++ // "Los Angeles", "The Dalles"
	}
	for j < min(len(d.Tokens), i+4) && (d.isNamePart(j, j == i) || j > i && d.Is(j, "city")) && d.Capital(j) {
		j++
		if d.Is(j, ".") && d.Is(j-1, "st", "mt", "ft") {
			j++
		}
	}
	if _, _, state := d.state(i); state || j == i || d.namesCar(i) || j == i+1 && d.articleOfTown(i) {
		return text.Between(i, i)
	}
	return text.Between(i, j)
}

// articleOfTown reports whether token i is the article that a town's name starts with.
func (d *document) articleOfTown(i int) bool {
	return d.mayBeArticleOfTown(i) && d.Sentence(i).I != i
}

// mayBeArticleOfTown reports whether token i can be an article where no sentence starts.
func (d *document) mayBeArticleOfTown(i int) bool {
	return d.Cased && d.Is(i, "los", "las", "la", "el", "the") && d.Capital(i) && d.Capital(i+1) && d.Kind(i+1) == text.Word && d.Row(i+1) == d.Row(i)
}

func (d *document) poBox(i int) (address, bool) {
	j := d.StartsAt("po box", i)
	if j == i {
		return address{}, false
	}
	j = d.Skip(j, "#")
	if d.Kind(j) != text.Mark {
		j++
	}
	return address{Span: text.Between(i, j), box: true}, true
}

// street returns the street that starts at token i: "4410 SE Hawthorne Blvd Apt 3".
func (d *document) street(i int) (text.Span, bool) {
	if d.streets == nil {
		d.findStreets()
	}
	if i < 0 || i >= len(d.streets) {
		return text.Span{}, false
	}
	return d.streets[i], !d.streets[i].Empty()
}

// findStreets reads the streets of the whole text, each token once. Whether a street starts at a
// token depends on later tokens only, so findStreets goes from the last token to the first. A list
// of numbers and words costs exponential time in any other order.
func (d *document) findStreets() {
	d.streets = make([]text.Span, len(d.Tokens))
	for i := len(d.Tokens) - 1; i >= 0; i-- {
		d.streets[i], _ = d.readStreet(i)
	}
}

// readStreet reads the street that starts at token i; the streets behind it are known.
func (d *document) readStreet(i int) (text.Span, bool) {
	numbered := d.Kind(i) == text.Digits || d.Kind(i) == text.Mixed && (text.Atoi(strings.TrimRight(d.At(i), "abcd")) > 0 || d.isGridNumber(i))
	j := i + 1
	if numbered && d.Is(j, "-") && d.Glued(j) && d.Glued(j+1) && d.Kind(j+1) == text.Digits && len(d.At(j+1)) == 2 && len(d.At(i)) < 4 {
		j += 2 // "44-20 Newtown Rd", as in Queens
	}
	if !numbered {
		if _, j = d.spokenNumber(i); d.Is(j, ".", ",") {
			return text.Span{}, false // "one policy for the two. Bend OR"
		}
	}
	if j == i || numbered && (len(d.At(i)) > 6 || d.Is(j, ".")) || d.Is(i-1, "$", "#", "/", "'", ".") && d.Glued(i) {
		return text.Span{}, false
	}
	ofOther := d.StartsAt("other vehicle", i+1) > i+1 || d.Is(i-1, ":") && d.EndsAt("other vehicle", i-1) < i-1 // "RV: 2011 Winnebago View"
	if y := text.Atoi(d.At(i)); 1980 <= y && y < 2100 && (d.namesCarPlainly(i+1) || ofOther) || d.Is(i-1, ",") && d.Glued(i) && d.Kind(i-2) == text.Digits {
		return text.Span{}, false // and "$23,995"
	}
	if d.Is(j+1, "/") {
		j += 3 // 12 1/2
	}
	if d.isGridNumber(i) && d.isGridNumber(j) {
		j++ // "W156 N8340 Pilgrim Rd"
	}
	if numbered && d.Is(j, "de") && d.Is(i-1, "el", "al", "en", "numero") {
		j = d.Skip(j+1, "la") // "vivimos en el 865 de Elm Street"
	}
	end := d.streetName(i, j)
	if end == 0 || end == j {
		return text.Span{}, false
	}
	if d.isZIPOfTown(i, end) {
		return text.Span{}, false
	}
	end = d.streetTail(end)
	for range 2 {
		end = d.unit(end) // "Bldg 12 Apt 3"
	}
	return text.Between(i, end), true
}

// gridName returns where the name ends that starts at token j, if it is a number between two
// directions, as in Utah and Indiana: "455 S 200 W", "1127 East 300 North"; else 0.
func (d *document) gridName(j int) int {
	k := d.Skip(j+1, ".")
	if !directions[d.At(j)] || d.Kind(k) != text.Digits || len(d.At(k)) > 5 || !directions[d.At(k+1)] || d.Row(k+1) != d.Row(j) {
		return 0
	}
	return k + 2
}

// isGridNumber reports whether token i is the number of a house as it is counted from a county's
// middle: "W5521" in Wisconsin, "30W125" in Illinois. A car may be called so: "E350".
func (d *document) isGridNumber(i int) bool {
	at := d.At(i)
	if d.Kind(i) != text.Mixed || d.namesCar(i) || d.namesCar(i-1) {
		return false
	}
	lead := strings.TrimLeft(at, "0123456789")
	if lead == "" || !strings.ContainsAny(lead[:1], "nsew") || len(at)-len(lead) > 2 {
		return false
	}
	number := lead[1:]
	return 3 <= len(number) && len(number) <= 5 && strings.Trim(number, "0123456789") == ""
}

// isZIPOfTown reports whether tokens i to end are a ZIP code with its town behind it, and no
// street: "97526 Grants Pass". A street has another ZIP code not far behind.
func (d *document) isZIPOfTown(i, end int) bool {
	if end-i > 3 || !plainSuffixes[d.At(end-1)] || !d.zipAt(i) || d.Is(i-1, "is", "at", ":") || unitWords[d.At(d.Skip(end, ","))] {
		return false
	}
	for k := end; k < end+14; k++ {
		if d.zipAt(k) {
			return false
		}
	}
	return true
}

// streetName returns where the name ends that starts at token j behind the number at
// token i; 0 where there is none.
func (d *document) streetName(i, j int) int {
	if end := d.gridName(j); end > 0 {
		return end
	}
	name := j
	if directions[d.At(j)] {
		name = d.Skip(j+1, ".")
	}
	if end := d.streetEnd(name); end > 0 {
		return end
	}
	if end := d.streetEnd(j); end > 0 && name > j {
		return end // "Southwest Expressway"
	}
	if d.Kind(i) == text.Word {
		return 0
	}
	if end := d.streetLine(i); end > 0 {
		return end
	}
	if end := max(d.streetBeforeUnit(name), d.streetAtLabel(i)); end > 0 {
		return end
	}
	return d.streetBeforeTown(i, name)
}

// streetLine returns where the line ends that token i starts, if it is a number
// and a name and its town stands below it; else 0.
func (d *document) streetLine(i int) int {
	k := d.LineOf(i)
	l := d.Lines[k]
	if l.I != i || l.J-i < 2 || l.J-i > 5 || k+1 == len(d.Lines) || d.Lines[k+1].First {
		return 0
	}
	for j := i + 1; j < l.J; j++ {
		if d.Kind(j) != text.Word || text.StopWord(d.At(j)) || d.Cased && !d.Capital(j) {
			return 0
		}
	}
	below := d.townAfter(address{Span: text.Between(l.J, l.J)})
	if below.zip.Empty() || below.state.Empty() || d.namesCar(i+1) || d.isMiles(i+1) {
		return 0
	}
	return l.J
}

// streetBeforeTown returns where the name at token j ends, behind the number at token i, if only
// its town says that it is a street: "I live at 27 Emerald Bay, Laguna Beach, CA 92651", "4417 N
// Williams, Portland 97217"; else 0. A word for a home stands before it, or a direction in it.
func (d *document) streetBeforeTown(i, j int) int {
	directed := j > i+1
	named := d.Is(i-1, "at", ":", "en", "address", "is", "on") || d.opensAddress(i)
	if !d.Cased && !d.Capital(j) || !directed && !named && !d.endsDirected(j) {
		return 0
	}
	end := j
	for end < min(j+3, len(d.Tokens)) && d.Row(end) == d.Row(i) && (d.Kind(end) == text.Word && d.Capital(end) && !text.StopWord(d.At(end)) || directed && isOrdinal(d.At(end))) {
		end++
	}
	if directions[d.At(end-1)] && end > j+1 {
		end, directed = d.unit(end), true // "10520 Meridian E, Apt 3"
	}
	if end == j || !d.Is(end, ",") || d.namesCar(j) || d.isMiles(j) {
		return 0
	}
	behind := d.townAfter(address{Span: text.Between(end, end)})
	if behind.city.Empty() || behind.zip.Empty() && (behind.state.Empty() || !d.Is(i-1, "at")) || behind.state.Empty() && !directed && !named {
		return 0
	}
	return end
}

// opensAddress reports whether the number at token i opens a clause and has two words with capitals behind it that
// count nothing, then a comma, so that it is a house's if a town follows: "31 Laurel Bank,".
func (d *document) opensAddress(i int) bool {
	n := text.Atoi(d.At(i))
	if !d.Breaks(i-1) && d.Sentence(i).I != i || n < 10 || 1950 <= n && n < 2100 || !d.Is(i+3, ",") {
		return false
	}
	for k := i + 1; k < i+3; k++ {
		if !d.Capital(k) || d.namesCar(k) || d.StartsAt("other vehicle", k) > k || d.isMiles(k) || d.isKin(k) || d.Is(k, "year", "years", "yr", "yrs", "month", "months") {
			return false
		}
	}
	return d.Cased
}

// ruralRoute reads "Rural Route 2 Box 41", "RR 2, Box 41", "HC 61 Box 12" and "Star Route Box 7".
func (d *document) ruralRoute(i int) (text.Span, bool) {
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

// streetAtLabel returns where the line ends on which "address is" or "address:" stands before the
// number at token i, with one or two words behind it: "address is 2401 Jefferson"; else 0.
func (d *document) streetAtLabel(i int) int {
	if !d.Is(i-1, "is", ":") || !d.Is(i-2, "address", "addr", "street", "direccion", "domicilio") || d.Kind(i) != text.Digits {
		return 0
	}
	j := i + 1
	for j < i+4 && d.Kind(j) == text.Word && !text.StopWord(d.At(j)) && d.Row(j) == d.Row(i) {
		j++
	}
	if j == i+1 || j < len(d.Tokens) && d.Row(j) == d.Row(i) {
		return 0
	}
	return j
}

// streetBeforeUnit returns where the name at token j ends if only the number of an apartment behind
// it says that it is a street: "220 Elm, Apt 9"; else 0.
func (d *document) streetBeforeUnit(j int) int {
	end := j
	for end < j+3 && d.Kind(end) == text.Word && d.Capital(end) && !text.StopWord(d.At(end)) && !unitWords[d.At(end)] {
		end++
	}
	if end == j || !d.Cased || d.namesCar(j) || !d.Is(d.Skip(end, ","), "apt", "apartment", "unit", "#") || d.Kind(d.unit(end)-1) == text.Word {
		return 0
	}
	return end
}

// endsDirected reports whether a name that starts at token j ends with a direction and a
// comma: "Meridian E,".
func (d *document) endsDirected(j int) bool {
	for k := j + 1; k < j+3; k++ {
		if directions[d.At(k)] && d.Capital(k) && d.Is(k+1, ",") && d.Capital(k-1) {
			return true
		}
	}
	return false
}

// streetEnd returns where the name of a street that starts at token j ends, 0 where there is none.
func (d *document) streetEnd(j int) int {
	if end := d.streetNamedLast(j); end > 0 {
		return end
	}
	end := 0
	for k := j; k < min(j+6, len(d.Tokens)) && d.streetWord(k, j); k++ {
		switch {
		case d.isNumberedRoad(k) && d.numbersRoad(k+1):
			end = k + 2
			if _, said := d.spokenNumber(k + 1); said > k+1 {
				end = said // "County Road three ten"
			}
		case k == j && d.Is(k, "avenue", "ave", "avenida", "calle") && d.Kind(k+1) == text.Word && len(d.At(k+1)) == 1:
			return k + 2 // "Avenue K"
		case end == k && plainSuffixes[d.At(k)] && d.endsTown(k+1):
			return end // "Elm Avenue Bend Oregon"
		case k > j && d.isSuffix(k), d.Is(k, "broadway", "calle", "avenida", "camino"):
			end = k + 1
		case end > 0:
			return end
		}
	}
	return end
}

// endsTown reports whether a state or a ZIP code stands at token i, perhaps behind a comma.
func (d *document) endsTown(i int) bool {
	i = d.Skip(i, ",")
	_, _, state := d.state(i)
	return state || d.zipAt(i)
}

// numbersRoad reports whether token i can be the number of a road, or its letter: "Hwy 20",
// "Highway One", but not "Redwood Hwy Cave Junction".
func (d *document) numbersRoad(i int) bool {
	_, said := d.spokenNumber(i)
	return i < len(d.Tokens) && (d.Kind(i) == text.Digits || d.Kind(i) == text.Mixed || said > i || d.Kind(i) == text.Word && len(d.At(i)) < 3 && d.At(i) != "in" && !unitWords[d.At(i)])
}

// streetNamedLast reads a street whose kind comes before its name, as in Spanish:
// "Vista Del Mar", "Calle Real"; it ends where its words with capitals do.
func (d *document) streetNamedLast(j int) int {
	if d.Is(j, "el", "la", "los", "las") {
		j++
	}
	avenueOf := d.Is(j, "avenue") && d.Is(j+1, "of") // "Avenue of the Stars"
	if !d.Cased || !spanishStreets[d.At(j)] && !avenueOf || !d.Capital(j) && !(d.Is(j, "calle", "avenida") && d.Capital(j+1)) {
		return 0
	}
	k := j + 1
	for k < min(j+4, len(d.Tokens)) && d.Kind(k) == text.Word && (d.Capital(k) || particles[d.At(k)] || avenueOf && d.joinsName(k)) && d.Row(k) == d.Row(j) && !unitWords[d.At(k)] && !suffixes[d.At(k)] {
		k++
	}
	if k == j+1 || k < len(d.Tokens) && suffixes[d.At(k)] {
		return 0
	}
	return k
}

var spanishStreets = text.WordSet(`calle avenida camino via paseo vista rancho corte plaza`)

// streetWord reports whether token k may be part of a street's name that starts at j.
func (d *document) streetWord(k, j int) bool {
	t := d.Tokens[k]
	switch {
	case k == j && t.Line != d.Row(j-1) && !d.Together(j-1, j+1):
		return false
	case t.Kind == text.Mark:
		return t.Norm == "." && d.Glued(k) || t.Norm == "-" && d.Glued(k)
	case t.Kind == text.Digits:
		return k == j || d.isNumberedRoad(k-1)
	case t.Kind == text.Mixed:
		return isOrdinal(t.Norm)
	}
	if d.Row(k-1) != t.Line && k > j && !d.Together(k-1, k+1) {
		return false
	}
	return d.Cased && (t.Capital || k > j && d.joinsName(k)) || suffixes[t.Norm] || !d.Cased && !text.StopWord(t.Norm) && !d.isMiles(k)
}

// joinsName reports whether token k is a small word between the words of a street's name: "Cerro de
// Plata Drive", "Avenue of the Stars".
func (d *document) joinsName(k int) bool {
	for n := k; n < k+3; n++ {
		if !d.Is(n, "de", "del", "la", "las", "los", "el", "of", "the", "y") {
			return n > k && d.Capital(n) && d.Kind(n) == text.Word
		}
	}
	return false
}

// isNumberedRoad reports whether token k is a word that the number of a road
// follows: "Hwy 20", "County Road 18".
func (d *document) isNumberedRoad(k int) bool {
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

func (d *document) isSuffix(k int) bool {
	if !suffixes[d.At(k)] {
		return false
	}
	if d.Is(k, "union") && d.Is(k-1, "credit") {
		return false // "golden 1 credit union"
	}
	return !plainSuffixes[d.At(k)] || d.Capital(k) || !d.Cased
}

func (d *document) streetTail(j int) int {
	if d.Is(j, ".") && d.Glued(j) && (d.Is(j+1, ",") || d.townFollows(j+1)) {
		j++ // "Main St."
	}
	if directions[d.At(j)] && d.Row(j) == d.Row(j-1) && (d.Capital(j) || !d.Cased || len(d.At(j)) == 2) {
		return j + 1
	}
	return j
}

// townFollows reports whether a town and its state or ZIP stand at token j.
func (d *document) townFollows(j int) bool {
	a := d.townAfter(address{Span: text.Between(j, j)})
	return !a.state.Empty() || !a.zip.Empty()
}

// unit reads ", Apt 3", "#14", "Unit B" at token j.
func (d *document) unit(j int) int {
	k := d.Skip(j, ",")
	if !unitWords[d.At(k)] || d.Is(k, "no", "fl") && !d.Is(k+1, ".") {
		return j
	}
	k = d.Skip(k+1, ".", "#", ":")
	k = d.Skip(k, "#")
	if _, said := d.spokenNumber(k); said > k && k < len(d.Tokens) && d.Kind(k) == text.Word {
		return said // "apartment three"
	}
	if k >= len(d.Tokens) || d.Kind(k) == text.Mark || d.Kind(k) == text.Word && len(d.At(k)) > 2 {
		return j
	}
	if d.Is(k+1, "-") && d.Glued(k+1) && d.Glued(k+2) {
		k += 2
	}
	return k + 1
}

var dwellingUnits = text.WordSet("apt apartment unit suite ste apto departamento space spc lot")
