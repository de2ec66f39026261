package reading

import (
	"slices"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// The intents of the contract.
const (
	newQuote     = "new_quote"
	provideInfo  = "provide_info"
	policyChange = "policy_change"
	cancel       = "cancel"
	claimReport  = "claim"
	billing      = "billing"
	question     = "question"
	otherLine    = "other_line"
	commercial   = "commercial"
	spam         = "spam"
	other        = "other"
)

// intent says what the mail is for. What it says outright and a person must act on comes first,
// then what its signs add up to; an application that is merely described is a request for a quote.
func intent(r *reader) string {
	wantsQuote := wantsQuote(r)
	switch {
	case isAutomatic(r.sheet):
		return other
	case isSpam(r):
		return spam
	case isClaim(r.sheet, wantsQuote):
		return claimReport
	case isCommercial(r.Text):
		return commercial
	case isCancel(r, wantsQuote):
		return cancel
	case onlyAsks(r):
		return question
	case isOtherLine(r):
		return otherLine
	case accepts(r.sheet):
		return other
	}
	if intent := suspected(r); intent != "" {
		return intent
	}
	return quoteIntent(r, wantsQuote)
}

// wantsQuote reports whether the mail asks for a price; words that any price may be
// asked or told with count where insurance or a car is spoken of.
func wantsQuote(r *reader) bool {
	if isReply(r.Text) {
		return asksAnew(r.sheet)
	}
	return asksQuote(r) || asksPrice(r) && (anyCue(r.Text, "insurance words") || facts(r.sheet) > 0)
}

// asksPrice leaves out "I'm not asking for a price".
func asksPrice(r *reader) bool {
	return slices.ContainsFunc(r.Cues["price words"], func(c text.Span) bool {
		return !r.Quiet[c.I] && !(r.Is(c.I-1, "for", "a") && r.Named("negation", c.I, 5))
	})
}

// asksQuote reports whether the mail asks for a quote in so many words; "my car
// insurance" is what somebody has.
func asksQuote(r *reader) bool {
	return slices.ContainsFunc(r.Cues["quote request"], func(c text.Span) bool {
		has := (r.Among(c.I, "kinds of insurance") || r.Is(c.I, "new") && r.Is(c.J, "with", "at", "starts")) && r.Among(c.I-1, "whose policy")
		s := r.Sentence(c.I)
		general := r.Is(s.J-1, "?") && r.Has(text.Between(s.I, c.I), "what you accept")
		proof := r.Is(c.I-1, "of") && r.Is(c.I-2, "proof", "copy")
		later := r.Named("no quote yet", c.I, 4)
		return !r.Quiet[c.I] && !has && !general && !proof && !later
	})
}

// asksForQuote takes no reply for a request because of the quote that it replies to.
func asksForQuote(r *reader) bool { return asksQuote(r) && (!isReply(r.Text) || asksAnew(r.sheet)) }

// asksAnew reports whether a reply asks for a quote: "her quote", "that price", "the new
// policy" are what it replies to.
func asksAnew(r *sheet) bool {
	for _, name := range []string{"quote request", "price words"} {
		for _, c := range r.Cues[name] {
			given := r.Among(c.I, "quoted things") && r.Among(c.I-1, "a given quote") || r.Has(text.Between(max(0, c.I-2), c.J), "quote given") || r.Is(c.J, "you")
			offered := r.Is(c.I-1, "the") && r.Is(c.I, "new") || r.Is(c.J, "@")
			if c.I >= r.subjectEnd() && !r.Quiet[c.I] && !given && !offered {
				return true
			}
		}
	}
	return false
}

// isAutomatic: a program answers for somebody who is away.
func isAutomatic(r *sheet) bool {
	return r.StartsAt("automatic reply", 0) > 0 || anyCue(r.Text, "away") && facts(r) == 0
}

// accepts reports whether a reply starts with taking what was offered, and states nothing:
// "We accept."
func accepts(r *sheet) bool {
	i := r.Skip(r.subjectEnd(), "i", "we", "yes", ",")
	return isReply(r.Text) && r.Is(i, "accept", "accepted", "acepto", "aceptamos") && !r.Is(r.Sentence(i).J-1, "?") && !tells(r)
}

// quoteIntent tells a request from an answer to ours, and both from a question.
func quoteIntent(r *reader, wantsQuote bool) string {
	knows := facts(r.sheet) > 0
	switch {
	case r.inThread() && knows:
		return provideInfo
	case asksOfQuote(r.sheet, knows):
		return question
	case !wantsQuote && asksOfPolicy(r.sheet):
		return question
	case wantsQuote && (bodyHas(r.sheet, "quote request") || !r.inThread() && !(r.in.Replies && tells(r.sheet))):
		return newQuote
	case !wantsQuote && !isReply(r.Text) && isQuestion(r.sheet) && (asksOfCar(r) || !hasVehicle(r) && !tells(r.sheet)):
		return question
	case knows && (hasVehicle(r) || facts(r.sheet) > 1):
		return requestOrAnswer(r)
	case isReply(r.Text) && (answersByNumber(r.Text) || tells(r.sheet)):
		return provideInfo
	case isQuestion(r.sheet):
		return question
	case knows:
		return requestOrAnswer(r)
	}
	return other
}

// asksOfCar reports whether little more is told than which car a question is about.
func asksOfCar(r *reader) bool {
	if !hasVehicle(r) || facts(r.sheet) > 3 {
		return false
	}
	return facts(r.sheet) < 3 || isOurs(r) || anyCue(r.Text, "is it covered", "supposes") || wantsToKnow(r.Text)
}

// wantsToKnow reports whether a question asks for more than "can you help?"
func wantsToKnow(r *find.Text) bool {
	return slices.ContainsFunc(r.Cues["question words"], func(c text.Span) bool { return !r.Quiet[c.I] && !r.Is(c.I, "can", "could") })
}

// requestOrAnswer tells what facts without a request are. Nobody answers us who was
// not asked: a mail that opens a conversation wants a quote, and so does one that only
// its subject makes an answer, and that starts from who writes and where they live.
func requestOrAnswer(r *reader) string {
	introduces := hasVehicle(r) && bodyClaims(r.sheet, "surname") && bodyClaims(r.sheet, "garaging_address.street")
	if r.in.Replies || (isReply(r.Text) || anyCue(r.Text, "here it is")) && !introduces {
		return provideInfo
	}
	return newQuote
}

// bodyClaims reports whether the mail's own text states a field of who writes, or of
// the application.
func bodyClaims(r *sheet, field string) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool {
		return c.field == field && c.at >= r.subjectEnd() && !r.Quoted[c.at] && (c.of == theApplication || c.of == entity{'d', r.writer})
	})
}

