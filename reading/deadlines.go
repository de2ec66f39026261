package reading

import "ppamaild/quote"

// isDeadline reports whether v is the day by which an answer is wanted, and no cover: "I need
// a price by Monday", "numbers by tomorrow EOD".
func (r *reader) isDeadline(v date) bool {
	if r.is(v.j, "eod", "cob") || r.is(v.i-1, "eod", "cob") {
		return true
	}
	s := r.sentence(v.i)
	if !r.is(v.i-1, "by", "until", "on", "before", "for", "para") || r.has(span{s.i, v.i}, "insurance words", "coverage") {
		return false
	}
	for i := v.i - 1; i >= max(s.i, v.i-7); i-- {
		if r.among(i, "quoted things") || r.among(i, "answers by then") {
			return true
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

// readRestatedStart reads a day that corrects the one for the start of cover, where that was
// the last day spoken of: "Start May 1. Actually no: April 30th."
func (r *reader) readRestatedStart(v date) bool {
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
