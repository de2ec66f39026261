// Package intent finds the intent of a mail, and the reason why a person must take the mail.
// Explicit requests come first. Otherwise weighted signs must add up. Package intent also finds
// instructions to a program and the author's questions.
package intent

import (
	"slices"

	"ppamaild/reading/asked"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// The intents of the contract.
const (
	NewQuote     = "new_quote"
	ProvideInfo  = "provide_info"
	PolicyChange = "policy_change"
	Cancel       = "cancel"
	ClaimReport  = "claim"
	Billing      = "billing"
	Question     = "question"
	OtherLine    = "other_line"
	Commercial   = "commercial"
	Spam         = "spam"
	Other        = "other"
)

// Intent returns the intent of the mail. Explicit requests that need a person come first, and then
// the sum of the signs. A mail that only describes an application is a request for a quote.
func Intent(r *Topic) string {
	wantsQuote := wantsQuote(r)
	switch {
	case IsAutomatic(r.Sheet):
		return Other
	case isSpam(r):
		return Spam
	case isClaim(r.Sheet, wantsQuote):
		return ClaimReport
	case isCommercial(r.Text):
		return Commercial
	case isCancel(r, wantsQuote):
		return Cancel
	case onlyAsks(r):
		return Question
	case isOtherLine(r):
		return OtherLine
	case accepts(r.Sheet):
		return Other
	}
	if intent := suspected(r); intent != "" {
		return intent
	}
	return quoteIntent(r, wantsQuote)
}

// wantsQuote reports whether the mail asks for a price, in words for insurance or a car.
func wantsQuote(r *Topic) bool {
	if r.IsReply() {
		return asksAnew(r.Sheet)
	}
	return asksQuote(r) || asksPrice(r) && (r.AnyCue("insurance words") || facts(r.Sheet) > 0)
}

// asksPrice leaves out "I'm not asking for a price".
func asksPrice(r *Topic) bool {
	return slices.ContainsFunc(r.Cues["price words"], func(c text.Span) bool {
		return !r.Quiet[c.I] && !(r.Is(c.I-1, "for", "a") && r.Named("negation", c.I, 5))
	})
}

// asksQuote reports whether the mail asks for a quote. "My car insurance" is an own policy.
func asksQuote(r *Topic) bool {
	return slices.ContainsFunc(r.Cues["quote request"], func(c text.Span) bool {
		has := (r.Among(c.I, "kinds of insurance") || r.Is(c.I, "new") && r.Is(c.J, "with", "at", "starts")) && r.Among(c.I-1, "whose policy")
		s := r.Sentence(c.I)
		general := r.Is(s.J-1, "?") && r.Has(text.Between(s.I, c.I), "what you accept")
		proof := r.Is(c.I-1, "of") && r.Is(c.I-2, "proof", "copy")
		later := r.Named("no quote yet", c.I, 4)
		return !r.Quiet[c.I] && !has && !general && !proof && !later
	})
}

// asksForQuote ignores the word for the quote that a reply answers.
func asksForQuote(r *Topic) bool { return asksQuote(r) && (!r.IsReply() || asksAnew(r.Sheet)) }

// asksAnew reports whether a reply asks for a quote. "Her quote" names the answered quote.
func asksAnew(r *claims.Sheet) bool {
	for _, name := range []string{"quote request", "price words"} {
		for _, c := range r.Cues[name] {
			given := r.Among(c.I, "quoted things") && r.Among(c.I-1, "a given quote") || r.Has(text.Between(max(0, c.I-2), c.J), "quote given") || r.Is(c.J, "you")
			offered := r.Is(c.I-1, "the") && r.Is(c.I, "new") || r.Is(c.J, "@")
			if c.I >= r.SubjectEnd() && !r.Quiet[c.I] && !given && !offered {
				return true
			}
		}
	}
	return false
}

// IsAutomatic reports whether a program answers for an absent person.
func IsAutomatic(r *claims.Sheet) bool {
	return r.StartsAt("automatic reply", 0) > 0 || r.AnyCue("away") && facts(r) == 0
}

// accepts reports whether a reply begins with an acceptance and states nothing: "We accept."
func accepts(r *claims.Sheet) bool {
	i := r.Skip(r.SubjectEnd(), "i", "we", "yes", ",")
	return r.IsReply() && r.Is(i, "accept", "accepted", "acepto", "aceptamos") && !r.Is(r.Sentence(i).J-1, "?") && !tells(r)
}

// quoteIntent distinguishes a request, an answer to the agency's questions, and a question.
func quoteIntent(r *Topic, wantsQuote bool) string {
	knows := facts(r.Sheet) > 0
	switch {
	case r.InThread() && knows:
		return ProvideInfo
	case asksOfQuote(r.Sheet, knows):
		return Question
	case wantsQuote && (bodyHas(r.Sheet, "quote request") || !r.InThread() && !(r.Mail.Replies && tells(r.Sheet))):
		return NewQuote
	case !wantsQuote && !r.IsReply() && isQuestion(r.Sheet) && (asksOfCar(r) || !hasVehicle(r) && !tells(r.Sheet)):
		return Question
	case knows && (hasVehicle(r) || facts(r.Sheet) > 1):
		return requestOrAnswer(r)
	case r.IsReply() && (asked.AnswersByNumber(r.Text) || tells(r.Sheet)):
		return ProvideInfo
	case isQuestion(r.Sheet):
		return Question
	case knows:
		return requestOrAnswer(r)
	}
	return Other
}

// asksOfCar reports whether a mail with a question has few words but the name of a car.
func asksOfCar(r *Topic) bool {
	n, asks := facts(r.Sheet), isOurs(r) || r.AnyCue("is it covered", "supposes", "question words")
	return hasVehicle(r) && (n < 3 || n == 3 && asks)
}

// requestOrAnswer returns the intent of facts without a request. A mail that opens a conversation
// is a request. So is a reply, by its subject alone, that begins with the author's name and home.
// An answer needs a question.
func requestOrAnswer(r *Topic) string {
	introduces := hasVehicle(r) && bodyClaims(r.Sheet, "surname") && bodyClaims(r.Sheet, "garaging_address.street")
	if r.Mail.Replies || (r.IsReply() || r.AnyCue("here it is")) && !introduces {
		return ProvideInfo
	}
	return NewQuote
}

// bodyClaims reports whether the text, without the subject, states a field.
func bodyClaims(r *claims.Sheet, field string) bool {
	return slices.ContainsFunc(r.Claims, func(c claims.Claim) bool {
		return c.Field == field && c.At >= r.SubjectEnd() && !r.Quoted[c.At] && (c.Of == claims.Application || c.Of == claims.Driver(r.Writer))
	})
}

// asksOfQuote reports whether a reply asks about its quote and states nothing.
func asksOfQuote(r *claims.Sheet, knows bool) bool {
	if !r.IsReply() && !r.InThread() || !isQuestion(r) || facts(r) > 1 || knows && tells(r) {
		return false
	}
	if !knows && r.AnyCue("ready to buy") {
		return true
	}
	return bodyHas(r, "quote given")
}

// tells reports whether the mail states more than names and towns outside of a question.
func tells(r *claims.Sheet) bool {
	return slices.ContainsFunc(r.Claims, func(c claims.Claim) bool {
		switch c.Field {
		case "given_name", "surname", "relationship":
			return false
		case "garaging_address.city", "garaging_address.state":
			if !r.IsReply() {
				return false
			}
		}
		return c.At >= r.SubjectEnd() && !r.Is(r.Sentence(c.At).J-1, "?")
	})
}

// bodyHas reports whether the text, without the subject, has the cue.
func bodyHas(r *claims.Sheet, cue string) bool {
	return slices.ContainsFunc(r.Cues[cue], func(c text.Span) bool { return c.I >= r.SubjectEnd() && !r.Quoted[c.I] })
}

// facts counts the facts in the mail, without the writer's name.
func facts(r *claims.Sheet) int {
	n := r.Doubted
	for _, c := range r.Claims {
		switch c.Field {
		case "given_name", "surname", "relationship", "named_insured.phone", "named_insured.email", "effective_date":
			if r.InThread() && c.At >= 0 {
				n++ // may be all that we asked
			}
		default:
			n++
		}
	}
	for _, v := range r.Vehicles {
		if v.Removed {
			n++
		}
	}
	return n
}

func hasVehicle(r *Topic) bool {
	for k, v := range r.Vehicles {
		if !v.Gone && claims.IsClaimed(r.Sheet, claims.Car(k)) {
			return true
		}
	}
	return false
}

// isBilling reports whether a mail without an application is about a bill or a payment.
func isBilling(r *Topic) bool {
	n := 0
	for _, c := range r.Cues["billing"] {
		if !r.Quiet[c.I] && !(r.Cased && r.Capital(c.I) && (who.IsFromPart(r.Sheet, c.I) || r.Capital(c.I+1))) { // not Bill
			n++
		}
	}
	return n > 0 && !((wantsQuote(r) || r.InThread()) && facts(r.Sheet) > 0) && !hasVehicle(r) && !(ours(r.Text, "change of policy") && n == 1)
}

func isQuestion(r *claims.Sheet) bool {
	if r.AnyCue("question words") {
		return true
	}
	for i := r.SubjectEnd(); i < len(r.Tokens); i++ {
		if r.Is(i, "?") && !r.Quoted[i] {
			return true
		}
	}
	return false
}

// onlyAsks reports whether the author wants information and no quote yet: "I just want to
// understand …", "una pregunta antes de pedir cotización".
func onlyAsks(r *Topic) bool {
	return r.AnyCue("wants to understand") && isQuestion(r.Sheet) && !r.InThread() && !hasVehicle(r) && !asksQuote(r)
}

// asksWhetherCovered reports whether a question is about the coverage: "does our policy cover us?".
func asksWhetherCovered(r *Topic) bool {
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

// asksPriceElsewhere reports whether the author asks for a price, and is not insured here already.
func asksPriceElsewhere(r *Topic) bool {
	return asksPrice(r) && !isOurs(r) && !isPolicyChange(r)
}

// isPersonal reports whether the author speaks of themselves, unlike a newsletter.
func isPersonal(r *claims.Sheet) bool {
	if bodyClaims(r, "date_of_birth") || bodyClaims(r, "garaging_address.street") {
		return true
	}
	for i := r.SubjectEnd(); i < len(r.Tokens); i++ {
		if !r.Quoted[i] && r.Is(i, "i", "i'm", "i've", "my", "me", "our", "mi", "soy", "tengo") {
			return true
		}
	}
	return false
}

// Prefers returns the language that the author asks for, "en" or "es"; "" for none or both.
func Prefers(r *find.Text) string {
	english, spanish := asksForLanguage(r, "wants english"), asksForLanguage(r, "wants spanish")
	switch {
	case english && !spanish:
		return "en"
	case spanish && !english:
		return "es"
	}
	return ""
}

// asksForLanguage reports whether the author's own, undenied words have the cue.
func asksForLanguage(r *find.Text, cue string) bool {
	return slices.ContainsFunc(r.Cues[cue], func(c text.Span) bool {
		others := r.Is(c.I-1, "his", "her", "their", "your", "whose", "wife's", "husband's")
		return !r.Quiet[c.I] && !r.Quoted[c.I] && !others && !r.Is(c.J, "than", "speaker", "speaking") && !r.Has(text.Between(max(r.Sentence(c.I).I, c.I-4), c.I), "negation", "supposes")
	})
}

// Topic is the subject matter of a mail.
type Topic struct {
	*who.Party
	Signs map[string][]text.Span // signs of topics, by cue
}
