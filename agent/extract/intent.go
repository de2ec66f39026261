package extract

import "slices"

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
	wantsQuote := r.any("quote request") && (!r.isReply() || r.bodyHas("quote request"))
	switch {
	case r.startsAt("automatic reply", 0) > 0 || r.any("away") && r.facts() == 0:
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

// quoteIntent tells a request from an answer to ours, and both from a question.
func (r *reader) quoteIntent(wantsQuote bool) string {
	knows := r.facts() > 0
	switch {
	case r.inThread() && knows:
		return provideInfo
	case r.asksOfQuote(knows):
		return question
	case wantsQuote && !(r.inThread() && !r.bodyHas("quote request")):
		return newQuote
	case knows && (r.hasVehicle() || r.facts() > 1):
		if r.isReply() || r.any("here it is") {
			return provideInfo
		}
		return newQuote
	case r.isReply() && r.answersByNumber():
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
	if !r.isReply() && !r.inThread() || !r.isQuestion() || r.facts() > 1 || knows && r.any("changes", "correction") {
		return false
	}
	if !knows && r.any("ready to buy") {
		return true
	}
	given := r.cues["quote given"]
	return len(given) > 0 && given[len(given)-1].i >= r.subjectEnd()
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

func (r *reader) isSpam() bool {
	n := len(r.cues["spam"])
	return n >= 2 && !r.hasVehicle() || n == 1 && r.facts() == 0 && !r.any("quote request")
}

// isClaim tells an accident that is reported from one that a driver's record has.
func (r *reader) isClaim(wantsQuote bool) bool {
	if r.reportsClaim(wantsQuote) {
		return !wantsQuote || r.facts() < 4
	}
	return r.any("just happened") && !wantsQuote && r.facts() < 4
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

// reportsClaim leaves out what a request for a quote dates in the past.
func (r *reader) reportsClaim(wantsQuote bool) bool {
	return slices.ContainsFunc(r.cues["files a claim"], func(c span) bool {
		return !r.quiet[c.i] && !(wantsQuote && r.isPast(c))
	})
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
		if !elsewhere && !r.quiet[c.i] && !(wantsQuote && r.hasVehicle()) {
			return true
		}
	}
	return false
}

func (r *reader) isBilling(wantsQuote bool) bool {
	n := len(r.cues["billing"])
	return n > 0 && !((wantsQuote || r.inThread()) && r.facts() > 0) && !r.hasVehicle() && !(r.ours("change of policy") && n == 1)
}

// isPolicyChange: a change is asked for, of a policy that is ours.
func (r *reader) isPolicyChange() bool {
	if r.any("quote request") && (!r.ours("our policy") || r.facts() > 5) {
		return false // an application is stated whole
	}
	return r.ours("change of policy") || r.any("changes") && r.any("my policy") && !r.inThread() && !r.any("quote request") && r.facts() < 3
}

// ours reports whether the mail has the cue, of another policy than a home's.
func (r *reader) ours(cue string) bool {
	return slices.ContainsFunc(r.cues[cue], func(c span) bool {
		return !r.quiet[c.i] && !r.has(span{max(r.sentence(c.i).i, c.i-4), c.j}, "home")
	})
}

// isOtherLine: a home, a boat or the like, and no car.
func (r *reader) isOtherLine() bool {
	return r.wantsOtherLine() && !r.hasVehicle() && !r.any("auto line")
}

// wantsOtherLine leaves out what is only mentioned as insured already.
func (r *reader) wantsOtherLine() bool {
	for _, c := range r.cues["other line"] {
		s := r.sentence(c.i)
		if !r.quiet[c.i] && !r.has(s, "insured already", "discount multi_policy") {
			return true
		}
	}
	return false
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
