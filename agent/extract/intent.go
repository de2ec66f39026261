package extract

import (
	"slices"
	"strings"
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

// intent says what the mail is for. What a person must act on comes first; an
// application that is merely described is a request for a quote.
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
	case r.isBilling(wantsQuote):
		return billing
	case r.isPolicyChange():
		return policyChange
	case r.isOtherLine():
		return otherLine
	}
	return r.quoteIntent(wantsQuote)
}

// wantsQuote reports whether the mail asks for a price; words that any price may be
// asked or told with count where insurance or a car is spoken of.
func (r *reader) wantsQuote() bool {
	if r.isReply() {
		return r.asksAnew()
	}
	return r.asksQuote() || r.any("price words") && (r.any("insurance words") || r.facts() > 0)
}

// asksQuote reports whether the mail asks for a quote in so many words; "my car
// insurance" is what somebody has.
func (r *reader) asksQuote() bool {
	return slices.ContainsFunc(r.cues["quote request"], func(c span) bool {
		has := r.among(c.i, "kinds of insurance") && r.among(c.i-1, "whose policy")
		return !r.quiet[c.i] && !has
	})
}

// asksAnew reports whether a reply asks for a quote: "her quote", "that price" are
// what it replies to.
func (r *reader) asksAnew() bool {
	for _, name := range []string{"quote request", "price words"} {
		for _, c := range r.cues[name] {
			given := r.among(c.i, "quoted things") && r.among(c.i-1, "a given quote") || r.has(span{max(0, c.i-2), c.j}, "quote given")
			if c.i >= r.subjectEnd() && !r.quiet[c.i] && !given {
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
	case wantsQuote && !(r.inThread() && !r.bodyHas("quote request")):
		return newQuote
	case !wantsQuote && !r.isReply() && r.isQuestion() && (r.facts() < 4 && r.hasVehicle() || !r.hasVehicle() && !r.tells()):
		return question
	case knows && (r.hasVehicle() || r.facts() > 1):
		if r.isReply() || r.any("here it is") {
			return provideInfo
		}
		return newQuote
	case r.isReply() && (r.answersByNumber() || r.tells()):
		return provideInfo
	case r.isQuestion():
		return question
	case knows:
		return provideInfo
	}
	return other
}

// asksOfQuote: a reply asks about the quote that it has, and states nothing.
func (r *reader) asksOfQuote(knows bool) bool {
	if !r.isReply() && !r.inThread() || !r.isQuestion() || r.facts() > 1 || knows && (r.any("changes", "correction") || r.tells()) {
		return false
	}
	if !knows && r.any("ready to buy") {
		return true
	}
	given := r.cues["quote given"]
	return len(given) > 0 && given[len(given)-1].i >= r.subjectEnd()
}

// asksOfPolicy: a customer of ours asks about the policy that they have.
func (r *reader) asksOfPolicy() bool {
	if r.isReply() || r.facts() > 5 {
		return false
	}
	ours := r.any("our policy")
	for i := r.subjectEnd(); i < len(r.toks); i++ {
		s := r.sentence(i)
		if r.is(s.j-1, "?") && (ours || r.policyAt(i) > i) {
			return true
		}
	}
	return false
}

// tells reports whether something is stated out of a question.
func (r *reader) tells() bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool {
		return c.at >= r.subjectEnd() && !strings.HasSuffix(c.field, "name") && !r.is(r.sentence(c.at).j-1, "?")
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
	return r.has(span{r.subjectEnd(), len(r.toks)}, cue)
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

// isSpam: bulk mail, an offer to the agency, or several of its usual words. Who
// states an application is a customer whatever a list put below it.
func (r *reader) isSpam() bool {
	n := len(r.cues["spam"])
	switch {
	case r.in.Bulk && n > 0, r.any("bulk mail"):
		return r.facts() < 6
	case (r.any("to a business") || r.any("business owned")) && r.any("an offer") && !r.any("own insurance"):
		return r.facts() < 3
	case r.any("business owned") && r.sells():
		return r.facts() == 0
	}
	return n >= 2 && !r.hasVehicle() || n == 1 && r.facts() == 0 && !r.any("quote request")
}

// sells reports whether the writer, as a seller does, can do something for others:
// "we can fix it", "our team will boost".
func (r *reader) sells() bool {
	return slices.ContainsFunc(r.cues["sells"], func(c span) bool {
		return r.among(c.i-1, "sellers") || r.among(c.i-2, "sellers")
	})
}

// isClaim tells an accident that is reported from one that a driver's record has.
func (r *reader) isClaim(wantsQuote bool) bool {
	if r.reportsClaim(wantsQuote) {
		return !wantsQuote || r.facts() < 4
	}
	return !wantsQuote && r.facts() < 4 && (r.any("aftermath") || r.isDamagedLately())
}

// isDamagedLately reports whether a sentence speaks of damage, and of today or
// yesterday.
func (r *reader) isDamagedLately() bool {
	return slices.ContainsFunc(r.cues["lately"], func(c span) bool {
		return !r.quiet[c.i] && r.has(r.sentence(c.i), "damaged", "accident") && !r.isSupposed(c, true)
	})
}

// isSupposed reports whether the sentence asks what would be, rather than tells
// what was: "am I covered if I hit a deer?". An event that comes before the "if"
// did happen.
func (r *reader) isSupposed(c span, event bool) bool {
	s := r.sentence(c.i)
	if r.has(span{s.i, c.i}, "supposes") {
		return true
	}
	asks := r.is(s.j-1, "?")
	return asks && (!event && r.has(s, "supposes") || r.has(s, "is it covered") && !r.among(c.i-1, "whose car"))
}

// isCommercial: vehicles of a business, as such or by who owns them.
func (r *reader) isCommercial() bool {
	if r.any("business fleet") {
		return true
	}
	for _, c := range r.cues["runs a business"] {
		s := r.sentence(c.i)
		if !r.quiet[c.i] && (r.has(span{s.i, c.i + 1}, "titled to") || r.has(s, "several vehicles") && r.has(s, "runs")) {
			return true
		}
	}
	return false
}

// reportsClaim leaves out what a request for a quote dates in the past, and what
// is only supposed.
func (r *reader) reportsClaim(wantsQuote bool) bool {
	for _, of := range []struct {
		cue   string
		event bool
	}{{"files a claim", true}, {"claim matter", false}} {
		for _, c := range r.cues[of.cue] {
			if !r.quiet[c.i] && !((wantsQuote || of.event) && r.isPast(c)) && !r.isSupposed(c, of.event) {
				return true
			}
		}
	}
	return false
}

// isPast reports whether the sentence of c names an earlier year, or months and
// years "ago".
func (r *reader) isPast(c span) bool {
	s := r.sentence(c.i)
	for i := c.j; i < min(s.j, c.j+12); i++ {
		if y, _, ok := r.year(i, r.today.Year()-1, false); ok && y > r.today.Year()-20 {
			return true
		}
		if r.is(i, "ago") && r.is(i-1, "years", "year", "months", "yrs") || r.is(i, "year") && r.is(i-1, "last") {
			return true
		}
	}
	return false
}

// isCancel leaves out the policy that a customer has elsewhere.
func (r *reader) isCancel(wantsQuote bool) bool {
	for _, c := range r.cues["cancels"] {
		s := r.sentence(c.i)
		elsewhere := false
		for i := c.i; i < min(s.j, c.j+8); i++ {
			if _, _, ok := r.carrierAt(i); ok {
				elsewhere = true
			}
		}
		kept := r.endsAt("negation", c.i) < c.i
		if !elsewhere && !kept && !r.quiet[c.i] && !(wantsQuote && r.hasVehicle()) {
			return true
		}
	}
	return slices.ContainsFunc(r.cues["ends a policy"], func(c span) bool {
		return !r.quiet[c.i] && !wantsQuote && r.endsPolicy(c) && r.endsAt("negation", c.i) == c.i && !r.isSupposed(c, false)
	})
}

func (r *reader) isBilling(wantsQuote bool) bool {
	n := 0
	for _, c := range r.cues["billing"] {
		if !r.quiet[c.i] && !(r.capital(c.i) && r.isFromPart(c.i)) { // not Bill
			n++
		}
	}
	return n > 0 && !((wantsQuote || r.inThread()) && r.facts() > 0) && !r.hasVehicle() && !(r.ours("change of policy") && n == 1)
}

// isPolicyChange: a change is asked for, of a policy that is ours.
func (r *reader) isPolicyChange() bool {
	if r.asksQuote() && (!r.ours("our policy") || r.facts() > 5) {
		return false // an application is stated whole
	}
	return r.asksChange() || r.changesOurs() || r.any("changes") && r.any("my policy") && !r.inThread() && !r.any("quote request") && r.facts() < 3
}

// asksChange leaves out what a question only mentions: "is that on my policy?"
func (r *reader) asksChange() bool {
	for _, c := range r.cues["change of policy"] {
		s := r.sentence(c.i)
		asks := r.is(s.j-1, "?") && !r.has(s, "changes", "changes a policy") || r.has(c, "have a policy") && !r.any("changes", "changes a policy")
		if !r.quiet[c.i] && !asks && !r.has(span{max(s.i, c.i-4), c.j}, "home") {
			return true
		}
	}
	return false
}

// changesOurs reports whether something is to be added to a policy, or the like.
func (r *reader) changesOurs() bool {
	return !r.inThread() && slices.ContainsFunc(r.cues["changes a policy"], func(c span) bool {
		return !r.quiet[c.i] && r.changesPolicy(c)
	})
}

// ours reports whether the mail has the cue, of another policy than a home's.
func (r *reader) ours(cue string) bool {
	return slices.ContainsFunc(r.cues[cue], func(c span) bool {
		return !r.quiet[c.i] && !r.has(span{max(r.sentence(c.i).i, c.i-4), c.j}, "home")
	})
}

// isOtherLine: a home, a boat or the like, and no car.
func (r *reader) isOtherLine() bool {
	return r.wantsOtherLine() && !r.hasVehicle() && !r.wantsAuto()
}

// wantsAuto leaves out cars that are to stay where they are.
func (r *reader) wantsAuto() bool {
	return slices.ContainsFunc(r.cues["auto line"], func(c span) bool {
		return !r.quiet[c.i] && !r.among(c.j, "beside a car") && !r.has(r.sentence(c.i), "content")
	})
}

// wantsOtherLine leaves out what is only mentioned as insured already, and what a
// car only tows, or comes by.
func (r *reader) wantsOtherLine() bool {
	for _, name := range []string{"other line", "other vehicle"} {
		for _, c := range r.cues[name] {
			s := r.sentence(c.i)
			hauled := name == "other vehicle" && r.has(span{max(s.i, c.i-4), c.i}, "hauls")
			if !r.quiet[c.i] && !hauled && !r.has(s, "insured already", "discount multi_policy") {
				return true
			}
		}
	}
	return slices.ContainsFunc(r.cues["dwelling"], func(c span) bool {
		s := r.sentence(c.i)
		asked := r.has(span{max(s.i, c.i-4), c.i}, "insures")
		return asked && !r.quiet[c.i] && !r.among(c.j, "of a dwelling") && !r.has(s, "insured already", "discount multi_policy")
	})
}

func (r *reader) isQuestion() bool {
	if r.any("question words") {
		return true
	}
	for i := r.subjectEnd(); i < len(r.toks); i++ {
		if r.is(i, "?") {
			return true
		}
	}
	return false
}
