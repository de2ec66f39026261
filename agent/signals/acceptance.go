package signals

import (
	"math"
	"slices"
	"strings"

	"ppamaild/lazyregexp"
)

// acceptance matches words that accept the last quote. Only a licensed producer can bind
// coverage, so staff see these words.
var acceptance = lazyregexp.MustCompile(`(?:` +
	`^(?:yes )?(?:(?:i|we) )?accept(?:ed)?\b|` +
	`\b(?:i|we)(?:'ll| will| would| would like to|'d like to| want to| gladly| hereby)? accept\b|` +
	`\baccepted$|` +
	`\b(?:go|move|moving) (?:ahead|forward)\b|` +
	`\bgoing ahead\b|` +
	`\b(?:am|are|i'm|we're|be) going forward\b|` +
	`\bproceed\b|` +
	`\bgo for it\b|` +
	`(?:^|, )(?:(?:that|this|it) )?(?:all )?(?:sounds|looks) (?:good|great|perfect|fine|wonderful)\b|` +
	`\blet(?:'?s| us) (?:(?:do|take|get|buy) (?:it|this|that|the)|go with (?:it|this|that|the))\b|` +
	`\b(?:i|we)(?:'ll| will|'d like to| would like to| want to| are ready to| am ready to|'m ready to|'re ready to) (?:take|buy|purchase|get|do|go with) (?:it|this|that|this one|that one|(?:the|your) (?:quote|policy|offer|coverage|insurance))\b|` +
	`\bget (?:it|this|that|me|us|(?:the|my|our) (?:policy|coverage|insurance)) (?:started|going|set up)\b|` +
	`\bsign (?:me|us) up\b|` +
	`\b(?:we|i)(?:'re| are|'m| am) (?:all )?(?:good|ready) to (?:go|sign|buy)\b|` +
	`^(?:(?:ok|okay|yes|yep|sure|great|perfect|alright|fine),? )*(?:please )?(?:do|book|bind) it(?: please)?$|` +
	`\b(?:start|bind) (?:the|my|our) (?:policy|coverage|insurance)\b|` +
	`(?:^|\bplease |\bto )bind (?:policy|coverage|insurance)\b|` +

	`(?:^|, )(?:sí )?(?:lo |la )?acept(?:o|amos)\b|` +
	`\b(?:sigamos|seguir|seguimos|siga|sigan|vamos) adelante\b|` +
	`^adelante\b|` +
	`\b(?:me|nos) parece (?:muy )?bien\b|` +
	`\b(?:quiero|queremos|quisiera|quisiéramos) (?:contratar|comprar|tomar)(?:lo|la)?\b)`)

// condition matches words that make an acceptance conditional.
var condition = lazyregexp.MustCompile(`\b(?:not|never|no|cannot|before|until|unless|if|once|when|whether|almost|cancel|without|antes|hasta|si|cuando)\b|n't\b`)

// change matches words after an acceptance that ask for a change: "Looks good, but make the
// deductible 1000". Words before it, as in "I hoped for less but let's do it", are no condition.
var change = lazyregexp.MustCompile(`\b(?:but|except|only|though|although|however|provided|instead|just|pero|excepto|sólo|solo|solamente|aunque|nomás)\b|` +
	`\b(?:please|could you|can you|por favor) (?:make|change|take|add|remove|drop|raise|lower|use|switch|put|increase|reduce|cambie|quite|agregue)\b`)

// howQuestion matches questions about the next step: "what do I need to do to get it started?"
var howQuestion = lazyregexp.MustCompile(`^(?:(?:so|and|ok|okay|y),? )*(?:how do |` +
	`what (?:do|else do|would) (?:i|we) (?:need|have|do)\b|what(?: is|'s)? (?:the )?next\b|` +
	`cómo |qué (?:necesito|tengo que|hay que)\b)`)

// undecided matches words of customers who have not decided yet.
var undecided = lazyregexp.MustCompile(`\b(?:think (?:about it|it over|on it|it through)|` +
	`sleep on it|get back to you|let you know|pensarlo|lo voy a pensar|le aviso|` +
	`yeah,? right|as if)\b`)

// AcceptsQuote reports whether a text accepts the last quote. A question is no acceptance, unless
// it asks about the next step.
func AcceptsQuote(text string) bool {
	if undecided.MatchString(Normalize(text)) {
		return false
	}
	for _, s := range sentences(text) {
		plain := normalized(s)
		asks := strings.Contains(s, "?") && !howQuestion.MatchString(plain)
		if at := acceptance.FindStringIndex(plain); !asks && at != nil &&
			!condition.MatchString(plain) && !change.MatchString(plain[at[1]:]) {
			return true
		}
	}
	return false
}

