package reply

import "strings"

// headings gives back to the author what they wrote in an element that mail
// programs make for a quote, above the attribution: some programs open it above
// the place where one writes. It is a guess, as all else there is the program's.
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
			mark(lines[i:end], sort{Own, "above the attribution in " + quoteHeading, true})
		}
		i = next - 1
	}
}

// introduction returns where the attribution of the quote below line end begins in
// the heading that is the lines from i on. What ends in a colon is taken for one.
func introduction(lines []line, i, end int) int {
	mark(lines[i:end], sort{kind: Own})
	for at := i; at < end; at++ {
		if _, ok := headAt(lines, at, false); ok {
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
	mark(lines[last:end], sort{Attribution, "the line above a quote in " + quoteHeading, true})
	return last
}
