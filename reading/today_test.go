package reading

import (
	"testing"
	"time"

	"ppamaild/reading/claims"
)

// TestTodayIsTheAuthors: what is said to be tomorrow is so where the author is, late in the
// evening as well; a service that writes UTC into each mail says nothing of that.
func TestTodayIsTheAuthors(t *testing.T) {
	oregon, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	for header, want := range map[string]map[*time.Location]string{
		"Tue, 17 Nov 2026 22:00:00 -0500": {nil: "2026-11-18", oregon: "2026-11-18"},
		"Tue, 17 Nov 2026 01:30:00 -0500": {nil: "2026-11-18", oregon: "2026-11-18"},
		"Tue, 17 Nov 2026 22:00:00 -1000": {nil: "2026-11-18", oregon: "2026-11-18"},
		"Wed, 18 Nov 2026 03:00:00 +0000": {nil: "2026-11-19", oregon: "2026-11-18"},
	} {
		date, err := time.Parse(time.RFC1123Z, header)
		if err != nil {
			t.Fatal(err)
		}
		for location, day := range want {
			got := Read(claims.Input{Text: "I need car insurance starting tomorrow.", Date: date, Location: location})
			checkAnswered(t, header, got, `drivers[0].relationship="insured" effective_date="`+day+`"`)
		}
	}
}