// bareYes matches a lone "yes" to the change in the last answer.
var bareYes = lazyregexp.MustCompile(`^(?:(?:yes|yeah|yep|sure|ok|okay|great|perfect|` +
	`please|thanks|thank you|sí|si|claro|por favor|gracias)[,.! ]*)+$`)

// takesChange matches words that ask for the change in the last answer.
var takesChange = lazyregexp.MustCompile(
	`\b(?:change|do|make|update|apply|go with|switch) (?:it|that|this|the change)\b|` +
		`^(?:(?:yes|ok|okay|sure|please),? )*add (?:it|that)(?: please| then| too)?` +
		`(?:$|[,.!]| and\b)|` +
		`\b(?:make|apply) (?:that|this) change\b|` +
		`\b(?:cámbielo|cambielo|cámbienlo|hágalo|haga el cambio|haga ese cambio)\b`)

// weighs matches words of a question that compares choices: "Or what if we drop towing?"
var weighs = lazyregexp.MustCompile(`\b(?:if|how much|how about|what about|would|should|or|` +
	`cuánto|sería|o|debo|debería)\b`)

// refusesChange matches words that take a "yes" back.
var refusesChange = lazyregexp.MustCompile(
	`\b(?:no|not|never|don't|quote as it is)\b`)

// takesCheaper matches words that ask for the cheapest of several prices.
var takesCheaper = lazyregexp.MustCompile(
	`(?:^|[.!] |\b(?:take|go with|want|prefer|choose|pick) )the ` +
		`(?:cheaper|cheapest|lower|lowest|less expensive|least expensive)` +
		`(?: (?:one|option|price))?(?:$|[,.!])|` +
		`(?:^|[.!] |\b(?:quiero|queremos|prefiero|preferimos|vamos con|me quedo con) )` +
		`(?:el|la|lo) más (?:barat|económic)[oa]\b`)

// TakesChange reports whether a text asks for the change in the last answer.
func TakesChange(text string) bool {
	return takes(text, takesChange) || !strings.Contains(text, "?") && takes(text, bareYes)
}

// AcceptsChanged reports whether a text asks for the change in the last answer, and accepts the
// quote after that: "Please change it and go ahead."
func AcceptsChanged(text string) bool {
	text = Normalize(text)
	at := takesChange.FindStringIndex(text)
	return at != nil && AcceptsQuote(text[at[1]:])
}

// TakesCheaper reports whether a text asks for the cheapest of the prices in the last answer.
func TakesCheaper(text string) bool { return takes(text, takesCheaper) }

// chosenChange matches the letters or the places of changes that a text asks for.
var chosenChange = lazyregexp.MustCompile(
	`\b(?:changes?|options?|prices?|cambios?|opción|opciones) ([a-f1-6])` +
		`(?: (?:and|y|&) (?:change |option |cambio )?([a-f1-6]))?` + choiceEnds + `|` +
		`(?:` + choiceBegins + `|` + choiceVerbs + `)([a-f])(?: (?:and|y|&) ([a-f]))?` +
		choiceEnds + `|` +
		`(?:` + choiceBegins + `|[.,!] |` + choiceVerbs + `)` +
		`(?:the|el|la) (first|second|third|primer|segund|tercer)[oa]?` +
		`(?: (?:one|change|option|price|cambio|opción))?` + choiceEnds + `|` +
		`(?:` + choiceBegins + `|` + choiceVerbs + `)(?:them )?` +
		`(both|all of them|ambos|ambas|los dos|las dos)(?: (?:changes|of them|cambios))?` + choiceEnds)

const (
	choiceBegins = `^(?:(?:hi|hello|hola)(?: \pL+)?[,.!]+ )?` +
		`(?:(?:\d[.:)]|yes|sure|ok|okay|please|just|thanks|sí)[,.! ]+)*`
	choiceVerbs = `\b(?:take|with|want|prefer|choose|pick|do|make|apply|quiero|prefiero|haga) `
	choiceEnds  = `(?:$|[.,;!)]| (?:please|thanks|then|only|por favor|gracias))`
)

// ChosenChanges returns the indexes of the changes that a text asks for, of the changes A, B and
// so on in the last answer; nil for none. A refusal or a question chooses nothing.
func ChosenChanges(text string, changes int) (chosen []int) {
	if !takes(text, chosenChange) {
		return nil
	}
	for _, m := range chosenChange.FindAllStringSubmatch(Normalize(text), -1) {
		for _, word := range m[1:] {
			from, to := placeOf(word)
			for i := from; i < min(to, changes); i++ {
				chosen = append(chosen, i)
			}
			if from >= changes {
				return nil
			}
		}
	}
	slices.Sort(chosen)
	return slices.Compact(chosen)
}

