package subject

import (
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// Spanish expressions of time are translated to English before they are read. Months count only
// in lower case, because Julio is a name.

const (
	spanishUnits  = `días?|semanas?|mes|meses|trimestres?|años?`
	spanishMonths = `enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre`

	spanishDay = `(?:` + day + `|` + spanishMonths + `)`

	edge = `(^|$|[^\pL\d])` // of words, because \b knows only ASCII
)

// spanish maps expressions of time to English. A group such as $2 stays unchanged if english has no
// word for the group. The last expressions precede a time that is already in English.
var spanish = []struct {
	pattern *lazyregexp.Regexp
	english string
}{
	{lazyregexp.MustCompile(edge + `(?i:(?:(?:el|la|los|las) )?[uú]ltim[oa]s? (\d{1,3}|dos|tres|cuatro|cinco|seis|` +
		`siete|ocho|nueve|diez|doce) (` + spanishUnits + `))` + edge),
		"the last $2 $3"},
	{lazyregexp.MustCompile(edge + `(?i:(?:el|la|del) [uú]ltim[oa] (` + spanishUnits + `))` + edge),
		"the past $2"},
	{lazyregexp.MustCompile(edge + `(?i:(?:el|la|del) (` + spanishUnits + `) (?:pasad[oa]|anterior))` + edge),
		"last $2"},
	{lazyregexp.MustCompile(edge + `(?i:est[ea] (` + spanishUnits + `))` + edge), "this $2"},
	{lazyregexp.MustCompile(edge + `hoy` + edge), "today"},
	{lazyregexp.MustCompile(edge + `ayer` + edge), "yesterday"},
	{lazyregexp.MustCompile(edge + `(\d{1,2}) de (` + spanishMonths + `) del? (\d{4})` + edge),
		"$3 $2 $4"},
	{lazyregexp.MustCompile(edge + `(` + spanishMonths + `) del? (\d{4})` + edge), "$2 $3"},
	{lazyregexp.MustCompile(edge + `(?i:desde|a partir de)((?: el| la)? ` + spanishDay + `)` + edge),
		"since$2"},
	{lazyregexp.MustCompile(edge + `(?i:hasta)((?: el| la)? ` + spanishDay + `)` + edge),
		"until$2"},
	{lazyregexp.MustCompile(edge + `(?i:antes del?)( ` + spanishDay + `)` + edge), "before$2"},
	{lazyregexp.MustCompile(edge + `(?i:despu[eé]s del?)( ` + spanishDay + `)` + edge), "after$2"},
	{lazyregexp.MustCompile(edge + `(?i:entre) (` + day + `|` + spanishMonths + `) y (` + day + `|` + spanishMonths + `)` + edge),
		"between $2 and $3"},
	{lazyregexp.MustCompile(edge + `(?i:de) (` + spanishMonths + `) a (` + day + `)` + edge),
		"from $2 to $3"},
	{lazyregexp.MustCompile(edge + `(?i:del?)( ` + months + ` \d{4})` + edge), "of$2"},
	{lazyregexp.MustCompile(edge + `(?i:en|durante)( ` + spanishDay + `)` + edge), "in$2"},
}

var english = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		"día": "day", "días": "days", "semana": "week", "semanas": "weeks", "mes": "month",
		"meses":     "months",
		"trimestre": "quarter", "trimestres": "quarters", "año": "year", "años": "years",
		"dos": "two", "tres": "three", "cuatro": "four", "cinco": "five", "seis": "six",
		"siete": "seven", "ocho": "eight", "nueve": "nine", "diez": "ten", "doce": "twelve",
		"enero": "January", "febrero": "February", "marzo": "March", "abril": "April", "mayo": "May",
		"junio": "June", "julio": "July", "agosto": "August",
		"septiembre": "September", "setiembre": "September", "octubre": "October",
		"noviembre": "November", "diciembre": "December",
	}
}}

// toEnglish translates the Spanish times in a text.
func toEnglish(text string) string {
	for _, e := range spanish {
		text = e.pattern.ReplaceAllStringFunc(text, func(found string) string {
			m := e.pattern.FindStringSubmatch(found)
			return m[1] + expand(e.english, m) + m[len(m)-1]
		})
	}
	return text
}

var group = lazyregexp.MustCompile(`\$(\d)`)

// expand replaces $2 and other names of groups by the translated groups.
func expand(text string, groups []string) string {
	return group.ReplaceAllStringFunc(text,
		func(name string) string { return translate(groups[name[1]-'0']) })
}

// translate translates the known words of a text and drops articles. It keeps a leading space.
func translate(text string) string {
	var all []string
	for w := range strings.FieldsSeq(text) {
		lower := strings.ToLower(w)
		if translated, known := english.Get()[lower]; known {
			all = append(all, translated)
		} else if lower != "el" && lower != "la" {
			all = append(all, w)
		}
	}
	translated := strings.Join(all, " ")
	if strings.HasPrefix(text, " ") {
		return " " + translated
	}
	return translated
}
