package correlate

import (
	"strconv"
	"strings"
	"time"
)

// Day reads a date as midnight UTC, and false for other text.
func Day(s string) (time.Time, bool) {
	t, ok := readDate(s)
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC), ok
}

// Cents reads an amount of dollars, and false for other text.
func Cents(s string) (int64, bool) {
	n, err := strconv.ParseInt(strings.ReplaceAll(normalAmount(s), ".", ""), 10, 64)
	return n, err == nil
}

// Dollars writes cents with separators: "$4,898.50".
func Dollars(cents int64) string {
	sign := ""
	if cents < 0 {
		sign, cents = "-", -cents
	}
	whole := strconv.FormatInt(cents/100, 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return sign + "$" + whole + "." + strconv.FormatInt(100+cents%100, 10)[1:]
}
