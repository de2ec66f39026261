package letters

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/carrier"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/templates"
)

// Assumed lists the assumed values of an application and of its quote. Equal values of all
// drivers or of all vehicles are one entry: "Ownership of all cars: owned".
func Assumed(k quote.Case, q *carrier.Quote, w Words) (all []string) {
	a := k.Application
	for _, path := range ShownPaths(a) {
		if k.Facts[path].Standing != quote.Assumed || !a.Has(path) ||
			q != nil && isDropped(path, a, *q) {
			continue
		}
		label := Label(path, a, w)
		switch list, n, _, _ := entry(path); {
		case !isShared(path, k):
		case n > 0:
			continue
		default:
			key, _ := split(path, a, w)
			everyEntry := "shown.all_cars"
			if list == "drivers" {
				everyEntry = "shown.all_drivers"
			}
			label = w.Say("letters.label."+key, w.Say(everyEntry))
		}
		all = append(all, label+": "+Value(path, a, w))
	}
	if q != nil {
		all = append(all, carrierAssumed(*q, a, w)...)
	}
	return all
}

// carrierAssumed lists the assumptions of a carrier. Equal prices of all cars are one entry.
func carrierAssumed(q carrier.Quote, a quote.Application, w Words) (all []string) {
	costs := map[string]int{}
	for _, said := range q.Assumptions {
		if m := costAssumption.FindStringSubmatch(said); m != nil {
			costs[m[2]]++
		}
	}
	for _, said := range q.Assumptions {
		if m := costAssumption.FindStringSubmatch(said); m != nil && len(costs) == 1 &&
			len(a.Vehicles) > 1 && costs[m[2]] == len(a.Vehicles) {
			said = w.Say("letters.about", w.Say("letters.label.vehicles.cost_new",
				w.Say("shown.all_cars")), m[2])
		} else {
			said = reworded(said, a, w)
		}
		if !slices.Contains(all, said) {
			all = append(all, said)
		}
	}
	return all
}

// isShared reports whether the value at a path of a driver or vehicle is assumed for all
// drivers or vehicles.
func isShared(path string, k quote.Case) bool {
	list, _, field, is := entry(path)
	n := len(k.Application.Drivers)
	if list == "vehicles" {
		n = len(k.Application.Vehicles)
	}
	if !is || n < 2 {
		return false
	}
	for i := range n {
		other := fmt.Sprintf("%s[%d].%s", list, i, field)
		if k.Facts[other].Standing != quote.Assumed ||
			Value(other, k.Application, English()) != Value(path, k.Application, English()) {
			return false
		}
	}
	return true
}

// NewlyAssumed lists the assumed values missing from an earlier application.
func NewlyAssumed(k quote.Case, earlier quote.Application, w Words) (all []string) {
	for _, path := range ShownPaths(k.Application) {
		value := Value(path, k.Application, w)
		if k.Facts[path].Standing == quote.Assumed && value != Value(path, earlier, w) {
			all = append(all, Label(path, k.Application, w)+": "+value)
		}
	}
	return all
}

// Stated lists all values that are not assumed, with an item for each driver, each vehicle and
// each other subject. A value shows its source words if they differ from the value.
func Stated(k quote.Case, w Words) (lines []templates.Item) {
	a := k.Application
	at := map[string]int{}
	for _, path := range ShownPaths(a) {
		f, known := k.Facts[path]
		f.Path = path
		if !a.Has(path) && (!known || !IsCoverage(path)) || f.Standing == quote.Assumed {
			continue
		}
		said := statedValue(f, a, w)
		if said == "" {
			continue
		}
		title := subject(path, a, w)
		i, is := at[title]
		if is {
			lines[i].Value += "; " + said
			continue
		}
		at[title] = len(lines)
		lines = append(lines, templates.Item{Label: title, Value: said})
	}
	return lines
}

