package reading

import "testing"

// TestAgesOfKin: "my wife is 43" is an age, from which "at 16" counts.
func TestAgesOfKin(t *testing.T) {
	for text, want := range map[string]string{
		"I'm 45 (Aug 9), my wife is 43 (Mar 22). Both got licenses in high school at 16.": `drivers[0].years_licensed=29 drivers[1].years_licensed=27`,
		"My wife is 43. She got her license at 18.":                                       `drivers[1].years_licensed=25 !drivers[0]`,
		"My wife is 43 miles from work. She got her license at 18.":                       `!drivers[1].years_licensed`,
	} {
		trap(t, answerOf("Tom Becker", text), want)
	}
}
