package reading

import (
	"slices"

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
func (r *reader) intent() string {
	wantsQuote := r.wantsQuote()
	switch {
	case r.isAutomatic():
		return other
	case r.isSpam():
		return spam
	case r.isClaim(wantsQuote):
		return claimReport
	case r.isCommercial():
		return commercial
	case r.isCancel(wantsQuote):
		return cancel
	case r.onlyAsks():
		return question
	case r.isOtherLine():
		return otherLine
	case r.accepts():
		return other
	}
	if intent := r.suspected(); intent != "" {
		return intent
	}
	return r.quoteIntent(wantsQuote)
}

// wantsQuote reports whether the mail asks for a price; words that any price may be
// asked or told with count where insurance or a car is spoken of.
func (r *reader) wantsQuote() bool {
	if r.isReply() {
		return r.asksAnew()
	}
	return r.asksQuote() || r.asksPrice() && (r.any("insurance words") || r.facts() > 0)
}

// asksPrice leaves out "I'm not asking for a price".
func (r *reader) asksPrice() bool {
	return slices.ContainsFunc(r.Cues["price words"], func(c text.Span) bool {
		return !r.Quiet[c.I] && !(r.Is(c.I-1, "for", "a") && r.Named("negation", c.I, 5))
	})
}

// asksQuote reports whether the mail asks for a quote in so many words; "my car
// insurance" is what somebody has.
func (r *reader) asksQuote() bool {
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
func (r *reader) asksForQuote() bool { return r.asksQuote() && (!r.isReply() || r.asksAnew()) }

// asksAnew reports whether a reply asks for a quote: "her quote", "that price", "the new
// policy" are what it replies to.
func (r *reader) asksAnew() bool {
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
func (r *reader) isAutomatic() bool {
	return r.StartsAt("automatic reply", 0) > 0 || r.any("away") && r.facts() == 0
}

// accepts reports whether a reply starts with taking what was offered, and states nothing:
// "We accept."
func (r *reader) accepts() bool {
	i := r.Skip(r.subjectEnd(), "i", "we", "yes", ",")
	return r.isReply() && r.Is(i, "accept", "accepted", "acepto", "aceptamos") && !r.Is(r.Sentence(i).J-1, "?") && !r.tells()
}

// quoteIntent tells a request from an answer to ours, and both from a question.
func (r *reader) quoteIntent(wantsQuote bool) string {
	knows := r.facts() > 0
	switch {
	case r.inThread() && knows:
		return provideInfo
	case r.asksOfQuote(knows):
		return question
	case !wantsQuote && r.asksOfPolicy():
		return question
	case wantsQuote && (r.bodyHas("quote request") || !r.inThread() && !(r.in.Replies && r.tells())):
		return newQuote
	case !wantsQuote && !r.isReply() && r.isQuestion() && (r.asksOfCar() || !r.hasVehicle() && !r.tells()):
		return question
	case knows && (r.hasVehicle() || r.facts() > 1):
		return r.requestOrAnswer()
	case r.isReply() && (r.answersByNumber() || r.tells()):
		return provideInfo
	case r.isQuestion():
		return question
	case knows:
		return r.requestOrAnswer()
	}
	return other
}

// asksOfCar reports whether little more is told than which car a question is about.
func (r *reader) asksOfCar() bool {
	if !r.hasVehicle() || r.facts() > 3 {
		return false
	}
	return r.facts() < 3 || r.isOurs() || r.any("is it covered", "supposes") || r.wantsToKnow()
}

// wantsToKnow reports whether a question asks for more than "can you help?"
func (r *reader) wantsToKnow() bool {
	return slices.ContainsFunc(r.Cues["question words"], func(c text.Span) bool { return !r.Quiet[c.I] && !r.Is(c.I, "can", "could") })
}

// requestOrAnswer tells what facts without a request are. Nobody answers us who was
// not asked: a mail that opens a conversation wants a quote, and so does one that only
// its subject makes an answer, and that starts from who writes and where they live.
func (r *reader) requestOrAnswer() string {
	introduces := r.hasVehicle() && r.bodyClaims("surname") && r.bodyClaims("garaging_address.street")
	if r.in.Replies || (r.isReply() || r.any("here it is")) && !introduces {
		return provideInfo
	}
	return newQuote
}

// bodyClaims reports whether the mail's own text states a field of who writes, or of
// the application.
func (r *reader) bodyClaims(field string) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool {
		return c.field == field && c.at >= r.subjectEnd() && !r.Quoted[c.at] && (c.of == theApplication || c.of == entity{'d', r.writer})
	})
}

// asksOfQuote: a reply asks about the quote that it has, and states nothing.
func (r *reader) asksOfQuote(knows bool) bool {
	if !r.isReply() && !r.inThread() || !r.isQuestion() || r.facts() > 1 || knows && (r.asksToChange() || r.tells()) {
		return false
	}
	if !knows && r.any("ready to buy") {
		return true
	}
	return r.bodyHas("quote given")
}

// asksToChange leaves out what would follow from a change: "what would change if …?"
func (r *reader) asksToChange() bool {
	for _, name := range []string{"changes", "correction"} {
		for _, c := range r.Cues[name] {
			if !r.Quiet[c.I] && !r.isSupposed(c, false) {
				return true
			}
		}
	}
	return false
}

// tells reports whether something is stated out of a question. Who is spoken of, and
// the town below a letter, are no statement by themselves.
func (r *reader) tells() bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool {
		switch c.field {
		case "given_name", "surname", "relationship":
			return false
		case "garaging_address.city", "garaging_address.state":
			if !r.isReply() {
				return false
			}
		}
		return c.at >= r.subjectEnd() && !r.Is(r.Sentence(c.at).J-1, "?")
	})
}

