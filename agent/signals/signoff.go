package signals

import (
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/reading"
)

// Message is the part of a customer's mail that a sign-off is read from.
type Message struct {
	Subject, Text, FromName string

	Answers     string   // Text with the quoted lines between answers; "" without such lines
	Unread      string   // why part of the text can't be read
	Attachments []string // names of files
}

// SignOff is how a customer's message ends the conversation.
type SignOff struct {
	Kind SignOffKind `json:"kind"`
	// Words are the words of the message in which only the planner reads a refusal; "" if the rules
	// find the sign-off.
	Words string `json:"words,omitempty"`
}

// SignOffKind is the kind of a sign-off; "" for none.
type SignOffKind string

// The kinds of sign-off.
const (
	SignOffThanks   SignOffKind = "thanks"   // only thanks, which need no answer
	SignOffDeclined SignOffKind = "declined" // the customer declines the quote
	SignOffLater    SignOffKind = "later"    // the customer only promises to write again
)

// EndReasons are the phrases that explain why a thread ended.
var EndReasons = lazy.Value[map[SignOffKind]string]{New: func() map[SignOffKind]string {
	return map[SignOffKind]string{
		SignOffThanks:   "signoff.thanks",
		SignOffDeclined: "signoff.declined",
	}
}}

// maxSignOff is the longest text, in bytes, that can be only a sign-off.
const maxSignOff = 400

// ReadSignOff returns the sign-off in a message. A message with attachments, a forwarded mail or
// unreadable text has none, because they may hold more. declines has the words that the planner
// reads as a refusal, or "".
func ReadSignOff(m Message, name, declines string) SignOff {
	names, short := []string{m.FromName, name}, len(m.Text) <= maxSignOff
	switch {
	case m.answersBetween(), m.Unread != "", len(m.Attachments) > 0,
		forwardSubject.MatchString(m.Subject):
	case short && isThanks(m.Text, names...):
		return SignOff{Kind: SignOffThanks}
	case short && isDecline(m.Text, names...):
		return SignOff{Kind: SignOffDeclined}
	case short && willWriteAgain(m.Text, names...):
		return SignOff{Kind: SignOffLater}
	case Contains(m.Text, declines):
		return SignOff{SignOffDeclined, declines}
	}
	return SignOff{}
}

