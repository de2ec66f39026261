package reading

import (
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// TestHomesOfOthers: where somebody else lives is no home of the author's, who says their own; the only
// street there is may be both.
func TestHomesOfOthers(t *testing.T) {
	const home = `garaging_address.street="55 Oak Ave" garaging_address.city="Bend" garaging_address.zip="97701"`
	for _, tt := range []struct{ text, want string }{
		{"2020 Kia Soul. My son lives at 12 Elm St, Salem, OR 97301. I live at 55 Oak Ave, Bend, OR 97701.", home},
		{"2020 Kia Soul. Son lives at 12 Elm St, Salem, OR 97301. I live at 55 Oak Ave, Bend, OR 97701.", home},
		{"I live at 55 Oak Ave, Bend, OR 97701. My son Todd lives at 12 Elm St, Salem, OR 97301 now.", home},
		{"55 Oak Ave, Bend, OR 97701. My daughter is in college, she lives at 300 Campus Way, Corvallis, OR 97330.", home},
		{"My daughter stays at 300 Campus Way, Corvallis, OR 97330 but our home is 55 Oak Ave, Bend, OR 97701.", home},
		{"The car is parked at 55 Oak Ave, Bend, OR 97701. My mother lives at 12 Elm St, Salem, OR 97301.", home},
		{"Vivo en 55 Oak Ave, Bend, OR 97701. Mi hijo vive en 12 Elm St, Salem, OR 97301.", home},
		{"My husband and I live at 55 Oak Ave, Bend, OR 97701.", home},
		{"My wife lives at 55 Oak Ave, Bend, OR 97701.", home},
		{"We live at 12 Elm St, Salem, OR 97301. We live at 55 Oak Ave, Bend, OR 97701.", `!garaging_address.street`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestHomeOfOthersInALaterMail: it does not take the place of the author's home.
func TestHomeOfOthersInALaterMail(t *testing.T) {
	known := quote.Application{GaragingAddress: quote.Address{Street: "55 Oak Ave", City: "Bend", State: "OR", ZIP: "97701"}}
	r := Read(claims.Input{Text: "My son lives at 12 Elm St, Salem, OR 97301.", FromName: "Ann Lee", Replies: true, Known: known, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
	for _, f := range r.Facts {
		if strings.HasPrefix(f.Path, "garaging_address") {
			t.Errorf("%s=%s", f.Path, f.Value)
		}
	}
}