// exception matches words that limit a choice: "option A, but keep towing".
var exception = lazyregexp.MustCompile(`\b(?:but|except|apart from|other than|instead|` +
	`pero|excepto|salvo|menos)\b`)

// Limited is a choice with an exception, such as "Option A, but keep towing".
type Limited struct {
	Said   string // verbatim
	Chosen string // the words of the choice
	Order  string // the exception as an order: "add towing"
	Keeps  bool   // the exception keeps a value of the quote
}

// LimitedChoice returns the choice of a change in the last answer with an exception, or a zero
// Limited. changes is the number of changes in the answer.
func LimitedChoice(text string, changes int) Limited {
	if changes == 0 {
		return Limited{}
	}
	said := ""
	for _, s := range sentences(text) {
		plain := Normalize(s)
		at := exception.FindStringIndex(plain)
		if at == nil {
			said = s
			continue
		}
		before := strings.Trim(plain[:at[0]], " ,;-")
		if before != "" {
			said = ""
		}
		chosen := strings.TrimSpace(Normalize(said) + before)
		if TakesChange(chosen) || TakesCheaper(chosen) || ChosenChanges(chosen, changes) != nil {
			l := Limited{Said: strings.Join(strings.Fields(said+s), " "), Chosen: chosen}
			l.Order, l.Keeps = orderIn(plain[at[0]:])
			if rest := strings.TrimSpace(text); rest != strings.TrimSpace(said+s) {
				l.Order = "" // more words may say more
			}
			return l
		}
		said = s
	}
	return Limited{}
}

// orderIn makes an order of an exception: "but keep towing" becomes "add towing".
func orderIn(plain string) (order string, keeps bool) {
	m := exceptionVerb.FindStringSubmatch(strings.Trim(plain, " .!"))
	order, keeps = m[2], m[1] != ""
	if keeps && !strings.ContainsAny(order, "0123456789") {
		order = "add " + order
		if spanishException.MatchString(plain) {
			order = "agregar " + m[2]
		}
	}
	return order, keeps
}

var spanishException = lazyregexp.MustCompile(`^(?:pero|excepto|salvo|menos)\b`)

// exceptionVerb splits an exception into a verb that keeps something, and the other words.
var exceptionVerb = lazyregexp.MustCompile(
	`^(?:(?:but|pero) )?(?:please |por favor )?((?:i(?:'d like to| want to|'ll) )?(?:keep|leave)|` +
		`except(?: for)?|apart from|other than|excepto|salvo|menos|` +
		`d[ée]j(?:en?|a)(?:me|nos)?|mant[eé]n(?:gan?)?)?(?: the| la| el)? ?` +
		`(.*?)(?: on| in| as (?:it )?is| como está)?$`)

// placeOf returns the range of changes that a word names, such as "b", "second" or "both".
func placeOf(word string) (from, to int) {
	switch {
	case word == "":
		return 0, 0
	case len(word) == 1:
		place := strings.IndexByte("abcdef", word[0])
		if place < 0 {
			place = int(word[0] - '1')
		}
		return place, place + 1
	}
	for i, places := range [][]string{{"first", "primer"}, {"second", "segund"}, {"third", "tercer"}} {
		if slices.Contains(places, word) {
			return i, i + 1
		}
	}
	return 0, math.MaxInt
}

// takes reports whether a text has an answer, without a refusal or a doubt. A question may follow,
// such as "When can it start?", but no question about the choice.
func takes(text string, answer *lazyregexp.Regexp) bool {
	told, asked := "", ""
	for _, s := range sentences(Normalize(text)) {
		if strings.Contains(s, "?") {
			asked += s
		} else {
			told += s
		}
	}
	plain := strings.Trim(told, " .!,")
	return answer.MatchString(plain) && !weighs.MatchString(asked) &&
		!refusesChange.MatchString(plain+asked) && !exception.MatchString(plain+asked) &&
		!undecided.MatchString(plain)
}

// sentences splits a text behind punctuation marks and at the ends of lines.
func sentences(text string) (all []string) {
	const marks = ".!?"
	for {
		text = strings.TrimLeft(text, marks+"\n")
		if text == "" {
			return all
		}
		end := strings.IndexAny(text, marks+"\n")
		if end < 0 {
			return append(all, text)
		}
		end = len(text) - len(strings.TrimLeft(text[end:], marks))
		all, text = append(all, text[:end]), text[end:]
	}
}
