package subject

import (
	"strings"

	"ppamaild/lazyregexp"
)

// In Spanish time is said with words of its own, which are put into English before they
// are read. Months count in lower case alone, as Julio is a name.

const (
	spanishUnits  = `días?|semanas?|mes|meses|trimestres?|años?`
	spanishMonths = `enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre`
)

// spanish are expressions of time, and how they are said in English; $1 and so on is put
// in for itself if english has no word for it. The last ones stand before a time that is
// English by then.
var spanish = []struct {
	said *lazyregexp.Regexp
	is   string
}{
	{inSpanish(`(?i:(?:(?:el|la|los|las) )?[uú]ltim[oa]s? (\d{1,3}|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce) (` + spanishUnits + `))`), "the last $2 $3"},
	{inSpanish(`(?i:(?:el|la|del) [uú]ltim[oa] (` + spanishUnits + `))`), "the past $2"},
	{inSpanish(`(?i:(?:el|la|del) (` + spanishUnits + `) (?:pasad[oa]|anterior))`), "last $2"},
	{inSpanish(`(?i:est[ea] (` + spanishUnits + `))`), "this $2"},
	{inSpanish(`hoy`), "today"},
	{inSpanish(`ayer`), "yesterday"},
	{inSpanish(`(\d{1,2}) de (` + spanishMonths + `) del? (\d{4})`), "$3 $2 $4"},
	{inSpanish(`(` + spanishMonths + `) del? (\d{4})`), "$2 $3"},
	{inSpanish(`(?i:desde|a partir de)((?: el| la)? (?:` + day + `|` + spanishMonths + `))`),
		"since$2"},
	{inSpanish(`(?i:hasta)((?: el| la)? (?:` + day + `|` + spanishMonths + `))`), "until$2"},
	{inSpanish(`(?i:antes del?)( (?:` + day + `|` + spanishMonths + `))`), "before$2"},
	{inSpanish(`(?i:despu[eé]s del?)( (?:` + day + `|` + spanishMonths + `))`), "after$2"},
	{inSpanish(`(?i:entre) (` + day + `|` + spanishMonths + `) y (` + day + `|` + spanishMonths + `)`), "between $2 and $3"},
	{inSpanish(`(?i:de) (` + spanishMonths + `) a (` + day + `)`), "from $2 to $3"},
	{inSpanish(`(?i:del?)( ` + months + ` \d{4})`), "of$2"},
	{inSpanish(`(?i:en|durante)( (?:` + day + `|` + spanishMonths + `))`), "in$2"},
}

// inSpanish is an expression that stands between words. What \b marks is ASCII's alone.
func inSpanish(expression string) *lazyregexp.Regexp {
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

// inEnglish is a text with what it says of time in Spanish put into English.
func inEnglish(text string) string {
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
	return group.ReplaceAllStringFunc(is, func(name string) string { return translated(groups[name[1]-'0']) })
}

// translated has the words of a text that english knows in English, and no articles. What
// stands before them stays.
func translated(text string) string {
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
