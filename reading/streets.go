package reading

import "strings"

// suffixes end the name of a street, or are its first word. Source: USPS
// Publication 28, appendix C1, those in use in the West.
var suffixes = wordSet(`st street ave avenue rd road dr drive ln lane blvd boulevard ct court way pl place ter terrace terr cir circle
	pkwy parkway hwy highway loop trl trail sq square aly alley broadway crescent cres run path pike plaza row cove point pt
	ridge vista calle camino avenida paseo walk bend hill hills view expressway expy freeway fwy crossing xing commons
	green glen grove heights hts landing lndg manor meadow meadows mews oval park parkways pass passage plain plains port
	promenade shore shores skyway spur spring springs spgs summit track turnpike tpke union valley village trace turn wharf via rancho corte
	cmn cmns common trce gdns garden gardens ests estates knl knoll knolls mdw mdws holw hollow rdg cyn canyon crk creek cv vlg vly gtwy gateway hbr harbor rnch ranch brk bypass orchard bluff bluffs`)

// plainSuffixes are words of their own: as a suffix they need a capital.
var plainSuffixes = wordSet(`way run path row point ridge walk bend hill hills view place court drive loop trail square cove
	crossing commons green glen grove heights landing manor meadow meadows mews oval park pass passage plain plains port
	promenade shore shores skyway spur spring springs summit track union valley village trace turn wharf via
	common garden gardens estates knoll knolls hollow canyon creek gateway harbor ranch orchard bluff bluffs`)

var directions = wordSet(`n s e w ne nw se sw north south east west northeast northwest southeast southwest`)

var unitWords = wordSet(`apt apartment unit ste suite # no number lot space spc sp bldg building floor fl trlr rm apto depto dpto departamento apartamento interior`)

// address reads a street with what follows it, a PO box, or a town with its
// state.
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
	end := d.pastNoUnit(street.j)
	a := d.townAfter(address{span: span{street.i, end}, street: street})
	if a.j == end && d.is(end, "in", "en", ",") {
		a.city = d.townAlone(end + 1)
		goesOn := !d.breaks(a.city.j) && d.sentence(end).j > a.city.j+1 && !d.among(a.city.j, "behind a town")
		if d.is(end, ",") && (d.row(end+1) != d.row(end) || goesOn) {
			a.city = span{}
		}
		a.j = max(a.j, a.city.j)
	}
	if a.j == end && d.is(i-1, "at", ":", "address", "is", "en") && (d.isSuffix(street.j-1) || d.endsUnit(street)) && d.row(end) == d.row(i) {
		town := d.townAlone(end)
		if town.empty() && !d.cased && d.endsUnit(street) {
			town = d.townEndingLine(end)
		}
		if !town.empty() && (d.breaks(town.j) || d.is(town.j, ".") || d.row(town.j) != d.row(i)) {
			a.city, a.j = town, town.j // "I live at 12 Oak St Medford."
		}
	}
	return a, true
}

// pastNoUnit skips what names a unit at token i, perhaps behind a comma, and gives no number of it, as forms leave
// it: ", Apt,", "Unit: -".
func (d *document) pastNoUnit(i int) int {
	from := d.skip(i, ",")
	k := from
	for k < len(d.toks) && (dwellingUnits[d.at(k)] || d.is(k, "#") || k > from && (d.kind(k) == mark && !d.is(k, ",", ";") || d.is(k, "or", "number", "no", "n", "a", "na", "none"))) {
		k++
	}
	if k == from || k < len(d.toks) && !d.is(k, ",", ";") && d.row(k) == d.row(k-1) {
		return i
	}
	return k
}

// endsUnit reports whether a street ends with the number of an apartment.
func (d *document) endsUnit(street span) bool {
	return unitWords[d.at(street.j-2)] && d.kind(street.j-1) != word
}

// townEndingLine reads a town that is all that is left of the line at token i, in a mail without
// capitals: "live at 12 oak st #4 medford".
func (d *document) townEndingLine(i int) span {
	j := i
	for j < i+2 && j < len(d.toks) && d.row(j) == d.row(i) && d.kind(j) == word && len(d.at(j)) > 3 && !stopWord(d.at(j)) && !d.among(j, "no town") && !d.among(j, "part of a house") {
		j++
	}
	if j == i || j < len(d.toks) && d.row(j) == d.row(i) && !d.is(j, ".") || d.namesCar(i) || d.begins[i] {
		return span{i, i}
	}
	return span{i, j}
}

