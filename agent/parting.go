package agent

import (
	"regexp"
	"slices"
	"strings"

	"ppamaild/agent/extract"
)

// Parting is how a customer's message takes leave.
type Parting struct {
	Kind PartingKind `json:"kind"`
	// Words are of the message, where the planner alone reads a no in them; empty
	// where the rules do too.
	Words string `json:"words,omitempty"`
}

// PartingKind says in which way; empty: in none.
type PartingKind string

// The ways in which customers take leave.
const (
	PartingThanks   PartingKind = "thanks"   // they say nothing but that, and need no answer
	PartingDeclined PartingKind = "declined" // they want no quote any more
)

// partings say how a thread that is closed so came to its end.
var partings = map[PartingKind]string{
	PartingThanks:   "the customer thanked, and asks for nothing",
	PartingDeclined: "the customer wants no quote any more",
}

// longestParting is of how many bytes a text is at most that only takes leave.
const longestParting = 400

// parting reads the leave that a message takes. What has more to it than its own
// words takes none: proof may be attached to thanks, or passed on below them. declines
// are the words, if any, that the planner takes for a no.
func parting(m Mail, name, declines string) Parting {
	names, short := []string{m.FromName, name}, len(m.Text) <= longestParting
	switch {
	case m.answersBetween(), m.Unread != "", len(m.Attachments) > 0, passingOn.MatchString(m.Subject):
	case short && isThanks(m.Text, names...):
		return Parting{Kind: PartingThanks}
	case short && isDecline(m.Text, names...):
		return Parting{Kind: PartingDeclined}
	case m.Holds(declines):
		return Parting{PartingDeclined, declines}
	}
	return Parting{}
}

// answersBetween reports whether the text answers among quoted lines, or by their numbers, and does
// not stand in one piece apart from what it quotes.
func (m Mail) answersBetween() bool {
	quoted, apart := strings.CutSuffix(m.Answers, "\n\n"+m.Text)
	if m.Answers == "" || !apart {
		return m.Answers != ""
	}
	for line := range strings.Lines(quoted) {
		if !strings.HasPrefix(line, ">") {
			return true
		}
	}
	return false
}

// passingOn is the subject of a mail by which its author hands on another.
var passingOn = regexp.MustCompile(`(?i)^\s*(?:fwd?|rv|wg|tr)\s*:`)

// Holds reports whether these words, of which there is one at least, are the
// customer's own.
func (m Mail) Holds(words string) bool { return holdsWords(plainWords(m.Text), plainWords(words)) }

// isClosed reports whether the customer was told that there will be no quote, and
// nothing has changed since.
func (s *State) isClosed() bool {
	pad := s.AgentScratchpad
	return pad.Closed > 0 && pad.Closed == pad.Revision
}

// agreeing are courtesies that may also mean that the offer is taken, which is for
// a person to hear.
var agreeing = strings.Fields("ok okay good great perfect wonderful awesome sounds acuerdo bien perfecto")

var thanking = strings.Fields("thanks thank appreciated appreciate gracias")

// wishes are what is good in a text without being about the offer.
var wishes = regexp.MustCompile(`(?i)\bhave an? \w+ (?:day|evening|week|weekend|one)\b`)

// isThanks reports whether a text thanks, and says nothing that may mean more.
func isThanks(text string, names ...string) bool {
	text = wishes.ReplaceAllString(text, " ")
	words := wordsOf(text)
	among := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	return isCourtesy(text, names...) && among(thanking) && !among(agreeing)
}

// refusals are the sentences by which a quote is turned down. Around them stand
// courtesies and little else, or the text says more than that.
var refusals = regexp.MustCompile(`(?:` + strings.Join([]string{
	`\bno,? thank(?:s| you)\b`,
	who + `(?:bought|purchased|found|got|gotten|took|taken|chose|chosen|signed|switched|went|gone|go|going|insured)(?: (?:up|with|to|through|from|for|a|an|my|our|the|some|one|it|something|better|cheaper|new|deal|price|rate|car|auto|policy|insurance|coverage))* (?:elsewhere|somewhere else|someone else|something (?:cheaper|better|else)|` + rival + `)\b`,
	`(?:^| )went with ` + rival + `\b`,
	`\bnever ?mind\b`,
	who + `(?:stay|stick|remain|staying|sticking|remaining) with (?:` + rival + `|(?:my|our|the) (?:(?:current|present|old|existing) )?(?:car |auto )?(?:company|insurer|insurance|insurance company|carrier|policy|provider|agent|one))\b`,
	`\b(?:(?:i|we)(?: am| are|'m|'re) )?(?:not|no longer) interested\b(?: (?:any ?more|any longer|right now|at (?:this|the) (?:time|moment)))?`,
	`\b(?:i|we) (?:no longer|do not|don't) (?:need|want) (?:a|an|the|your|this|any) (?:(?:car|auto|insurance) )*(?:quote|estimate)\b(?: (?:any ?more|any longer))?`,
	`\b(?:i|we)(?: will|'ll) pass\b`,
	`\b(?:please |you (?:can|may) )?close (?:my|our|the|this) (?:quote )?(?:request|file|case|inquiry)\b`,
	`\b(?:please |you (?:can|may) )?(?:cancel|withdraw|drop) (?:my|our|the|this) (?:(?:quote )?(?:request|inquiry)|quote)\b`,

	`\bno,? (?:muchas )?gracias\b`,
	`\bya (?:(?:me|nos) )?(?:hemos |he )?(?:compré|compramos|comprado|contraté|contratamos|contratado|encontré|encontramos|encontrado|aseguré|aseguramos)(?: (?:un|una|el|la|seguro|póliza|auto|de|con|en))* otr[oa] (?:lado|parte|lugar|compañía|agencia|aseguradora)\b`,
	`\bya no (?:me |nos )?(?:interesa|necesito|necesitamos|quiero|queremos)(?: (?:el|la|su|una) (?:cotización|seguro))?`,
	`\bno (?:me|nos) interesa\b`,
}, `|`) + `)`)

const (
	who   = `\b(?:i|we)(?:'ve|'re|'m|'ll| have| are| am| will)? (?:(?:already|just|now|since|decided to|going to) )*`
	rival = `(?:another|a different) (?:company|agency|agent|insurer|insurance company|carrier|provider|broker)`
)

// joining are words that tie a refusal to courtesies.
var joining = strings.Fields("but and so sorry anyway as since because now already at time pero y ya que por ahora tiempo")

// isDecline reports whether a text turns the quote down, and says nothing else.
func isDecline(text string, names ...string) bool {
	if strings.Contains(text, "?") {
		return false
	}
	text = wishes.ReplaceAllString(text, " ")
	plain := plainWords(withInsurer.ReplaceAllStringFunc(text, unnamed))
	rest := refusals.ReplaceAllString(plain, " ")
	known := slices.Concat(courtesies, joining, wordsOf(strings.Join(names, " ")))
	return rest != plain && !slices.ContainsFunc(wordsOf(rest), func(w string) bool { return !slices.Contains(known, w) })
}

// withInsurer are places where the name of an insurer may stand.
var withInsurer = regexp.MustCompile(`\bwith \p{Lu}[\p{L}&]*(?: \p{Lu}[\p{L}&]*){0,2}`)

// unnamed puts a word for the name of an insurer.
func unnamed(place string) string {
	if extract.KnownName(strings.TrimPrefix(place, "with ")) == "" {
		return place
	}
	return "with another company"
}
