package reading

import "ppamaild/quote"

// isDeadline reports whether v is the day by which an answer is wanted, and no cover: "I need
// a price by Monday", "numbers by tomorrow EOD".
func (r *reader) isDeadline(v date) bool {
	if r.is(v.j, "eod", "cob") || r.is(v.i-1, "eod", "cob") {
		return true
	}
	s := r.sentence(v.i)
	if !r.is(v.i-1, "by", "until", "on", "before", "for", "para") {
		return false
	}
	for i := v.i - 1; i >= max(s.i, v.i-7); i-- {
		if r.among(i, "quoted things") || r.among(i, "answers by then") {
			kind := r.skipBackAmong(i, "kinds of quote")
			return !r.has(span{s.i, kind}, "insurance words", "coverage") && !r.has(span{i, v.i}, "insurance words", "coverage")
		}
	}
	return false
}

// startsElse reports whether it is something else that starts on the day v: "I start a new
// job on Monday", "my loan starts December 5".
func (r *reader) startsElse(v date) bool {
	s := r.clause(v.i)
	c, ok := r.before("effective", max(s.i, v.i-9), v.i)
	if !ok || !r.is(c.i, "start", "starts", "starting", "begin", "begins", "beginning") || r.has(span{s.i, v.i}, "insurance words", "coverage") {
		return false
	}
	for i := max(s.i, c.i-2); i < v.i; i++ {
		if r.among(i, "starts besides cover") {
			return true
		}
	}
	return false
}

// furthestStart is how many days ahead a start may be.
const furthestStart = 60

// movesStart reports whether v stands alone behind words that want another day, where we know of no
// other than that of the start: "Make it the 10th please."
func (r *reader) movesStart(v date) bool {
	s := r.sentence(v.i)
	i := v.i
	if r.is(i-1, "the") {
		i--
	}
	makes := r.is(i-1, "it", "that") && r.is(i-2, "make") || r.is(i-1, "to") && r.is(i-2, "it", "that") && r.is(i-3, "change", "move", "push")
	return makes && s.j-s.i < 12 && r.in.Known.EffectiveDate != "" && r.in.Known.PriorInsurance.Expires == "" && !r.has(s, "birth", "licensed", "expires")
}

// readRestatedStart reads a day that corrects the one for the start of cover, where that was
// the last day spoken of: "Start May 1. Actually no: April 30th."
func (r *reader) readRestatedStart(v date) bool {
	if v.d > 0 && r.movesStart(v) {
		if day, ok := v.coming(r.today); ok && day >= r.dateOf() && day <= r.dateOf().AddDays(furthestStart) {
			r.say(theApplication, "effective_date", day, v.span)
			return true
		}
	}
	if v.d == 0 || !r.has(span{r.sentence(v.i).i, v.i}, "correction") {
		return false
	}
	last := -1
	for k, c := range r.claims {
		if _, isDay := c.value.(quote.Date); isDay && c.at < v.i && c.at >= v.i-mostApart && (last < 0 || c.at >= r.claims[last].at) {
			last = k
		}
	}
	day, ok := v.coming(r.today)
	if last < 0 || r.claims[last].field != "effective_date" || !ok || day < r.dateOf() {
		return false
	}
	r.say(theApplication, "effective_date", day, v.span)
	return true
}
