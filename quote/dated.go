package quote

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
)

// The state rules are data: each row of a table applies from a day on and names its source.

// everyState marks rows for states without their own row.
const everyState = "*"

// readTable parses a table with a header row and # comments.
func readTable[T any](name, text string, parse func(row []string) (T, error)) ([]T, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("reading the table of %s: %w", name, err)
	}
	var table []T
	for _, row := range rows[min(1, len(rows)):] {
		v, err := parse(row)
		if err != nil {
			return nil, fmt.Errorf("table of %s, %s: %w", name, strings.Join(row[:2], " "), err)
		}
		table = append(table, v)
	}
	return table, nil
}

// dated is a row of a table.
type dated interface {
	is(state string) bool // reports whether the row belongs to the state, or to everyState
	since() Date
}

// inForce returns the row that applies in a state on a day: the last row that has begun. A row
// of the state takes precedence over a row of every state. Only rows that want selects count.
func inForce[T dated](table []T, state string, on Date, want func(T) bool) (T, bool) {
	var none T
	if _, ok := on.Time(); !ok {
		return none, false
	}
	for _, owner := range []string{state, everyState} {
		var found T
		for _, row := range table {
			if row.is(owner) && want(row) && row.since() <= on &&
				(any(found) == any(none) || found.since() <= row.since()) {
				found = row
			}
		}
		if any(found) != any(none) {
			return found, true
		}
	}
	return none, false
}

// oneOf reports an error unless word is among words.
func oneOf(word string, words ...string) error {
	if !slices.Contains(words, word) {
		return fmt.Errorf("%q is not one of %s", word, strings.Join(words, ", "))
	}
	return nil
}