// asksOfQuote: a reply asks about the quote that it has, and states nothing.
func asksOfQuote(r *sheet, knows bool) bool {
	if !isReply(r.Text) && !r.inThread() || !isQuestion(r) || facts(r) > 1 || knows && (asksToChange(r.Text) || tells(r)) {
		return false
	}
	if !knows && anyCue(r.Text, "ready to buy") {
		return true
	}
	return bodyHas(r, "quote given")
}

// asksToChange leaves out what would follow from a change: "what would change if …?"
func asksToChange(r *find.Text) bool {
	for _, name := range []string{"changes", "correction"} {
		for _, c := range r.Cues[name] {
			if !r.Quiet[c.I] && !isSupposed(r, c, false) {
				return true
			}
		}
	}
	return false
}

// tells reports whether something is stated out of a question. Who is spoken of, and
// the town below a letter, are no statement by themselves.
func tells(r *sheet) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool {
		switch c.field {
		case "given_name", "surname", "relationship":
			return false
		case "garaging_address.city", "garaging_address.state":
			if !isReply(r.Text) {
				return false
			}
		}
		return c.at >= r.subjectEnd() && !r.Is(r.Sentence(c.at).J-1, "?")
	})
}

func answersByNumber(r *find.Text) bool {
	n := 0
	for _, l := range r.Lines {
		if r.ItemNumber(l) > 0 && l.J-l.I > 2 {
			n++
		}
	}
	return n > 1
}

// anyCue reports whether the mail has one of the cues, out of quotes.
func anyCue(r *find.Text, cues ...string) bool {
	for _, name := range cues {
		for _, c := range r.Cues[name] {
			if !r.Quiet[c.I] || name == "injection" {
				return true
			}
		}
	}
	return false
}

// bodyHas reports whether the mail's own text, not its subject, has the cue.
func bodyHas(r *sheet, cue string) bool {
	return slices.ContainsFunc(r.Cues[cue], func(c text.Span) bool { return c.I >= r.subjectEnd() && !r.Quoted[c.I] })
}

// inThread reports whether we know something of this case, or asked.
func (r *sheet) inThread() bool {
	return len(r.in.Asked) > 0 || len(r.in.Known.Drivers) > 0 || len(r.in.Known.Vehicles) > 0 || knownName(r.in.Known)
}

