package factcheck_test

import (
	"slices"
	"testing"

	"ppamaild/agent/factcheck"
)

func TestUnsupported(t *testing.T) {
	known := []string{`{"due":"2026-09-20","amount":"$618.50"}`, "about 20% of 1HGCM82633A004352"}
	tests := map[string][]string{
		"$618.50 was due September 20, 2026, 20 percent of it.": nil,
		"618.50 dollars, 9/20": nil,
		"$618.51 was due on September 21, 2026.": {`the amount "$618.51"`,
			`the date "September 21, 2026"`},
		"the VIN 1HGCM82633A004352, and another 2HGCM82633A0043": nil,
		"30%": {`the percentage "30%"`},
	}
	for text, want := range tests {
		if got := factcheck.Unsupported(text, nil, known...); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
