package reading

import (
	"slices"
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

// intent says what the mail is for. What it says outright and a person must act on
// comes first, then what its signs add up to; an application that is merely described
// is a request for a quote.
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
	return slices.ContainsFunc(r.cues["price words"], func(c span) bool {
		return !r.quiet[c.i] && !(r.is(c.i-1, "for", "a") && r.named("negation", c.i, 5))
	})
}

// asksQuote reports whether the mail asks for a quote in so many words; "my car
// insurance" is what somebody has.
func (r *reader) asksQuote() bool {
	return slices.ContainsFunc(r.cues["quote request"], func(c span) bool {
		has := (r.among(c.i, "kinds of insurance") || r.is(c.i, "new") && r.is(c.j, "with", "at", "starts")) && r.among(c.i-1, "whose policy")
		s := r.sentence(c.i)
		general := r.is(s.j-1, "?") && r.has(span{s.i, c.i}, "what you accept")
		proof := r.is(c.i-1, "of") && r.is(c.i-2, "proof", "copy")
		later := r.named("no quote yet", c.i, 4)
		return !r.quiet[c.i] && !has && !general && !proof && !later
	})
}

// asksForQuote takes no reply for a request because of the quote that it replies to.
func (r *reader) asksForQuote() bool { return r.asksQuote() && (!r.isReply() || r.asksAnew()) }

// asksAnew reports whether a reply asks for a quote: "her quote", "that price", "the new
// policy" are what it replies to.
func (r *reader) asksAnew() bool {
	for _, name := range []string{"quote request", "price words"} {
		for _, c := range r.cues[name] {
			given := r.among(c.i, "quoted things") && r.among(c.i-1, "a given quote") || r.has(span{max(0, c.i-2), c.j}, "quote given") || r.is(c.j, "you")
			offered := r.is(c.i-1, "the") && r.is(c.i, "new") || r.is(c.j, "@")
			if c.i >= r.subjectEnd() && !r.quiet[c.i] && !given && !offered {
				return true
			}
		}
	}
	return false
}

// isAutomatic: a program answers for somebody who is away.
func (r *reader) isAutomatic() bool {
	return r.startsAt("automatic reply", 0) > 0 || r.any("away") && r.facts() == 0
}

// accepts reports whether a reply starts with taking what was offered, and states nothing:
// "We accept."
func (r *reader) accepts() bool {
	i := r.skip(r.subjectEnd(), "i", "we", "yes", ",")
	return r.isReply() && r.is(i, "accept", "accepted", "acepto", "aceptamos") && !r.is(r.sentence(i).j-1, "?") && !r.tells()
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
	return slices.ContainsFunc(r.cues["question words"], func(c span) bool { return !r.quiet[c.i] && !r.is(c.i, "can", "could") })
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
		return c.field == field && c.at >= r.subjectEnd() && !r.quoted[c.at] && (c.of == theApplication || c.of == entity{'d', r.writer})
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
		for _, c := range r.cues[name] {
			if !r.quiet[c.i] && !r.isSupposed(c, false) {
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
		return c.at >= r.subjectEnd() && !r.is(r.sentence(c.at).j-1, "?")
	})
}

// answersByNumber reports whether the mail has numbered lines, as answers do.
func (r *reader) answersByNumber() bool {
	n := 0
	for _, l := range r.lines {
		if r.itemNumber(l) > 0 && l.j-l.i > 2 {
			n++
		}
	}
	return n > 1
}

// any reports whether the mail has one of the cues, out of quotes.
func (r *reader) any(cues ...string) bool {
	for _, name := range cues {
		for _, c := range r.cues[name] {
			if !r.quiet[c.i] || name == "injection" {
				return true
			}
		}
	}
	return false
}

// bodyHas reports whether the mail's own text, not its subject, has the cue.
func (r *reader) bodyHas(cue string) bool {
	return slices.ContainsFunc(r.cues[cue], func(c span) bool { return c.i >= r.subjectEnd() && !r.quoted[c.i] })
}

// inThread reports whether we know something of this case, or asked.
func (r *reader) inThread() bool {
	return len(r.in.Asked) > 0 || len(r.in.Known.Drivers) > 0 || len(r.in.Known.Vehicles) > 0 || knownName(r.in.Known)
}

func (r *reader) isReply() bool {
	return r.is(0, "re", "aw", "rv") && r.is(1, ":") || r.startsAt("automatic reply", 0) > 0
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

// isBilling reports whether a bill or a payment is what a mail without an application
// speaks of.
func (r *reader) isBilling() bool {
	n := 0
	for _, c := range r.cues["billing"] {
		if !r.quiet[c.i] && !(r.cased && r.capital(c.i) && (r.isFromPart(c.i) || r.capital(c.i+1))) { // not Bill
			n++
		}
	}
	return n > 0 && !((r.wantsQuote() || r.inThread()) && r.facts() > 0) && !r.hasVehicle() && !(r.ours("change of policy") && n == 1)
}

func (r *reader) isQuestion() bool {
	if r.any("question words") {
		return true
	}
	for i := r.subjectEnd(); i < len(r.toks); i++ {
		if r.is(i, "?") && !r.quoted[i] {
			return true
		}
	}
	return false
}
