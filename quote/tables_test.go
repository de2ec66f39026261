package quote

import (
	"slices"
	"testing"
)

func TestMinimumsAreWhole(t *testing.T) {
	table, err := minimums.Get()
	if err != nil {
		t.Fatal(err)
	}
	if len(table) != 51 {
		t.Errorf("%d states, want 50 and DC", len(table))
	}
	for state, rows := range table {
		if _, ok := Minimum(state, today); !ok {
			t.Errorf("%s has no minimum today", state)
		}
		for i, m := range rows {
			checkMinimum(t, m)
			if i > 0 && m.From <= rows[i-1].From {
				t.Errorf("%s: %s does not follow %s", state, m.From, rows[i-1].From)
			}
		}
	}
}

func checkMinimum(t *testing.T, m Minimums) {
	t.Helper()
	known := slices.Contains(BodilyInjuryLimits(), m.BodilyInjury) || m.BodilyInjury == "" && m.State == "FL"
	if !known || m.UsualBodilyInjury != "" && !slices.Contains(BodilyInjuryLimits(), m.UsualBodilyInjury) {
		t.Errorf("%s: bodily injury %q, usually %q", m.State, m.BodilyInjury, m.UsualBodilyInjury)
	}
	if !slices.Contains(PropertyDamageLimits(), m.PropertyDamage) {
		t.Errorf("%s: property damage %d", m.State, m.PropertyDamage)
	}
	if m.MedicalPayments != 0 && !slices.Contains(MedicalPaymentsLimits(), m.MedicalPayments) {
		t.Errorf("%s: medical payments %d", m.State, m.MedicalPayments)
	}
	if _, ok := m.From.Time(); !ok || m.Source == "" {
		t.Errorf("%s from %q, source %q", m.State, m.From, m.Source)
	}
}

// A letter under "requires" and an amount go together.
func TestMinimumAmounts(t *testing.T) {
	with := map[bool][]string{}
	table, _ := minimums.Get()
	for state, rows := range table {
		if rows[len(rows)-1].PersonalInjury > 0 {
			with[true] = append(with[true], state)
		}
		if rows[len(rows)-1].MedicalPayments > 0 {
			with[false] = append(with[false], state)
		}
	}
	slices.Sort(with[true])
	slices.Sort(with[false])
	pip := []string{"AR", "DE", "FL", "HI", "KS", "KY", "MA", "MD", "MI", "MN", "ND", "NJ", "NY", "OR", "PA", "UT"}
	if !slices.Equal(with[true], pip) || !slices.Equal(with[false], []string{"ME", "NH"}) {
		t.Errorf("personal injury in %v, medical payments in %v", with[true], with[false])
	}
}

func TestMinimumByDay(t *testing.T) {
	tests := []struct {
		state string
		on    Date
		bi    string
		pd    int
	}{
		{"CA", "2024-12-31", "15/30", 5}, {"CA", "2025-01-01", "30/60", 15}, {"CA", "2035-01-01", "50/100", 25},
		{"VA", "2024-12-31", "30/60", 20}, {"VA", "2025-01-01", "50/100", 25},
		{"UT", "2024-12-31", "25/65", 15}, {"UT", "2025-01-01", "30/65", 25},
		{"MA", "2025-06-30", "20/40", 5}, {"MA", "2025-07-01", "25/50", 30},
		{"NC", "2025-01-01", "30/60", 25}, {"NC", "2025-07-01", "50/100", 50},
		{"NJ", "2023-01-01", "25/50", 25}, {"NJ", "2025-12-31", "25/50", 25}, {"NJ", "2026-01-01", "35/70", 25},
		{"HI", "2025-12-31", "20/40", 10}, {"HI", "2026-01-01", "40/80", 20},
		{"TX", today, "30/60", 25}, {"FL", today, "", 10},
	}
	for _, tt := range tests {
		if m, ok := Minimum(tt.state, tt.on); !ok || m.BodilyInjury != tt.bi || m.PropertyDamage != tt.pd {
			t.Errorf("%s on %s: %+v, %t", tt.state, tt.on, m, ok)
		}
	}
	for _, bad := range []struct {
		state string
		on    Date
	}{{"XX", today}, {"", today}, {"ca", today}, {"CA", ""}, {"CA", "soon"}, {"CA", "2020-01-01"}} {
		if m, ok := Minimum(bad.state, bad.on); ok {
			t.Errorf("%q on %q: %+v", bad.state, bad.on, m)
		}
	}
}

func TestStateOfZIP(t *testing.T) {
	for zip, want := range map[string]string{
		"97201": "OR", "07030": "NJ", "90012": "CA", "10001-1234": "NY", "02139": "MA", "05501": "MA", "05401": "VT",
		"20001": "DC", "20101": "VA", "06390": "NY", "06391": "CT", "83414": "WY", "83401": "ID", "88510": "TX",
		"99501": "AK", "96801": "HI", "73301": "TX", "39901": "GA",
	} {
		if got, ok := StateOfZIP(zip); !ok || got != want {
			t.Errorf("%s: %q, want %s", zip, got, want)
		}
	}
	for _, zip := range []string{"", "7030", "970", "9720l", "97201-", "97201-12", "972011", "00901", "09001", "96201", "-----"} {
		if got, ok := StateOfZIP(zip); ok {
			t.Errorf("%q lies in %s", zip, got)
		}
	}
}

func TestZIPTable(t *testing.T) {
	ranges, err := zipRanges.Get()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, r := range ranges {
		if len(r.first) != len(r.last) || len(r.first) != 3 && len(r.first) != 5 || r.first > r.last || !IsState(r.state) {
			t.Errorf("bad range %+v", r)
		}
		if i > 0 && r.first[:3] <= ranges[i-1].last[:3] && len(r.first) == 3 && len(ranges[i-1].first) == 3 {
			t.Errorf("%+v overlaps %+v", r, ranges[i-1])
		}
		seen[r.state] = true
	}
	if len(seen) != 51 {
		t.Errorf("%d states have ZIP codes", len(seen))
	}
}

func TestBrokenTablesAreErrors(t *testing.T) {
	if _, err := parseMinimums("state,from,bi,pd,requires,pip,medpay,default,note,source\nOH,2023-12-01,25/50,many,,,,,,III\n"); err == nil {
		t.Error("a property damage of many was read")
	}
	if _, err := parseMinimums("state,from\n\"OH"); err == nil {
		t.Error("a broken row was read")
	}
	if _, err := parseZIPs("005,NY\n"); err == nil {
		t.Error("a range without an end was read")
	}
}