// subject names the driver, the vehicle or the part of the application that a path is about.
func subject(path string, a quote.Application, w Words) string {
	_, _, _, is := entry(path)
	_, whose := split(path, a, w)
	switch {
	case is:
		return capital(whose.name)
	case IsCoverage(path) || path == "effective_date" || path == "discounts":
		return w.Say("shown.coverage")
	case strings.HasPrefix(path, "prior_insurance."):
		return w.Say("shown.prior_insurance")
	}
	return w.Say("shown.insured")
}

// statedValue writes a value with its label and its source: "miles a year 9,000 (“9k”)". It
// returns "" for a value that the name of the item contains, such as the model of a car.
func statedValue(f quote.Fact, a quote.Application, w Words) string {
	value, source := shownValue(f, a, w), ""
	if words := ownWords(f); words != "" && !strings.Contains(plain(words), plain(value)) {
		source = "“" + templates.Cut(reading.Mask(words), 60) + "”"
	}
	switch _, _, field, _ := entry(f.Path); {
	case f.From != "":
		source = shownStanding(f, w)
	case f.Standing == quote.Inferred:
		source = strings.TrimRight(w.Say("shown.inferred", source), ": ")
	case slices.Contains([]string{"year", "make", "model", "trim", "given_name"}, field):
		return ""
	}
	key, _ := split(f.Path, a, w)
	label := strings.TrimSpace(w.Say("letters.label."+key, ""))
	for _, end := range []string{",", " of", " for"} {
		label = strings.TrimSuffix(label, end)
	}
	if second, _ := utf8.DecodeRuneInString(label[1:]); unicode.IsLower(second) {
		label = strings.ToLower(label[:1]) + label[1:]
	}
	said := label + " " + value
	if source != "" {
		said += " (" + source + ")"
	}
	return said
}

// plain drops all but letters and digits, for comparison.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

var (
	figureWord = lazyregexp.MustCompile(`[^\s,;()"“”]+(,\d{3}[^\s,;()"“”]*)*`)
	listNumber = lazyregexp.MustCompile(`(?m)^\s*\(?\d{1,2}[.):]\s`)
)

// maxFigures bounds the figures in a review.
const maxFigures = 6

// UnusedFigures lists the figures of a text that no fact and no conflict uses. Numbers of list
// entries and single digits are no figures.
func UnusedFigures(text string, k quote.Case, conflicts []quote.Conflict) (unused []string) {
	var used strings.Builder
	use := func(said ...string) {
		for _, word := range figureWord.FindAllString(strings.Join(said, " "), -1) {
			used.WriteString(plain(word) + " ")
		}
	}
	for _, f := range k.Facts {
		use(f.Words, string(f.Value), Value(f.Path, k.Application, English()))
	}
	for _, f := range k.Superseded {
		use(f.Words)
	}
	for _, c := range conflicts {
		use(c.Values...)
	}
	discount := k.Facts["discounts"].Words
	for _, word := range figureWord.FindAllString(listNumber.ReplaceAllString(text, ""), -1) {
		word = strings.Trim(word, ".:!?*>'")
		digits := strings.IndexFunc(word, unicode.IsDigit)
		if digits < 0 || len(plain(word)) < 2 || hasFigure(used.String(), plain(word)) ||
			slices.Contains(unused, word) || len(unused) == maxFigures ||
			discount != "" && (strings.Contains(text, word+" "+discount) ||
				strings.Contains(text, discount+" "+word)) { // "3.7 GPA"
			continue
		}
		unused = append(unused, word)
	}
	return unused
}

// hasFigure reports whether a figure is in a text. "10000" is not in "100000".
func hasFigure(text, figure string) bool {
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' }
	for from := 0; ; from++ {
		at := strings.Index(text[from:], figure)
		if at < 0 {
			return false
		}
		from += at
		end := from + len(figure)
		if (from == 0 || !isDigit(figure[0]) || !isDigit(text[from-1])) &&
			(end == len(text) || !isDigit(figure[len(figure)-1]) || !isDigit(text[end])) {
			return true
		}
	}
}
