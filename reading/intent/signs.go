package intent

import (
	_ "embed"
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// sign is evidence of a topic. A sign counts once.
type sign struct {
	weight int
	shown  func(*Topic) bool
}

// suspicion is an intent with the signs for the intent. At least one sign of the core must be in
// the mail: the other signs count only together with the core.
type suspicion struct {
	intent string
	enough int
	core   []sign
	rest   []sign
}

// junk is the suspicion that no customer wrote the mail, for any topic.
func junk() suspicion {
	return suspicion{Spam, 4,
		[]sign{{2, once("bait")}, {2, once("wares")}},
		[]sign{{1, often("bait")}, {1, atLeast("bait", 4)}, {1, often("wares")}, {1, once("place of a link")}, {1, once("stranger's greeting")}, {1, once("pitch")},
			{-4, hasVehicle}}}
}

// suspicions returns the most urgent suspicion first. Among equal weights, the first one wins.
func suspicions() []suspicion {
	return []suspicion{
		{ClaimReport, 5,
			[]sign{{3, happened("harm")}, {3, showsHarm}},
			[]sign{{1, often("harm")}, {1, once("part of a car")}, {2, once("left by an accident")}, {1, once("mending")}, {1, once("what now")}, {1, once("of late")}, {2, once("put off")}, {2, reportsHarm}}},
		{Commercial, 4,
			[]sign{{2, once("house of business")}, {2, once("work vehicle")}},
			[]sign{{4, isInBusinessName}, {1, once("crew")}, {1, namesSeveralVehicles}, {2, once("cover of a business")}}},
		{Cancel, 4,
			[]sign{{2, once("ending it")}},
			[]sign{{2, once("is over")}, {2, once("leaving us")}, {1, once("rest of the premium")}}},
		{Billing, 3,
			[]sign{{2, once("taking of money")}, {2, once("rise of price")}, {3, once("when to pay")}, {4, isBilling}, {2, isThreatened}},
			[]sign{{1, once("account")}, {1, once("amount put wrong")}, {1, often("taking of money")}, {1, often("rise of price")}, {-2, states(3)}}},
		{PolicyChange, 3,
			[]sign{{6, isPolicyChange}, {1, wished("alteration")}, {2, once("altered life")}, {3, wished("come off")}, {3, onlyNamesCovers}},
			[]sign{{2, isOurs}, {2, once("all else stays")}, {-9, merelyAsks}, {-3, asksWhetherCovered}, {-2, asksPriceElsewhere}}},
		{OtherLine, 4,
			[]sign{{3, once("another line")}},
			[]sign{{1, once("bought or required")}, {1, once("asks for cover")}, {2, once("no car in it")},
				{4, asksQuote}, {2, asksPrice}, {-7, insuresCar}}},
	}
}

// suspected returns the intent of the signs in a mail without an explicit intent; "" for too few
// signs, or if the signs of an application weigh more.
func suspected(r *Topic) string {
	found, most := "", weigh(r, []sign{ // of an application
		{4, asksForQuote}, {2, asksPrice}, {1, hasVehicle}, {1, namesCarrier},
		{4, answers}, {1, states(2)}, {1, states(4)}, {1, states(6)}, {1, states(8)}, {1, states(10)},
	})
	for _, s := range suspicions() {
		if w := weighFor(r, s); w > most {
			found, most = s.intent, w
		}
	}
	return found
}

// weighFor returns the weight of the signs of s in the mail; 0 if the weight is too small.
func weighFor(r *Topic, s suspicion) int {
	core := weigh(r, s.core)
	if core == 0 {
		return 0
	}
	if n := core + weigh(r, s.rest); n >= s.enough {
		return n
	}
	return 0
}

func weigh(r *Topic, signs []sign) int {
	n := 0
	for _, s := range signs {
		if s.shown(r) {
			n += s.weight
		}
	}
	return n
}

//go:embed data/signs.txt
var signsText string

// SignWords are the phrases of data/signs.txt, by the stems of their words.
var SignWords = lazy.Value[*text.Phrases]{New: func() *text.Phrases { return text.ParsePhrases(signsText, stem) }}

// stem cuts the endings of regular forms off a folded word: "scrape", "scraped" and "scraping" have
// the same stem. A stem is no word of a language, and is compared with stems only.
func stem(norm string) string {
	s := text.Noun(norm)
	for _, e := range endings {
		if rest, cut := strings.CutSuffix(s, e.cut); cut && len(rest) > 3 && !strings.HasSuffix(rest, "s") {
			s = rest + e.put
			break
		}
	}
	if n := len(s); n > 3 && (s[n-1] == 'e' || s[n-1] == s[n-2]) {
		s = s[:n-1]
	}
	return s
}

// endings has endings of words. The first fitting ending that leaves four letters counts.
var endings = []struct{ cut, put string }{{"ies", "y"}, {"ied", "y"}, {"ing", ""}, {"ed", ""}, {"es", ""}, {"s", ""}}

// isCommercial reports whether vehicles belong to a business, by their kind or their owner.
func isCommercial(r *find.Text) bool {
	if r.AnyCue("business fleet") {
		return true
	}
	for _, c := range r.Cues["runs a business"] {
		s := r.Sentence(c.I)
		if !r.Quiet[c.I] && (r.Has(text.Between(s.I, c.I+1), "titled to") || r.Has(s, "several vehicles") && r.Has(s, "runs")) {
			return true
		}
	}
	return false
}

// isOtherLine reports whether the mail is about a home or a boat, for example, and no car.
func isOtherLine(r *Topic) bool {
	return wantsOtherLine(r) && !hasVehicle(r) && !wantsAuto(r.Text)
}

// wantsAuto ignores cars that stay with their insurer.
func wantsAuto(r *find.Text) bool {
	return slices.ContainsFunc(r.Cues["auto line"], func(c text.Span) bool {
		return !r.Quiet[c.I] && !r.Among(c.J, "beside a car") && !r.Has(r.Sentence(c.I), "content")
	})
}

// wantsOtherLine ignores property with insurance, property of another person, and property that a
// car only tows. If the mail has a car, the customer must ask for the other line: a listed
// motorcycle does not stop the quote for the car.
func wantsOtherLine(r *Topic) bool {
	for _, name := range []string{"other line", "other vehicle"} {
		for _, c := range r.Cues[name] {
			s := r.Sentence(c.I)
			hauled := name == "other vehicle" && r.Has(text.Between(max(s.I, c.I-4), c.I), "hauls")
			place := r.Is(c.J, "ramp", "ramps", "launch", "dock", "show", "landing", "club")
			asked := !hasVehicle(r) || r.Has(s, "insures", "quote request", "price words") || carIn(r.Sheet, s)
			if asked && !r.Quiet[c.I] && !hauled && !place && !isOthers(r.Text, c) && !r.Has(s, "insured already", "discount multi_policy") {
				return true
			}
		}
	}
	return slices.ContainsFunc(r.Cues["dwelling"], func(c text.Span) bool {
		s := r.Sentence(c.I)
		asked := r.Has(text.Between(max(s.I, c.I-4), c.I), "insures")
		return asked && !r.Quiet[c.I] && !r.Among(c.J, "of a dwelling") && !r.Has(s, "insured already", "discount multi_policy")
	})
}

func carIn(r *claims.Sheet, s text.Span) bool {
	return slices.ContainsFunc(r.Claims, func(c claims.Claim) bool {
		return c.Of.Kind == 'v' && c.Field == "model" && s.I <= c.At && c.At < s.J
	})
}

// isOthers reports whether the property at c belongs to another person, or does not exist: "his
// boat", "he kept the truck and the boat", "no boats or motorcycles".
func isOthers(r *find.Text, c text.Span) bool {
	if _, none := r.Before("negation", max(r.Clause(c.I).I, c.I-4), c.I); none && r.IsReply() {
		return true
	}
	return r.Is(c.I-1, "his", "her", "their") || r.Is(r.Clause(c.I).I, "he", "she", "they")
}

// isSpam reports bulk mail, an offer to the agency, or several usual words of spam. A writer
// with an application is a customer, even if a mailing list adds a footer.
func isSpam(r *Topic) bool {
	n := len(r.Cues["spam"])
	switch {
	case r.Mail.Bulk && n > 0, r.AnyCue("bulk mail"):
		return facts(r.Sheet) < 6 || !isPersonal(r.Sheet)
	case (r.AnyCue("to a business") || r.AnyCue("business owned")) && r.AnyCue("an offer") && !r.AnyCue("own insurance"):
		return facts(r.Sheet) < 3
	}
	return n >= 2 && !hasVehicle(r) || n == 1 && facts(r.Sheet) == 0 && !r.AnyCue("quote request") || weighFor(r, junk()) > 0
}
