package reading

import "slices"

// pageBehind returns the token at which a page of a policy starts that the author says is
// right: what is passed on, from byte end on, or what is pasted below their words. Without
// one it is the token after the last.
func (r *reader) pageBehind(end int) int {
	if page := slices.IndexFunc(r.toks, func(t token) bool { return t.start >= end }); page >= 0 {
		return page
	}
	if len(r.cues["policy page"]) == 0 || !r.vouches() {
		return len(r.toks)
	}
	for _, l := range r.lines {
		if l.first && l.i > r.cues["vouches"][0].i && l.j-l.i < 16 && r.has(l.span, "policy page") && !r.has(l.span, "vouches") && !r.is(l.j-1, ".") {
			return l.i
		}
	}
	return len(r.toks)
}

// readPage reads whose page starts at token page, and drops what it says otherwise than the
// author: "all of it is right, except that I moved to …".
func (r *reader) readPage(page int) {
	if page == len(r.toks) {
		return
	}
	said := make(map[claim]bool)
	for _, c := range r.claims {
		if c.at < page {
			said[claim{of: c.of, field: c.field}] = true
		}
	}
	for _, of := range declinable {
		if r.declinesBefore(of, page) {
			said[claim{of: theApplication, field: of.path}] = true
		}
	}
	r.claims = slices.DeleteFunc(r.claims, func(c claim) bool { return c.at >= page && said[claim{of: c.of, field: c.field}] })
	if name, at, ok := r.insurerOfPage(page); ok && !r.hasClaim(theApplication, "prior_insurance.carrier") {
		r.infer(theApplication, "prior_insurance.carrier", name, at)
	}
}

// declinesBefore reports whether a coverage is declined before token page.
func (r *reader) declinesBefore(of optional, page int) bool {
	if at, only := r.wantsLiabilityOnly(); only && at.i < page && (of.path == comprehensive || of.path == collision) {
		return true
	}
	return slices.ContainsFunc(r.cues[of.cue], func(c span) bool { return c.i < page && !r.quiet[c.i] && r.declines(c, of.plain) })
}

// insurerOfPage returns the insurer whose name stands in the first lines of a page.
func (r *reader) insurerOfPage(page int) (string, span, bool) {
	first := r.lineOf(page)
	for _, l := range r.lines[first:min(first+4, len(r.lines))] {
		for i := l.i; i < min(l.j, l.i+12); i++ {
			if name, j, ok := r.carrierAt(i); ok {
				return name, span{i, j}, true
			}
			if name, j := r.insurerLike(i); j > i+1 && r.among(j-1, "of an insurer") && !r.is(j-1, "auto", "insurance", "group") {
				return nameCase(name), span{i, j}, true
			}
		}
	}
	return "", span{}, false
}