// answersByNumber reports whether the mail has numbered lines, as answers do.
func (r *reader) answersByNumber() bool {
	n := 0
	for _, l := range r.Lines {
		if r.ItemNumber(l) > 0 && l.J-l.I > 2 {
			n++
		}
	}
	return n > 1
}

// any reports whether the mail has one of the cues, out of quotes.
func (r *reader) any(cues ...string) bool {
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
func (r *reader) bodyHas(cue string) bool {
	return slices.ContainsFunc(r.Cues[cue], func(c text.Span) bool { return c.I >= r.subjectEnd() && !r.Quoted[c.I] })
}

// inThread reports whether we know something of this case, or asked.
func (r *reader) inThread() bool {
	return len(r.in.Asked) > 0 || len(r.in.Known.Drivers) > 0 || len(r.in.Known.Vehicles) > 0 || knownName(r.in.Known)
}

func (r *reader) isReply() bool {
	return r.Is(0, "re", "aw", "rv") && r.Is(1, ":") || r.StartsAt("automatic reply", 0) > 0
}

// facts counts what the mail states besides who wrote it.
func (r *reader) facts() int {
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

func (r *reader) hasVehicle() bool {
	for k, v := range r.vehicles {
		if !v.gone && r.isClaimed(entity{'v', k}) {
			return true
		}
	}
	return false
}

// isBilling reports whether a bill or a payment is what a mail without an application speaks of.
func (r *reader) isBilling() bool {
	n := 0
	for _, c := range r.Cues["billing"] {
		if !r.Quiet[c.I] && !(r.Cased && r.Capital(c.I) && (r.isFromPart(c.I) || r.Capital(c.I+1))) { // not Bill
			n++
		}
	}
	return n > 0 && !((r.wantsQuote() || r.inThread()) && r.facts() > 0) && !r.hasVehicle() && !(r.ours("change of policy") && n == 1)
}

func (r *reader) isQuestion() bool {
	if r.any("question words") {
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
func (r *reader) onlyAsks() bool {
	return r.any("wants to understand") && r.isQuestion() && !r.inThread() && !r.hasVehicle() && !r.asksQuote()
}

// asksWhetherCovered reports whether a policy is spoken of in a question of what it covers:
// "does our policy cover us there?"
func (r *reader) asksWhetherCovered() bool {
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
func (r *reader) asksPriceElsewhere() bool {
	return r.asksPrice() && !r.isOurs() && !r.givesPolicyNumber() && !r.isPolicyChange()
}

// tellsAsRecord reports whether damage is told in an application, which says nothing of late
// and does not ask what to do about it: "the previous owner fixed it".
func (r *reader) tellsAsRecord() bool {
	return r.facts() >= 10 && !r.isReply() && !told("of late")(r) && !told("what now")(r)
}

// isPersonal reports whether somebody speaks of themselves, as no newsletter does.
func (r *reader) isPersonal() bool {
	if r.bodyClaims("date_of_birth") || r.bodyClaims("garaging_address.street") {
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
func (r *reader) prefers() string {
	english, spanish := r.asksForLanguage("wants english"), r.asksForLanguage("wants spanish")
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
func (r *reader) asksForLanguage(cue string) bool {
	return slices.ContainsFunc(r.Cues[cue], func(c text.Span) bool {
		others := r.Is(c.I-1, "his", "her", "their", "your", "whose", "wife's", "husband's")
		return !r.Quiet[c.I] && !r.Quoted[c.I] && !others && !r.Is(c.J, "than", "speaker", "speaking") && !r.Has(text.Between(max(r.Sentence(c.I).I, c.I-4), c.I), "negation", "supposes")
	})
}
