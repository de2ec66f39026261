package quote

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"

	"ppamaild/lazy"
)

// StateOfZIP returns the state of a ZIP code (5 digits, or 5-4), or false if no state uses the
// code. It checks the first three digits, and a few codes across a state line.
func StateOfZIP(zip string) (string, bool) {
	ranges, err := zipRanges.Get()
	if err != nil || !isZIP(zip) {
		return "", false
	}
	state := ""
	for _, r := range ranges {
		if prefix := zip[:len(r.first)]; r.first <= prefix && prefix <= r.last && (state == "" || len(r.first) == 5) {
			state = r.state
		}
	}
	return state, state != ""
}

// isZIP reports whether zip is 5 digits, or 5-4.
func isZIP(zip string) bool {
	five, four, plus := strings.Cut(zip, "-")
	return len(five) == 5 && allDigits(five) && (!plus || len(four) == 4 && allDigits(four))
}

func allDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// zipRange is a range of prefixes of equal length, three digits or five.
type zipRange struct{ first, last, state string }

//go:embed zip.csv
var zipCSV string

var zipRanges = lazy.Result[[]zipRange]{New: func() ([]zipRange, error) {
	return parseZIPs(zipCSV)
}}

func parseZIPs(text string) ([]zipRange, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comment = '#'
	r.FieldsPerRecord = 3
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("reading the table of ZIP codes: %w", err)
	}
	ranges := make([]zipRange, len(rows))
	for i, row := range rows {
		ranges[i] = zipRange{first: row[0], last: row[1], state: row[2]}
	}
	return ranges, nil
}
