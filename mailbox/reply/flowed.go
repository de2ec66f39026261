package reply

import "strings"

// unflow joins the lines of format=flowed paragraphs (RFC 3676 §4.1). A line that ends in a
// space continues in the next line of the same quoting depth. With delSp, unflow removes that
// space.
func unflow(text string, delSp bool) string {
	var out strings.Builder
	open, openDepth := false, 0
	for s := range strings.SplitSeq(text, "\n") {
		depth, body := flowedQuote(s)
		if open && (depth != openDepth || body == "-- ") {
			out.WriteByte('\n')
			open = false
		}
		if !open {
			out.WriteString(strings.Repeat(">", depth))
			if depth > 0 {
				out.WriteByte(' ')
			}
		}
		flows := strings.HasSuffix(body, " ") && body != "-- "
		if flows && delSp {
			body = body[:len(body)-1]
		}
		out.WriteString(body)
		if open, openDepth = flows, depth; !flows {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// flowedQuote returns the quoting depth of a flowed line, and the text without space-stuffing
// (RFC 3676 §4.4, §4.5).
func flowedQuote(s string) (depth int, body string) {
	body = strings.TrimLeft(s, ">")
	return len(s) - len(body), strings.TrimPrefix(body, " ")
}
