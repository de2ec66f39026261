package reading

// A row of dots leads from a label to its value, "Phone ....... 555-0123", as a colon would.
const (
	leastDots = 4 // three are an ellipsis
	leastRows = 3 // of such rows make fewer dots between blanks lead, too: "Tickets . 0"
	mostLabel = 8 // tokens stand before them
)

// joinLeaders makes one token, a colon, of each row of dots that leads to a value.
func joinLeaders(toks []token) []token {
	rows := 0
	for i := 0; i < len(toks); i++ {
		if n := dotsAt(toks, i); n > 0 {
			if n >= leastDots {
				rows++
			}
			i += n - 1
		}
	}
	if rows == 0 {
		return toks // as in most mails
	}
	joined := make([]token, 0, len(toks))
	for i := 0; i < len(toks); i++ {
		t, n := toks[i], dotsAt(toks, i)
		if n >= leastDots || n > 0 && rows >= leastRows && t.gap && i+n < len(toks) && toks[i+n].gap {
			t.norm, t.end = ":", toks[i+n-1].end
			i += n - 1
		}
		joined = append(joined, t)
	}
	return joined
}

// dotsAt returns how many dots stand in a row at token i, behind something on their line.
func dotsAt(toks []token, i int) int {
	n := 0
	if toks[i].norm != "." || i >= mostLabel && toks[i-mostLabel].line == toks[i].line {
		return 0
	}
	for i > 0 && i+n < len(toks) && toks[i+n].norm == "." && toks[i+n].line == toks[i-1].line && (n == 0 || !toks[i+n].gap) {
		n++
	}
	return n
}
