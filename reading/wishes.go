package reading

import "slices"

// onlyAsks reports whether the mail says that it wants to know something, and no quote yet:
// "I just want to understand …", "una pregunta antes de pedir cotización".
func (r *reader) onlyAsks() bool {
	return r.any("wants to understand") && r.isQuestion() && !r.inThread() && !r.hasVehicle() && !r.asksQuote()
}

// asksWhetherCovered reports whether a policy is spoken of in a question of what it covers:
// "does our policy cover us there?"
func (r *reader) asksWhetherCovered() bool {
	return slices.ContainsFunc(r.cues["is it covered"], func(c span) bool {
		s := r.sentence(c.i)
		for i := s.i; i < s.j; i++ {
			if r.policyAt(i) > i {
				return !r.quiet[c.i] && r.is(s.j-1, "?")
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
	for i := r.subjectEnd(); i < len(r.toks); i++ {
		if !r.quoted[i] && r.is(i, "i", "i'm", "i've", "my", "me", "our", "mi", "soy", "tengo") {
			return true
		}
	}
	return false
}
