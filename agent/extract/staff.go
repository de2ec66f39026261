package extract

import (
	"time"

	"ppamaild/quote"
)

// StaffFact reads the corrected facts that a member of staff states in a
// rejection. It reports false where the text says anything else besides.
func StaffFact(text string, known quote.Application, date time.Time, loc *time.Location) ([]quote.Fact, bool) {
	return nil, false
}

// Request is one thing a rejection asks for.
type Request struct {
	Kind  string       // "fact", "add", "drop", "shorter", "language"
	Facts []quote.Fact // of "fact"
	Paths []string     // of "add" and "drop"; empty where only Words say it
	Words string       // as written
	Value string       // of "language": "en" or "es"
}

// ReasonOf reads the reason of a rejection as the requests that the rules
// planner heeds. It is nil where any part is not understood.
func ReasonOf(text string) []Request { return nil }
