package subject

import (
	"strings"

	"ppamaild/lazyregexp"
)

// Spanish expressions of time are translated to English before they are read. Months count only
// in lower case, because Julio is a name.

const (
	spanishUnits  = `días?|semanas?|mes|meses|trimestres?|años?`
	spanishMonths = `enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre`
)

// spanish maps expressions of time to English. $1 and other groups stay unchanged if english has
// no word for them. The last expressions precede a time that is already in English.
var spanish = []struct {
	said *lazyregexp.Regexp
	is   string
}{
	{betweenWords(`(?i:(?:(?:el|la|los|las) )?[uú]ltim[oa]s? (\d{1,3}|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce) (` + spanishUnits + `))`), "the last $2 $3"},
	{betweenWords(`(?i:(?:el|la|del) [uú]ltim[oa] (` + spanishUnits + `))`), "the past $2"},
	{betweenWords(`(?i:(?:el|la|del) (` + spanishUnits + `) (?:pasad[oa]|anterior))`), "last $2"},
	{betweenWords(`(?i:est[ea] (` + spanishUnits + `))`), "this $2"},
	{betweenWords(`hoy`), "today"},
	{betweenWords(`ayer`), "yesterday"},
	{betweenWords(`(\d{1,2}) de (` + spanishMonths + `) del? (\d{4})`), "$3 $2 $4"},
	{betweenWords(`(` + spanishMonths + `) del? (\d{4})`), "$2 $3"},
	{betweenWords(`(?i:desde|a partir de)((?: el| la)? (?:` + day + `|` + spanishMonths + `))`),
		"since$2"},
	{betweenWords(`(?i:hasta)((?: el| la)? (?:` + day + `|` + spanishMonths + `))`), "until$2"},
	{betweenWords(`(?i:antes del?)( (?:` + day + `|` + spanishMonths + `))`), "before$2"},
	{betweenWords(`(?i:despu[eé]s del?)( (?:` + day + `|` + spanishMonths + `))`), "after$2"},
	{betweenWords(`(?i:entre) (` + day + `|` + spanishMonths + `) y (` + day + `|` + spanishMonths + `)`), "between $2 and $3"},
	{betweenWords(`(?i:de) (` + spanishMonths + `) a (` + day + `)`), "from $2 to $3"},
	{betweenWords(`(?i:del?)( ` + months + ` \d{4})`), "of$2"},
	{betweenWords(`(?i:en|durante)( (?:` + day + `|` + spanishMonths + `))`), "in$2"},
}

// betweenWords matches an expression between words, because \b knows only ASCII.
func betweenWords(expression string) *lazyregexp.Regexp {
	return lazyregexp.MustCompile(`(^|[^\pL\d])` + expression + `($|[^\pL\d])`)
}

var english = map[string]string{
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

// toEnglish translates the Spanish times in a text.
func toEnglish(text string) string {
	for _, e := range spanish {
		text = e.said.ReplaceAllStringFunc(text, func(found string) string {
			m := e.said.FindStringSubmatch(found)
			is := expand(e.is, m)
			return m[1] + is + m[len(m)-1]
		})
	}
	return text
}

var group = lazyregexp.MustCompile(`\$(\d)`)

func expand(is string, groups []string) string {
	return group.ReplaceAllStringFunc(is, func(name string) string { return translate(groups[name[1]-'0']) })
}

// translate translates the known words of a text and drops articles. Text before them stays.
func translate(text string) string {
	words := strings.Fields(text)
	var all []string
	for _, w := range words {
		lower := strings.ToLower(w)
		if is, known := english[lower]; known {
			all = append(all, is)
		} else if lower != "el" && lower != "la" {
			all = append(all, w)
		}
	}
	if is := strings.Join(all, " "); !strings.HasPrefix(text, " ") {
		return is
	}
	return " " + strings.Join(all, " ")
}