// answersBetween reports whether the text answers between quoted lines or by number.
func (m Message) answersBetween() bool {
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

// forwardSubject matches the subject of a forwarded mail.
var forwardSubject = lazyregexp.MustCompile(`(?i)^\s*(?:fwd?|rv|wg|tr)\s*:`)

// maybeAcceptance has thanks that may also accept the quote, so a person must decide.
var maybeAcceptance = []string{
	"ok", "okay", "good", "great", "perfect", "wonderful", "awesome", "sounds", "acuerdo", "bien",
	"perfecto",
}

var thanksVerbs = []string{"thanks", "thank", "appreciated", "appreciate", "gracias"}

// wishes matches good wishes, which say nothing about the quote.
var wishes = lazyregexp.MustCompile(`(?i)\bhave an? \w+ (?:day|evening|week|weekend|one)\b`)

// isThanks reports whether a text thanks and can't mean more.
func isThanks(text string, names ...string) bool {
	text = wishes.ReplaceAllString(text, " ")
	words := wordsOf(text)
	among := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	return IsOnlyThanks(text, names...) && among(thanksVerbs) && !among(maybeAcceptance)
}

// promises matches sentences that promise to find something out, or to think, and to write again.
// A request for a conversation is no promise.
var promises = lazyregexp.MustCompile(`^(?:` +
	`(?:(?:ok|okay|sure|so|and|but|hi|hello|sorry|let me see|not sure|i(?:'m| am) not sure|great|thanks|thank you),? )*` +
	`(?:let me|(?:i|we)(?:'ll| will| need to| have to| must|'d have to| would have to|(?:'m|'re| am| are) going to|'m gonna)|will) (?:just |first |have to |need to |also |go |probably )*` +
	`(?:(?:look|check|find|show|share|read|go over|run it by|think|sleep|discuss|compare|review|dig|ask|talk|speak|get back|let you know|be in touch|write (?:you|back|again|to you)|come back|reach out|contact you)\b)(?: [\p{L}'-]+,?){0,20}|` +
	`(?:(?:ok|okay|thanks|thank you),? )*(?:not (?:now|yet|just yet|right now|today|at (?:this|the) (?:time|moment))|maybe later)(?:,? (?:thanks|thank you|please))*(?: (?:very|so) much)?|` +
	`(?:(?:ok|bueno|gracias|perfecto),? )*(?:por (?:ahora|el momento) no|ahora no|todavía no)(?:,? gracias)?|` +
	`(?:(?:ok|bueno|gracias|perfecto),? )*(?:lo (?:voy|vamos) a (?:pensar|consultar|platicar|hablar)|lo (?:pienso|pensaré|pensamos|pensaremos)|déjeme pensarlo|tengo que pensarlo|voy a pensarlo)(?: [\p{L}]+,?){0,6}|` +
	`(?:(?:ok|bueno|gracias|perfecto),? )*(?:lo |la |los |las )?(?:reviso|revisaré|busco|buscaré|pregunto|preguntaré|consulto|voy a (?:revisar|buscar|preguntar|consultar))(?: [\p{L}]+,?){0,12} (?:le|les|te) (?:aviso|avisamos|avisaré|escribo|confirmo|digo)(?: [\p{L}]+){0,6})$`)

// otherRequest matches words that turn such a sentence into a request.
var otherRequest = lazyregexp.MustCompile(`\b(?:elsewhere|someone|somebody|anyone|agent|person|please|call|phone|cancel|instead|unless|your|yourself|into (?:other|another)|(?:(?:talk|speak) (?:to|with)|ask|from|tell|show|need|want|call) you|you (?:can|could|should|would|will|have|are|lower|make|give|change))\b`)

// ownPolicy matches the end of the current policy, which customers mention before they promise to
// write again.
var ownPolicy = lazyregexp.MustCompile(`(?i)\b(?:my|our) (?:(?:current|present|old|existing) )?(?:policy|insurance|coverage) (?:runs|is good|lasts|goes|is paid(?: up)?|is up|ends|expires|renews)(?: (?:until|till|through|in|to|on))?(?: (?:the end of|next))? ?[\p{L}]+(?:, (?:so |and )?|[.!]|$)`)

// postponed matches words that postpone everything. changeVerbs matches a change that is wanted
// nevertheless.
var (
	postponed   = lazyregexp.MustCompile(`\b(?:hold off|(?:put|keep|leave) (?:it|this|that|everything|the quote) on hold|hold (?:it|this|that|the quote) for now|not (?:quite )?ready (?:yet|to (?:buy|decide|commit|go ahead)))\b`)
	changeVerbs = lazyregexp.MustCompile(`\b(?:add|remove|change|drop|take|raise|lower|make|instead|but (?:could|can|would|please)|call|phone|cancel)\b`)
)

// willWriteAgain reports whether a text only promises to write again, or only postpones
// everything: "I'll look it up tonight and let you know".
func willWriteAgain(text string, names ...string) bool {
	if strings.ContainsAny(text, "?0123456789") {
		return false
	}
	if plain := Normalize(text); postponed.MatchString(plain) && !changeVerbs.MatchString(plain) {
		return true
	}
	text, promised := ownPolicy.ReplaceAllString(wishes.ReplaceAllString(text, " "), ""), false
	known := slices.Concat(thanksWords.Get(), connectors.Get(), wordsOf(strings.Join(names, " ")))
	for _, s := range sentences(text) {
		plain := strings.Trim(Normalize(s), " .!,")
		if promises.MatchString(plain) && !otherRequest.MatchString(plain) {
			promised = true
			continue
		}
		if slices.ContainsFunc(wordsOf(s),
			func(w string) bool { return !slices.Contains(known, w) }) {
			return false
		}
	}
	return promised
}

// refusals matches sentences that decline a quote. The rest of the text must be thanks, or the
// text says more.
var refusals = lazyregexp.MustCompile(`(?:` +
	`\bno,? thank(?:s| you)\b|` +
	who + `(?:bought|purchased|found|got|gotten|took|taken|chose|chosen|signed|switched|went|gone|go|going|insured)(?: (?:up|with|to|through|from|for|a|an|my|our|the|some|one|it|something|better|cheaper|new|deal|price|rate|car|auto|policy|insurance|coverage))* (?:elsewhere|somewhere else|someone else|something (?:cheaper|better|else)|` + rival + `)\b|` +
	`(?:^| )went with ` + rival + `\b|` +
	`\bnever ?mind\b|` +
	`\bforget (?:about )?it\b|` +
	who + `(?:stay|stick|remain|staying|sticking|remaining) with (?:` + rival + `|(?:my|our|the) (?:(?:current|present|old|existing) )?(?:car |auto )?(?:company|insurer|insurance|insurance company|carrier|policy|provider|agent|one))\b|` +
	`\b(?:(?:i|we)(?: am| are|'m|'re) )?(?:not|no longer) interested\b(?: (?:any ?more|any longer|right now|at (?:this|the) (?:time|moment)))?|` +
	`\b(?:i|we) (?:no longer|do not|don't) (?:need|want) (?:a|an|the|your|this|any) (?:(?:car|auto|insurance) )*(?:quote|estimate)\b(?: (?:any ?more|any longer))?|` +
	`\b(?:i|we)(?: will|'ll) pass\b|` +
	`\b(?:please |you (?:can|may) )?close (?:my|our|the|this) (?:quote )?(?:request|file|case|inquiry)\b|` +
	`\b(?:please |you (?:can|may) )?(?:cancel|withdraw|drop) (?:my|our|the|this) (?:(?:quote )?(?:request|inquiry)|quote)\b|` +

	`\bno,? (?:muchas )?gracias\b|` +
	`\bya (?:(?:me|nos) )?(?:hemos |he )?(?:compré|compramos|comprado|contraté|contratamos|contratado|encontré|encontramos|encontrado|aseguré|aseguramos)(?: (?:un|una|el|la|seguro|póliza|auto|de|con|en))* otr[oa] (?:lado|parte|lugar|compañía|agencia|aseguradora)\b|` +
	`\bya no (?:me |nos )?(?:interesa|necesito|necesitamos|quiero|queremos)(?: (?:el|la|su|una) (?:cotización|seguro))?|` +
	`\bno (?:me|nos) interesa\b)`)

const (
	who   = `\b(?:i|we)(?:'ve|'re|'m|'ll| have| are| am| will)? (?:(?:already|just|now|since|decided to|going to) )*`
	rival = `(?:another|a different) (?:company|agency|agent|insurer|insurance company|carrier|provider|broker)`
)

// priceReason matches the price as the reason of a refusal: "they were cheaper", "that's insane".
var priceReason = lazyregexp.MustCompile(`\b(?:(?:wtf|wow|whoa|ouch|sorry),? )?(?:(?:they|it|that|this|your price|your quote|theirs)(?:'s|'re| is| was| were| are| came (?:in|out)) )?(?:(?:way|far|just|a lot|a bit|a little|much|so|really|\$?\d+) )*` +
	`(?:too (?:much|high|expensive|pricey)|insane|crazy|ridiculous|cheaper|less(?: expensive)?|lower|better)\b(?: (?:than|for) (?:me|us|you|yours|this|that))?`)

// connectors are words between a refusal and thanks.
var connectors = lazy.Value[[]string]{New: func() []string {
	return strings.Fields("but though and so sorry anyway as since because now already at time pero y ya que por ahora tiempo")
}}

// isDecline reports whether a text only declines the quote.
func isDecline(text string, names ...string) bool {
	if strings.Contains(text, "?") {
		return false
	}
	text = wishes.ReplaceAllString(text, " ")
	plain := Normalize(withInsurer.ReplaceAllStringFunc(text, hideInsurer))
	rest := refusals.ReplaceAllString(plain, " ")
	if rest != plain {
		rest = priceReason.ReplaceAllString(rest, " ")
	}
	known := slices.Concat(thanksWords.Get(), connectors.Get(), wordsOf(strings.Join(names, " ")))
	return rest != plain && !slices.ContainsFunc(wordsOf(rest),
		func(w string) bool { return !slices.Contains(known, w) })
}

// withInsurer matches places for the name of an insurer.
var withInsurer = lazyregexp.MustCompile(`\bwith \p{Lu}[\p{L}&]*(?: \p{Lu}[\p{L}&]*){0,2}`)

// hideInsurer replaces the name of an insurer.
func hideInsurer(place string) string {
	if reading.KnownName(strings.TrimPrefix(place, "with ")) == "" {
		return place
	}
	return "with another company"
}
