package reading

import (
	"slices"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// pageBehind returns the first token of a policy page that the author confirms: a forwarded page,
// from byte end on, or a page pasted below the author's words. Without a page, pageBehind returns
// the number of tokens.
func pageBehind(r *find.Text, end int) int {
	if page := slices.IndexFunc(r.Tokens, func(t text.Token) bool { return t.Start >= end }); page >= 0 {
		return page
	}
	if len(r.Cues["policy page"]) == 0 || !vouches(r) {
		return len(r.Tokens)
	}
	for _, l := range r.Lines {
		if l.First && l.I > r.Cues["vouches"][0].I && l.J-l.I < 16 && r.Has(l.Span, "policy page") && !r.Has(l.Span, "vouches") && !r.Is(l.J-1, ".") {
			return l.I
		}
	}
	return len(r.Tokens)
}

// readPage reads whose page starts at token page, and drops what it says otherwise than the
// author: "all of it is right, except that I moved to …".
func readPage(r *sheet, page int) {
	if page == len(r.Tokens) {
		return
	}
	said := make(map[claim]bool)
	for _, c := range r.claims {
		if c.at < page {
			said[claim{of: c.of, field: c.field}] = true
		}
	}
	for _, of := range declinable {
		if declinesBefore(r, of, page) {
			said[claim{of: theApplication, field: of.path}] = true
		}
	}
	r.claims = slices.DeleteFunc(r.claims, func(c claim) bool { return c.at >= page && said[claim{of: c.of, field: c.field}] })
	if name, at, ok := insurerOfPage(r, page); ok && !r.hasClaim(theApplication, "prior_insurance.carrier") {
		r.infer(theApplication, "prior_insurance.carrier", name, at)
	}
}

// declinesBefore reports whether a coverage is declined before token page.
func declinesBefore(r *sheet, of optional, page int) bool {
	if at, only := wantsLiabilityOnly(r); only && at.I < page && (of.path == comprehensive || of.path == collision) {
		return true
	}
	return slices.ContainsFunc(r.Cues[of.cue], func(c text.Span) bool { return c.I < page && !r.Quiet[c.I] && declines(r.Text, c, of.plain) })
}

// insurerOfPage returns the insurer whose name stands in the first lines of a page.
func insurerOfPage(r *sheet, page int) (string, text.Span, bool) {
	first := r.LineOf(page)
	for _, l := range r.Lines[first:min(first+4, len(r.Lines))] {
		for i := l.I; i < min(l.J, l.I+12); i++ {
			if name, j, ok := find.CarrierAt(r.Text, i); ok {
				return name, text.Between(i, j), true
			}
			if name, j := find.InsurerLike(r.Text, i); j > i+1 && r.Among(j-1, "of an insurer") && !r.Is(j-1, "auto", "insurance", "group") {
				return find.NameCase(name), text.Between(i, j), true
			}
		}
	}
	return "", text.Span{}, false
}
