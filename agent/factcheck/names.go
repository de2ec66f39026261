package factcheck

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
	"ppamaild/reading"
)

// The check covers names that differ clearly from other words: the name in a greeting, and
// the names of cars and insurers. Other names would raise alarms about streets, weekdays and
// the agency's staff.

// namesIn finds the names in a single line.
func namesIn(text string, known memo[claim]) []claim {
	found, begin := greetedIn(text), 0
	for clause := range clauses(text) {
		end := begin + len(clause)
		stretch := text[begin:ahead(text, end, 1)] // a name may begin with the last word: "St. Paul"
		found = append(found, known.find(stretch,
			func(text string) []claim { return brandsBefore(text, len(clause)) })...)
		begin = end + 1
	}
	return found
}

// greeting matches the beginning of a mail that greets a person by name.
var greeting = lazyregexp.MustCompile(`^(?:Hello|Hi|Hey|Dear|Good (?:morning|afternoon|evening)|Hola|Estimad[oa]s?|Buen[oa]s (?:días|tardes|noches)),? ` +
	`(?:(?:Mr|Mrs|Ms|Dr|Sr|Sra)\.? )?((?:\p{Lu}[\p{L}'’-]+ ?){1,4})[,:!.–-]`)

// unnamed are words in a greeting that are no names.
var unnamed = []string{"there", "all", "team", "everyone", "everybody", "folks", "friend",
	"customer", "client", "neighbor", "sir", "madam", "cliente", "todos"}

func greetedIn(text string) (found []claim) {
	m := greeting.FindStringSubmatch(text[:min(len(text), 120)])
	if m == nil {
		return nil
	}
	for name := range strings.FieldsSeq(m[1]) {
		if !slices.Contains(unnamed, strings.ToLower(name)) {
			found = append(found, claim{nameClaim, strings.ToLower(name), name})
		}
	}
	return found
}

// HasName reports whether a line has the name of a car or an insurer.
func HasName(line string) bool { return brandsIn(line) != nil }

// brandsIn finds the names of cars and insurers in a single line. Such a name begins with a capital
// and has at most two words.
func brandsIn(text string) []claim { return brandsBefore(text, len(text)) }

// brandsBefore finds the names of cars and insurers that begin before an index.
func brandsBefore(text string, place int) (found []claim) {
	for begin := 0; begin < place; begin = ahead(text, begin, 0) + 1 {
		first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(text[begin:], unicode.IsPunct))
		if !unicode.IsUpper(first) {
			continue
		}
		most := 1
		if word := text[begin:ahead(text, begin, 0)]; strings.ContainsAny(word[max(0,
			len(word)-1):], "?!;:,") {
			most = 0 // "What model is the 2021 Mazda? 5. …"
		}
		for n := most; n >= 0; n-- {
			written := strings.TrimFunc(text[begin:ahead(text, begin, n)],
				func(r rune) bool { return !isWordRune(r) })
			written = strings.TrimSuffix(strings.TrimSuffix(written, "'s"), "’s")
			if name := reading.KnownName(written); name != "" {
				found = append(found, claim{nameClaim, strings.ToLower(name), written})
				break
			}
		}
	}
	return found
}

// knowNames adds the names of the customer and of the application.
func (f *facts) knowNames(k Known) {
	a := k.Application
	local, _, _ := strings.Cut(k.Address, "@")
	people := []string{k.Name, local, a.NamedInsured.GivenName, a.NamedInsured.Surname}
	for _, d := range a.Drivers {
		people = append(people, d.GivenName, d.Surname)
	}
	for _, word := range strings.FieldsFunc(strings.Join(people, " "),
		func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("'’-", r) }) {
		f.all = append(f.all, claim{kind: nameClaim, value: strings.ToLower(word)})
	}
	called := []string{a.PriorInsurance.Carrier, a.GaragingAddress.Street, a.GaragingAddress.City}
	for _, v := range slices.Concat(a.Vehicles, k.Prior.Vehicles) {
		called = append(called, v.Make, v.Model, v.Trim, letters.VehicleName(v, letters.English()))
	}
	if q := k.Quote; q != nil {
		called = append(called, q.Carrier)
	}
	for _, name := range called {
		f.all = append(f.all, brandsIn(oneLine(name))...)
		for _, part := range append(strings.Fields(name), name) { // "the Silverado" is one of "Silverado 1500"
			f.all = append(f.all, claim{kind: nameClaim, value: strings.ToLower(reading.KnownName(part))})
		}
	}
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