// townAlone reads a town that is named without its state at token i.
func (d *document) townAlone(i int) span {
	j := i
	if d.articleOfTown(i) {
		j++ // "Los Angeles", "The Dalles"
	}
	for j < min(len(d.toks), i+4) && (d.isNamePart(j, j == i) || j > i && d.is(j, "city")) && d.capital(j) {
		j++
		if d.is(j, ".") && d.is(j-1, "st", "mt", "ft") {
			j++
		}
	}
	if _, _, state := d.state(i); state || j == i || d.namesCar(i) || j == i+1 && d.articleOfTown(i) {
		return span{i, i}
	}
	return span{i, j}
}

// articleOfTown reports whether token i is the article that a town's name starts with.
func (d *document) articleOfTown(i int) bool {
	return d.mayBeArticleOfTown(i) && d.sentence(i).i != i
}

// mayBeArticleOfTown reports whether token i can be that, if a sentence does not start there by chance.
func (d *document) mayBeArticleOfTown(i int) bool {
	return d.cased && d.is(i, "los", "las", "la", "el", "the") && d.capital(i) && d.capital(i+1) && d.kind(i+1) == word && d.row(i+1) == d.row(i)
}

func (d *document) poBox(i int) (address, bool) {
	j := d.startsAt("po box", i)
	if j == i {
		return address{}, false
	}
	j = d.skip(j, "#")
	if d.kind(j) != mark {
		j++
	}
	return address{span: span{i, j}, box: true}, true
}

// street returns the street that starts at token i: "4410 SE Hawthorne Blvd Apt 3".
func (d *document) street(i int) (span, bool) {
	if d.streets == nil {
		d.findStreets()
	}
	if i < 0 || i >= len(d.streets) {
		return span{}, false
	}
	return d.streets[i], !d.streets[i].empty()
}

// findStreets reads the streets of the whole text, each token once. Whether a street starts at a
// token depends on later tokens only, so findStreets goes from the last token to the first. A list of
// numbers and words costs exponential time in any other order.
func (d *document) findStreets() {
	d.streets = make([]span, len(d.toks))
	for i := len(d.toks) - 1; i >= 0; i-- {
		d.streets[i], _ = d.readStreet(i)
	}
}

// readStreet reads the street that starts at token i; the streets behind it are known.
func (d *document) readStreet(i int) (span, bool) {
	numbered := d.kind(i) == digits || d.kind(i) == mixed && (atoi(strings.TrimRight(d.at(i), "abcd")) > 0 || d.isGridNumber(i))
	j := i + 1
	if numbered && d.is(j, "-") && d.glued(j) && d.glued(j+1) && d.kind(j+1) == digits && len(d.at(j+1)) == 2 && len(d.at(i)) < 4 {
		j += 2 // "44-20 Newtown Rd", as in Queens
	}
	if !numbered {
		if _, j = d.spokenNumber(i); d.is(j, ".", ",") {
			return span{}, false // "one policy for the two. Bend OR"
		}
	}
	if j == i || numbered && (len(d.at(i)) > 6 || d.is(j, ".")) || d.is(i-1, "$", "#", "/", "'", ".") && d.glued(i) {
		return span{}, false
	}
	ofOther := d.startsAt("other vehicle", i+1) > i+1 || d.is(i-1, ":") && d.endsAt("other vehicle", i-1) < i-1 // "RV: 2011 Winnebago View"
	if y := atoi(d.at(i)); 1980 <= y && y < 2100 && (d.namesCarPlainly(i+1) || ofOther) || d.is(i-1, ",") && d.glued(i) && d.kind(i-2) == digits {
		return span{}, false // and "$23,995"
	}
	if d.is(j+1, "/") {
		j += 3 // 12 1/2
	}
	if d.isGridNumber(i) && d.isGridNumber(j) {
		j++ // "W156 N8340 Pilgrim Rd"
	}
	if numbered && d.is(j, "de") && d.is(i-1, "el", "al", "en", "numero") {
		j = d.skip(j+1, "la") // "vivimos en el 865 de Elm Street"
	}
	end := d.streetName(i, j)
	if end == 0 || end == j {
		return span{}, false
	}
	if d.isZIPOfTown(i, end) {
		return span{}, false
	}
	end = d.streetTail(end)
	for range 2 {
		end = d.unit(end) // "Bldg 12 Apt 3"
	}
	return span{i, end}, true
}

