package subject

import (
	"slices"
	"strings"

	"ppamaild/lazyregexp"
)

// Texts have more expressions of time than the reader knows. Unknown expressions are reported, so
// that people do not rely on them.

const (
	weekdays = `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?`
	timely   = `(?i:(?:days?|weeks?|months?|quarters?|years?|tomorrow|tonight|recent|recently|lately|ago|semanas?|meses|mañana|trimestres?)\b|mes\b|d[ií]as?\b|años?\b)`
	// monthly matches a month only after another word, because a month is also a name.
	monthly = `(?i:on|in|of|by|until|before|after|since|for|during|next|last|this|early|late|mid|through) ` + months + `\b`
	dated   = `(?i:on|in|by|until|before|after|since|from|during) (?:the )?(?:\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}(?:/\d{2,4})?|(?:19|20)\d\d|Q[1-4])\b`
	spanned = `(?i:en|de|desde|hasta|durante) (?:` + spanishMonths + `)\b`
)

// untimed matches words of time with up to three words before.
var untimed = lazyregexp.MustCompile(`(?:[\pL\d][\pL\d'’-]* ){0,3}(?:` + monthly + `|` + months + `\.?,? \d{4}\b|` + dated + `|` + spanned + `|` + weekdays + `\b|\b` + timely + `)(?: (?:ago|old|pasad[oa]s?)\b)?`)

// wishes matches the wishes at the end of mails.
var wishes = lazyregexp.MustCompile(`(?i)\b(?:have|enjoy|good|nice|great|happy|every|each|per|buen|buenos|new) (?:days?|weeks?|d[ií]as?|year)$`)

// unreadTimes returns the clauses with unread times, and the future times in ahead. Of several
// clauses with the same last word, it returns the first clause.
func (d *draft) unreadTimes(ahead []string) []string {
	all := ahead
	for _, found := range untimed.FindAllString(d.text, -1) {
		if found = strings.TrimSpace(found); !wishes.MatchString(found) {
			all = append(all, found)
		}
	}
	var distinct []string
	for _, text := range all {
		last := strings.ToLower(text[strings.LastIndexByte(text, ' ')+1:])
		same := func(other string) bool { return strings.HasSuffix(strings.ToLower(other), last) }
		if !slices.ContainsFunc(distinct, same) {
			distinct = append(distinct, text)
		}
	}
	return distinct
}
