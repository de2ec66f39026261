package intent

import (
	"slices"

	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// policyAt returns the end of words for a policy and its owner that start at token i:
// "my policy", "our existing auto policy", "the insurance"; else i.
func policyAt(d *find.Text, i int) int {
	if !d.Among(i, "whose policy") {
		return i
	}
	j := i + 1
	for k := 0; k < 4 && d.Among(j, "of a policy") && (d.Among(j+1, "of a policy") || d.Among(j+1, "a policy")); k++ {
		j++
	}
	if !d.Among(j, "a policy") {
		return i
	}
	return j + 1
}

// endsPolicy reports whether the verb at c, such as "stop", has a policy as its
// object: "stop the insurance on it", "terminate my auto policy".
func endsPolicy(d *find.Text, c text.Span) bool {
	for i := c.J; i < min(d.Clause(c.I).J, c.J+3); i++ {
		if policyAt(d, i) > i {
			return true
		}
	}
	return isPolicyOfOurs(d, c.J)
}

// isPolicyOfOurs reports whether "mine" or "ours" at token i means a policy from earlier in
// the text: "he has a policy for me there, so please end mine".
func isPolicyOfOurs(d *find.Text, i int) bool {
	i = d.Skip(i, "el", "la")
	if !d.Is(i, "mine", "ours", "mio", "mia", "nuestro", "nuestra") {
		return false
	}
	for k := max(0, i-60); k < i; k++ {
		if d.Among(k, "a policy") {
			return true
		}
	}
	return false
}

// isCancel ignores a policy with another insurer.
func isCancel(r *Topic, wantsQuote bool) bool {
	for _, c := range r.Cues["cancels"] {
		s := r.Sentence(c.I)
		elsewhere := false
		for i := c.I; i < min(s.J, c.J+8); i++ {
			if _, _, ok := find.CarrierAt(r.Text, i); ok {
				elsewhere = true
			}
		}
		kept := r.EndsAt("negation", c.I) < c.I
		threat := r.Is(c.I, "cancellation", "cancelar", "cancelacion") && isThreatened(r)
		if !elsewhere && !kept && !threat && !r.Quiet[c.I] && !takesCover(r.Text, c) && !(wantsQuote && hasVehicle(r)) {
			return true
		}
	}
	return slices.ContainsFunc(r.Cues["ends a policy"], func(c text.Span) bool {
		return !r.Quiet[c.I] && !wantsQuote && endsPolicy(r.Text, c) && r.EndsAt("negation", c.I) == c.I && !isSupposed(r.Text, c, false)
	})
}

// takesCover reports whether the verb at c has a coverage as its object: "cancel the rental part".
func takesCover(r *find.Text, c text.Span) bool {
	object := text.Between(c.I, c.I)
	for object.J < min(r.Clause(c.I).J, c.J+5) && !r.Among(object.J, "a policy") {
		object.J++
	}
	object.I = min(c.J, object.J)
	if r.Is(object.J, "policy", "poliza") && !r.Among(object.J-1, "whose policy") {
		return false // "cancel my comprehensive auto policy"
	}
	return r.Has(object, "rental", "towing", "comprehensive", "collision", "medical payments", "uninsured motorist")
}

// isThreatened reports whether an insurer will end the customer's policy because of a missing
// payment, and the customer gives no reason to end the policy.
func isThreatened(r *Topic) bool {
	pays := once("taking of money")(r) || once("account")(r)
	leaves := once("is over")(r) || once("leaving us")(r) || once("rest of the premium")(r)
	return once("ended for want of money")(r) && pays && !leaves
}

// isPolicyChange reports whether the mail asks to change a policy of the agency.
func isPolicyChange(r *Topic) bool {
	if asksQuote(r) && (!ours(r.Text, "our policy") || facts(r.Sheet) > 5) {
		return false // an application is stated whole
	}
	if !r.IsReply() && !r.InThread() && !wantsQuote(r) && facts(r.Sheet) <= 5 && (changesWhatIsInsured(r) || altersCover(r)) {
		return true
	}
	return asksChange(r.Text) || r.AnyCue("changes") && r.AnyCue("my policy") && !r.InThread() && !r.AnyCue("quote request") && facts(r.Sheet) < 3
}

// changesWhatIsInsured reports whether a mail without a car reports a move, or asks to change a
// coverage: "Please add roadside to both cars".
func changesWhatIsInsured(r *Topic) bool {
	covers := r.AnyCue("rental", "towing", "deductible", "comprehensive", "collision", "uninsured motorist")
	asks := r.Is(r.Skip(r.SubjectEnd(), "please"), "add", "remove", "drop", "raise", "lower", "increase", "change")
	moved := r.AnyCue("has moved") && r.HasClaim(claims.Application, "garaging_address.street")
	return !hasVehicle(r) && (moved || covers && asks)
}

// altersCover reports whether the mail asks to end or change a coverage: "raise our comprehensive".
func altersCover(r *Topic) bool {
	alters := func(c text.Span) bool {
		return !r.Quiet[c.I] && takesCover(r.Text, c) && r.EndsAt("negation", c.I) == c.I && !isSupposed(r.Text, c, false)
	}
	return slices.ContainsFunc(r.Cues["ends a policy"], alters) ||
		slices.ContainsFunc(r.Cues["changes"], func(c text.Span) bool { return r.Is(c.J, "my", "our") && alters(c) })
}

// merelyAsks reports whether the agency must do nothing yet.
func merelyAsks(r *Topic) bool {
	return isQuestion(r.Sheet) && slices.ContainsFunc(r.Signs["nothing to do yet"], func(c text.Span) bool {
		return !r.Quiet[c.I] && !r.Is(c.J, "else", "more", "otherwise")
	})
}

// asksChange ignores a change that a question only mentions: "is that on my policy?".
func asksChange(r *find.Text) bool {
	for _, c := range r.Cues["change of policy"] {
		s := r.Sentence(c.I)
		asks := r.Is(s.J-1, "?") && !r.Has(s, "changes", "changes a policy") || r.Has(c, "have a policy") && !r.AnyCue("changes", "changes a policy")
		if !r.Quiet[c.I] && !asks && !r.Has(text.Between(max(s.I, c.I-4), c.J), "home") {
			return true
		}
	}
	return false
}

// ours reports whether the mail has the cue about a policy that is no home policy.
func ours(r *find.Text, cue string) bool {
	return slices.ContainsFunc(r.Cues[cue], func(c text.Span) bool {
		return !r.Quiet[c.I] && !r.Has(text.Between(max(r.Sentence(c.I).I, c.I-4), c.J), "home")
	})
}
