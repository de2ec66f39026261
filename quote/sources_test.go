package quote

import (
	"encoding/csv"
	"regexp"
	"strings"
	"testing"
)

// Every row names its source: a section of law that was read, a page, or an internal rule. An
// unchecked source does not count.
func TestEveryRowNamesItsSource(t *testing.T) {
	unread := regexp.MustCompile(`(?i)unverified|general knowledge|^\?|^secondary$`)
	for name, text := range map[string]string{"factors": factorsCSV, "minimums": minimumsCSV, "offers": offersCSV, "uninsured": uninsuredCSV, "referrals": referralsCSV} {
		r := csv.NewReader(strings.NewReader(text))
		r.Comment = '#'
		rows, err := r.ReadAll()
		if err != nil || len(rows) < 2 || rows[0][len(rows[0])-1] != "source" {
			t.Fatalf("%s: %d rows, %v", name, len(rows), err)
		}
		for _, row := range rows[1:] {
			if source := strings.TrimSpace(row[len(row)-1]); source == "" || unread.MatchString(source) {
				t.Errorf("%s, %s: the source is %q", name, strings.Join(row[:3], " "), source)
			}
		}
		if unread.MatchString(text[:strings.Index(text, rows[0][0])]) {
			t.Errorf("%s admits sources that nobody read", name)
		}
	}
	if strings.Contains(zipCSV, "unverified") {
		t.Error("the states of ZIP codes are unverified")
	}
}

// A factor counts where a row of the state allows it, and in no state without one.
func TestNoSourceNoFactor(t *testing.T) {
	for state, want := range map[string]bool{"OH": true, "OR": true, "AZ": false, "IL": false, "MT": false} {
		for _, f := range usedFactors {
			if got := Allowed(state, f, today); got != want {
				t.Errorf("%s in %s: %t", f, state, got)
			}
			if Denied(state, f, today) {
				t.Errorf("%s in %s is denied by a row, which has none", f, state)
			}
		}
		if Allowed(state, Credit, today) || Allowed(state, everyUsed+"x", today) {
			t.Errorf("%s lets credit count", state)
		}
	}
	if !Denied("CA", PriorInsuranceHistory, today) || Denied("", MatureAge, today) || Denied("XX", MatureAge, today) {
		t.Error("what a row denies and what none allows are not told apart")
	}
}

// TestFindingD11CaliforniaRatesTheVehicle: the type of the vehicle may count in California.
func TestFindingD11CaliforniaRatesTheVehicle(t *testing.T) {
	if !Allowed("CA", VehicleKind, "2026-11-20") {
		t.Error("every car costs the same in California")
	}
}
