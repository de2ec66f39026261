package quote

import (
	"strings"
	"testing"
)

func TestCheckVIN(t *testing.T) {
	tests := []struct {
		in       string
		valid    bool
		proposal string
		year     int
		problem  string
	}{
		{"1HGCM82633A004352", true, "", 2003, ""},
		{"5YJSA1DG9DFP14705", true, "", 2013, ""},
		{"1FTMW1T88MFA00001", true, "", 2021, ""},
		{"1M8GDM9AXKP042788", true, "", 1989, ""},
		{" 1hg-cm826 33a004352 ", true, "", 2003, ""},
		{"1HGCM82633AOO4352", false, "1HGCM82633A004352", 0, `has the character 'O'`},
		{"IHGCM82633AQ04352", false, "1HGCM82633A004352", 0, `has the character 'I'`},
		{"1HGCM82633A00435I", false, "", 0, `has the character 'I'`}, // a 1 there would not check
		{"1HGCM82633A004353", false, "", 0, "check digit is 3"},
		{"1HGCM82638A004352", false, "", 0, "check digit"},
		{"1HGCM82633A00435", false, "", 0, "16 characters"},
		{"1HGCM82633A0043522", false, "", 0, "18 characters"},
		{"1HGCM82633A00435é", false, "", 0, `has the character 'é'`},
		{"", false, "", 0, "0 characters"},
	}
	for _, tt := range tests {
		got := CheckVIN(tt.in)
		if got.Valid != tt.valid || got.Proposal != tt.proposal || got.Year != tt.year || !strings.Contains(got.Problem(english), tt.problem) || (got.Problem(english) == "") != tt.valid {
			t.Errorf("%q: %+v %s", tt.in, got, got.Problem(english))
		}
	}
}

// A slip within one class of the transliteration goes unseen; others are caught.
func TestVINSlips(t *testing.T) {
	const vin = "5YJSA1DG9DFP14705"
	for _, same := range []string{"5YJ2A1DG9DFP14705", "5YJBA1DG9DFP14705", "5YJS11DG9DFP14705"} {
		if !CheckVIN(same).Valid {
			t.Errorf("%s: %s", same, CheckVIN(same).Problem(english))
		}
	}
	for _, other := range []string{"SYJSA1DG9DFP14705", "5YJSA1DG9DFP1470S", "5YJ8A1DG9DFP14705"} {
		if CheckVIN(other).Valid {
			t.Errorf("%s passes for %s", other, vin)
		}
	}
}

func FuzzCheckVIN(f *testing.F) {
	for _, s := range []string{"1HGCM82633A004352", "IHGCM82633AOO4352", "", "ééééééééééééééééé", "1M8GDM9A\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v := CheckVIN(s)
		if v.Valid && (len(v.Value) != 17 || v.Proposal != "") || v.Valid != (v.Problem(english) == "") {
			t.Errorf("%q: %+v", s, v)
		}
		if v.Proposal != "" && !CheckVIN(v.Proposal).Valid {
			t.Errorf("%q: proposal %s does not check", s, v.Proposal)
		}
		if again := CheckVIN(v.Value); again != v {
			t.Errorf("%q: %+v, read again %+v", s, v, again)
		}
	})
}

// A VIN code of a future model year gives no model year, because the code also means the year
// 30 years before.
func TestVINOfAYearToComeTellsNone(t *testing.T) {
	for vin, want := range map[string]Severity{
		"1FTMW1T808FA00001": Error,   // 2038, or 2008
		"1FTMW1T84WFA00001": Error,   // 2028, or 1998
		"1FTMW1T86VFA00001": "",      // 2027: next year's
		"1FTMW1T81VFA00001": Warning, // of 2009, a wrong check digit
	} {
		a := Application{Vehicles: []Vehicle{{VIN: vin}}}
		if want == Warning {
			a.Vehicles[0].Year, a.Vehicles[0].Make, a.Vehicles[0].Model = new(2009), "Ford", "F-150"
		}
		var got Severity
		for _, p := range Validate(a, "2026-11-20", english) {
			if p.Path == "vehicles[0].vin" {
				got = p.Severity
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", vin, got, want)
		}
	}
	described := Application{Vehicles: []Vehicle{{VIN: "1FTMW1T808FA00001", Year: new(2008), Make: "Ford", Model: "F-150"}}}
	if got := Validate(described, "2026-11-20", english); len(got) > 0 {
		t.Errorf("a truck of 2008 is said to be one of 2038: %v", got)
	}
}