func isReply(r *find.Text) bool {
	return r.Is(0, "re", "aw", "rv") && r.Is(1, ":") || r.StartsAt("automatic reply", 0) > 0
}

// facts counts what the mail states besides who wrote it.
func facts(r *sheet) int {
	n := 0
	for _, c := range r.claims {
		switch c.field {
		case "given_name", "surname", "relationship", "named_insured.phone", "named_insured.email", "effective_date":
			if r.inThread() && c.at >= 0 {
				n++ // may be all that we asked
			}
		default:
			n++
		}
	}
	for _, v := range r.vehicles {
		if v.removed {
			n++
		}
	}
	return n
}

func hasVehicle(r *reader) bool {
	for k, v := range r.vehicles {
		if !v.gone && isClaimed(r.sheet, entity{'v', k}) {
			return true
		}
	}
	return false
}

// isBilling reports whether a bill or a payment is what a mail without an application speaks of.
func isBilling(r *reader) bool {
	n := 0
	for _, c := range r.Cues["billing"] {
		if !r.Quiet[c.I] && !(r.Cased && r.Capital(c.I) && (isFromPart(r.sheet, c.I) || r.Capital(c.I+1))) { // not Bill
			n++
		}
	}
	return n > 0 && !((wantsQuote(r) || r.inThread()) && facts(r.sheet) > 0) && !hasVehicle(r) && !(ours(r.Text, "change of policy") && n == 1)
}

func isQuestion(r *sheet) bool {
	if anyCue(r.Text, "question words") {
		return true
	}
	for i := r.subjectEnd(); i < len(r.Tokens); i++ {
		if r.Is(i, "?") && !r.Quoted[i] {
			return true
		}
	}
	return false
}

// onlyAsks reports whether the mail says that it wants to know something, and no quote yet:
// "I just want to understand …", "una pregunta antes de pedir cotización".
func onlyAsks(r *reader) bool {
	return anyCue(r.Text, "wants to understand") && isQuestion(r.sheet) && !r.inThread() && !hasVehicle(r) && !asksQuote(r)
}

// asksWhetherCovered reports whether a policy is spoken of in a question of what it covers:
// "does our policy cover us there?"
func asksWhetherCovered(r *reader) bool {
	return slices.ContainsFunc(r.Cues["is it covered"], func(c text.Span) bool {
		s := r.Sentence(c.I)
		for i := s.I; i < s.J; i++ {
			if policyAt(r.Text, i) > i {
				return !r.Quiet[c.I] && r.Is(s.J-1, "?")
			}
		}
		return false
	})
}

// asksPriceElsewhere reports whether a price is asked for where nothing says that we insure
// the writer already.
func asksPriceElsewhere(r *reader) bool {
	return asksPrice(r) && !isOurs(r) && !givesPolicyNumber(r) && !isPolicyChange(r)
}

// tellsAsRecord reports whether damage is told in an application, which says nothing of late
// and does not ask what to do about it: "the previous owner fixed it".
func tellsAsRecord(r *reader) bool {
	return facts(r.sheet) >= 10 && !isReply(r.Text) && !told("of late")(r) && !told("what now")(r)
}

// isPersonal reports whether somebody speaks of themselves, as no newsletter does.
func isPersonal(r *sheet) bool {
	if bodyClaims(r, "date_of_birth") || bodyClaims(r, "garaging_address.street") {
		return true
	}
	for i := r.subjectEnd(); i < len(r.Tokens); i++ {
		if !r.Quoted[i] && r.Is(i, "i", "i'm", "i've", "my", "me", "our", "mi", "soy", "tengo") {
			return true
		}
	}
	return false
}

// prefers is the language that the author asks to be written in, "en" or "es"; "" where they ask
// for none, or for both: "my english is better for writing".
func prefers(r *find.Text) string {
	english, spanish := asksForLanguage(r, "wants english"), asksForLanguage(r, "wants spanish")
	switch {
	case english && !spanish:
		return "en"
	case spanish && !english:
		return "es"
	}
	return ""
}

// asksForLanguage reports whether the author has the cue, of themselves and undenied: "my english
// is better than my husband's" compares.
func asksForLanguage(r *find.Text, cue string) bool {
	return slices.ContainsFunc(r.Cues[cue], func(c text.Span) bool {
		others := r.Is(c.I-1, "his", "her", "their", "your", "whose", "wife's", "husband's")
		return !r.Quiet[c.I] && !r.Quoted[c.I] && !others && !r.Is(c.J, "than", "speaker", "speaking") && !r.Has(text.Between(max(r.Sentence(c.I).I, c.I-4), c.I), "negation", "supposes")
	})
}
