package reading

import "strings"

// Mail programs write what is bold as "*Name:* Ann Lee", and people as "**Driver 1**". The
// stars say nothing.

// emphasis remembers where the words end that are set off by stars.
type emphasis struct{ end, size int }

// markAt returns how many stars at byte i set off the words behind them, or those before.
func (e *emphasis) markAt(text string, i int) int {
	if text[i] != '*' {
		return 0
	}
	if e.size > 0 && i == e.end {
		return e.size
	}
	size := 1
	for size <= 3 && i+size < len(text) && text[i+size] == '*' {
		size++
	}
	from := i + size
	if size > 3 || i > 0 && isWordByte(text[i-1]) || from >= len(text) || text[from] <= ' ' {
		return 0
	}
	length := strings.IndexAny(text[from:min(len(text), from+longestBold)], "*\n")
	end := from + length
	if length < 1 || !strings.HasPrefix(text[end:], strings.Repeat("*", size)) || text[end-1] <= ' ' || end+size < len(text) && (text[end+size] == '*' || isWordByte(text[end+size])) {
		return 0
	}
	e.end, e.size = end, size
	return size
}

// longestBold is how many bytes are set off at most.
const longestBold = 200
