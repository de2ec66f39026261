package reading

import "testing"

// TestWorkByOtherNames reads the way to work in everyday Spanish.
func TestWorkByOtherNames(t *testing.T) {
	for text, want := range map[string]string{
		"2012 f150, la uso pa ir al jale y ya":        `vehicles[0].use="commute"`,
		"2012 Ford F-150, la uso para ir a la chamba": `vehicles[0].use="commute"`,
		"2012 Ford F-150, me gusta mi jale":           `!vehicles[0].use`,
	} {
		checkText(t, text, want)
	}
}
