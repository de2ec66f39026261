package reading

import "testing"

// TestDatedLists: in some lists the day comes before what it is of.
func TestDatedLists(t *testing.T) {
	const both = `drivers[0].date_of_birth="1960-06-06" drivers[1].given_name="Rosa" drivers[1].date_of_birth="1962-05-02"`
	const record = "My record:\n"
	for text, want := range map[string]string{
		"2012 Kia Rio. Drivers: 6-6-60 me, 5-2-62 Rosa":                                                both,
		"2012 Kia Rio\n6/6/1960 me\n5/2/1962 Rosa":                                                     both,
		"2 drivers:\n6-6-60 me, 5-2-62 Rosa (my wife)\nboth lic at 18":                                 both + ` drivers[1].relationship="spouse" drivers[0].years_licensed=48 drivers[1].years_licensed=46`,
		"2012 Kia Rio. Drivers: Rosa, 6/6/1960 Tom, 5/2/1962":                                          `!named_insured.date_of_birth drivers[1].date_of_birth="1960-06-06" drivers[2].date_of_birth="1962-05-02"`,
		record + "2/9/2024 - speeding\n8/30/2024 - speeding again\n1/4/2026 - at-fault accident":       `drivers[0].accidents=1 drivers[0].violations=2`,
		record + "- 3/14/2024 speeding\n- 11/2/2024 ran a stop sign\n- 6/1/2025 not-at-fault accident": `!drivers[0].accidents drivers[0].violations=2`,
		record + "3/14/2019 speeding\n11/2/2024 speeding":                                              `drivers[0].violations=1`,
	} {
		trap(t, letter("quote", text), want)
	}
}