// gridName returns where the name ends that starts at token j, if it is a number between two directions,
// as in Utah and Indiana: "455 S 200 W", "1127 East 300 North"; else 0.
func (d *document) gridName(j int) int {
	k := d.skip(j+1, ".")
	if !directions[d.at(j)] || d.kind(k) != digits || len(d.at(k)) > 5 || !directions[d.at(k+1)] || d.row(k+1) != d.row(j) {
		return 0
	}
	return k + 2
}

// isGridNumber reports whether token i is the number of a house as it is counted from a county's middle:
// "W5521" in Wisconsin, "30W125" in Illinois. A car may be called so: "E350".
func (d *document) isGridNumber(i int) bool {
	at := d.at(i)
	if d.kind(i) != mixed || d.namesCar(i) || d.namesCar(i-1) {
		return false
	}
	lead := strings.TrimLeft(at, "0123456789")
	if lead == "" || !strings.ContainsAny(lead[:1], "nsew") || len(at)-len(lead) > 2 {
		return false
	}
	number := lead[1:]
	return 3 <= len(number) && len(number) <= 5 && strings.Trim(number, "0123456789") == ""
}

// isZIPOfTown reports whether tokens i to end are a ZIP code with its town behind it, and no street:
// "97526 Grants Pass". A street has another ZIP code not far behind.
func (d *document) isZIPOfTown(i, end int) bool {
	if end-i > 3 || !plainSuffixes[d.at(end-1)] || !d.zipAt(i) || d.is(i-1, "is", "at", ":") || unitWords[d.at(d.skip(end, ","))] {
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
	if directions[d.at(j)] {
		name = d.skip(j+1, ".")
	}
	if end := d.streetEnd(name); end > 0 {
		return end
	}
	if end := d.streetEnd(j); end > 0 && name > j {
		return end // "Southwest Expressway"
	}
	if d.kind(i) == word {
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
	k := d.lineOf(i)
	l := d.lines[k]
	if l.i != i || l.j-i < 2 || l.j-i > 5 || k+1 == len(d.lines) || d.lines[k+1].first {
		return 0
	}
	for j := i + 1; j < l.j; j++ {
		if d.kind(j) != word || stopWord(d.at(j)) || d.cased && !d.capital(j) {
			return 0
		}
	}
	below := d.townAfter(address{span: span{l.j, l.j}})
	if below.zip.empty() || below.state.empty() || d.namesCar(i+1) || d.isMiles(i+1) {
		return 0
	}
	return l.j
}

// streetBeforeTown returns where the name at token j ends, behind the number at token
// i, if only its town says that it is a street: "I live at 27 Emerald Bay, Laguna Beach, CA
// 92651", "4417 N Williams, Portland 97217"; else 0. A word for a home stands before
// it, or a direction in it.
func (d *document) streetBeforeTown(i, j int) int {
	directed := j > i+1
	named := d.is(i-1, "at", ":", "en", "address", "is", "on") || d.opensAddress(i)
	if !d.cased && !d.capital(j) || !directed && !named && !d.endsDirected(j) {
		return 0
	}
	end := j
	for end < min(j+3, len(d.toks)) && d.row(end) == d.row(i) && (d.kind(end) == word && d.capital(end) && !stopWord(d.at(end)) || directed && isOrdinal(d.at(end))) {
		end++
	}
	if directions[d.at(end-1)] && end > j+1 {
		end, directed = d.unit(end), true // "10520 Meridian E, Apt 3"
	}
	if end == j || !d.is(end, ",") || d.namesCar(j) || d.isMiles(j) {
		return 0
	}
	behind := d.townAfter(address{span: span{end, end}})
	if behind.city.empty() || behind.zip.empty() && (behind.state.empty() || !d.is(i-1, "at")) || behind.state.empty() && !directed && !named {
		return 0
	}
	return end
}

// opensAddress reports whether the number at token i opens a clause and has two words with capitals behind it that
// count nothing, then a comma, so that it is a house's if a town follows: "31 Laurel Bank,".
func (d *document) opensAddress(i int) bool {
	n := atoi(d.at(i))
	if !d.breaks(i-1) && d.sentence(i).i != i || n < 10 || 1950 <= n && n < 2100 || !d.is(i+3, ",") {
		return false
	}
	for k := i + 1; k < i+3; k++ {
		if !d.capital(k) || d.namesCar(k) || d.startsAt("other vehicle", k) > k || d.isMiles(k) || d.isKin(k) || d.is(k, "year", "years", "yr", "yrs", "month", "months") {
			return false
		}
	}
	return d.cased
}

// ruralRoute reads "Rural Route 2 Box 41", "RR 2, Box 41", "HC 61 Box 12" and "Star Route Box 7".
func (d *document) ruralRoute(i int) (span, bool) {
	j := i + 1
	switch {
	case d.is(i, "rural", "star") && d.is(j, "route", "rt", "rte"):
		j++
	case !d.is(i, "rr", "hc"):
		return span{}, false
	}
	if j = d.skip(j, "#"); d.kind(j) == digits {
		j++
	}
	j = d.skip(j, ",")
	if !d.is(j, "box") || d.kind(j+1) != digits {
		return span{}, false
	}
	return span{i, j + 2}, true
}

// streetAtLabel returns where the line ends on which "address is" or "address:" stands before the
// number at token i, with one or two words behind it: "address is 2401 Jefferson"; else 0.
func (d *document) streetAtLabel(i int) int {
	if !d.is(i-1, "is", ":") || !d.is(i-2, "address", "addr", "street", "direccion", "domicilio") || d.kind(i) != digits {
		return 0
	}
	j := i + 1
	for j < i+4 && d.kind(j) == word && !stopWord(d.at(j)) && d.row(j) == d.row(i) {
		j++
	}
	if j == i+1 || j < len(d.toks) && d.row(j) == d.row(i) {
		return 0
	}
	return j
}

// streetBeforeUnit returns where the name at token j ends if only the number of an apartment behind it
// says that it is a street: "220 Elm, Apt 9"; else 0.
func (d *document) streetBeforeUnit(j int) int {
	end := j
	for end < j+3 && d.kind(end) == word && d.capital(end) && !stopWord(d.at(end)) && !unitWords[d.at(end)] {
		end++
	}
	if end == j || !d.cased || d.namesCar(j) || !d.is(d.skip(end, ","), "apt", "apartment", "unit", "#") || d.kind(d.unit(end)-1) == word {
		return 0
	}
	return end
}

// endsDirected reports whether a name that starts at token j ends with a direction and a
// comma: "Meridian E,".
func (d *document) endsDirected(j int) bool {
	for k := j + 1; k < j+3; k++ {
		if directions[d.at(k)] && d.capital(k) && d.is(k+1, ",") && d.capital(k-1) {
			return true
		}
	}
	return false
}

// streetEnd returns where the name of a street that starts at token j ends, 0
// where there is none.
func (d *document) streetEnd(j int) int {
	if end := d.streetNamedLast(j); end > 0 {
		return end
	}
	end := 0
	for k := j; k < min(j+6, len(d.toks)) && d.streetWord(k, j); k++ {
		switch {
		case d.isNumberedRoad(k) && d.numbersRoad(k+1):
			end = k + 2
			if _, said := d.spokenNumber(k + 1); said > k+1 {
				end = said // "County Road three ten"
			}
		case k == j && d.is(k, "avenue", "ave", "avenida", "calle") && d.kind(k+1) == word && len(d.at(k+1)) == 1:
			return k + 2 // "Avenue K"
		case end == k && plainSuffixes[d.at(k)] && d.endsTown(k+1):
			return end // "Elm Avenue Bend Oregon"
		case k > j && d.isSuffix(k), d.is(k, "broadway", "calle", "avenida", "camino"):
			end = k + 1
		case end > 0:
			return end
		}
	}
	return end
}

// endsTown reports whether a state or a ZIP code stands at token i, perhaps behind a comma.
func (d *document) endsTown(i int) bool {
	i = d.skip(i, ",")
	_, _, state := d.state(i)
	return state || d.zipAt(i)
}

// numbersRoad reports whether token i can be the number of a road, or its letter: "Hwy 20",
// "Highway One", but not "Redwood Hwy Cave Junction".
func (d *document) numbersRoad(i int) bool {
	_, said := d.spokenNumber(i)
	return i < len(d.toks) && (d.kind(i) == digits || d.kind(i) == mixed || said > i || d.kind(i) == word && len(d.at(i)) < 3 && d.at(i) != "in" && !unitWords[d.at(i)])
}

// streetNamedLast reads a street whose kind comes before its name, as in Spanish:
// "Vista Del Mar", "Calle Real"; it ends where its words with capitals do.
func (d *document) streetNamedLast(j int) int {
	if d.is(j, "el", "la", "los", "las") {
		j++
	}
	avenueOf := d.is(j, "avenue") && d.is(j+1, "of") // "Avenue of the Stars"
	if !d.cased || !spanishStreets[d.at(j)] && !avenueOf || !d.capital(j) && !(d.is(j, "calle", "avenida") && d.capital(j+1)) {
		return 0
	}
	k := j + 1
	for k < min(j+4, len(d.toks)) && d.kind(k) == word && (d.capital(k) || particles[d.at(k)] || avenueOf && d.joinsName(k)) && d.row(k) == d.row(j) && !unitWords[d.at(k)] && !suffixes[d.at(k)] {
		k++
	}
	if k == j+1 || k < len(d.toks) && suffixes[d.at(k)] {
		return 0
	}
	return k
}

var spanishStreets = wordSet(`calle avenida camino via paseo vista rancho corte plaza`)

// streetWord reports whether token k may be part of a street's name that starts at j.
func (d *document) streetWord(k, j int) bool {
	t := d.toks[k]
	switch {
	case k == j && t.line != d.row(j-1) && !d.together(j-1, j+1):
		return false
	case t.kind == mark:
		return t.norm == "." && d.glued(k) || t.norm == "-" && d.glued(k)
	case t.kind == digits:
		return k == j || d.isNumberedRoad(k-1)
	case t.kind == mixed:
		return isOrdinal(t.norm)
	}
	if d.row(k-1) != t.line && k > j && !d.together(k-1, k+1) {
		return false
	}
	return d.cased && (t.capital || k > j && d.joinsName(k)) || suffixes[t.norm] || !d.cased && !stopWord(t.norm) && !d.isMiles(k)
}

// joinsName reports whether token k is a small word between the words of a street's name: "Cerro de
// Plata Drive", "Avenue of the Stars".
func (d *document) joinsName(k int) bool {
	for n := k; n < k+3; n++ {
		if !d.is(n, "de", "del", "la", "las", "los", "el", "of", "the", "y") {
			return n > k && d.capital(n) && d.kind(n) == word
		}
	}
	return false
}

// isNumberedRoad reports whether token k is a word that the number of a road
// follows: "Hwy 20", "County Road 18".
func (d *document) isNumberedRoad(k int) bool {
	if d.is(k, "road", "rd") {
		return d.is(k-1, "county", "co", "forest", "service", "state", "township", "ranch", "farm")
	}
	return d.is(k, "hwy", "highway", "route", "rt", "rte", "cr", "fm")
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
	if !suffixes[d.at(k)] {
		return false
	}
	if d.is(k, "union") && d.is(k-1, "credit") {
		return false // "golden 1 credit union"
	}
	return !plainSuffixes[d.at(k)] || d.capital(k) || !d.cased
}

func (d *document) streetTail(j int) int {
	if d.is(j, ".") && d.glued(j) && (d.is(j+1, ",") || d.townFollows(j+1)) {
		j++ // "Main St."
	}
	if directions[d.at(j)] && d.row(j) == d.row(j-1) && (d.capital(j) || !d.cased || len(d.at(j)) == 2) {
		return j + 1
	}
	return j
}

// townFollows reports whether a town and its state or ZIP stand at token j.
func (d *document) townFollows(j int) bool {
	a := d.townAfter(address{span: span{j, j}})
	return !a.state.empty() || !a.zip.empty()
}

// unit reads ", Apt 3", "#14", "Unit B" at token j.
func (d *document) unit(j int) int {
	k := d.skip(j, ",")
	if !unitWords[d.at(k)] || d.is(k, "no", "fl") && !d.is(k+1, ".") {
		return j
	}
	k = d.skip(k+1, ".", "#", ":")
	k = d.skip(k, "#")
	if _, said := d.spokenNumber(k); said > k && k < len(d.toks) && d.kind(k) == word {
		return said // "apartment three"
	}
	if k >= len(d.toks) || d.kind(k) == mark || d.kind(k) == word && len(d.at(k)) > 2 {
		return j
	}
	if d.is(k+1, "-") && d.glued(k+1) && d.glued(k+2) {
		k += 2
	}
	return k + 1
}

var dwellingUnits = wordSet("apt apartment unit suite ste apto departamento space spc lot")
