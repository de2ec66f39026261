package reply

import "strings"

// headings returns text to the author that is in a quote element above the attribution. Some
// mail programs open the element above the place where people type. The result is a guess,
// because all other text of the element is by the program.
func headings(lines []line) {
	for i := 0; i < len(lines); i++ {
		end := i
		for end < len(lines) && lines[end].why == quoteHeading && lines[end].depth == 0 {
			end++
		}
		if end == i {
			continue
		}
		next := end
		for next < len(lines) && (lines[next].kind == Attribution || lines[next].blank()) {
			next++
		}
		if next < len(lines) && (lines[next].depth > 0 || lines[next].why == forwardHeading) {
			if next == end {
				end = introduction(lines, i, end)
			}
			mark(lines[i:end], class{Own, "above the attribution in " + quoteHeading, true})
		}
		i = next - 1
	}
}

// introduction returns the first line of the attribution within a heading. The heading is the
// lines from i to end. A line that ends in a colon counts as an attribution.
func introduction(lines []line, i, end int) int {
	mark(lines[i:end], class{kind: Own})
	for at := i; at < end; at++ {
		if _, ok := quoteHeaderAt(lines, at, false); ok {
			return at
		}
	}
	last := end - 1
	for last > i && lines[last].blank() {
		last--
	}
	if !strings.HasSuffix(strings.ReplaceAll(lines[last].body, "：", ":"), ":") {
		return end
	}
	mark(lines[last:end], class{Attribution, "the line above a quote in " + quoteHeading, true})
	return last
}
