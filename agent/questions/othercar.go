package questions

import (
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// NamesOtherCar reports whether words name a make or model that is not in the application.
func NamesOtherCar(words string, a quote.Application) bool {
	d := find.New(words)
	for i := range d.Tokens {
		named := bare(d.Raw(text.Between(i, i+1)))
		ours := func(v quote.Vehicle) bool { return strings.Contains(bare(v.Make+" "+v.Model), named) }
		if find.NamesCarPlainly(d, i) && !slices.ContainsFunc(a.Vehicles, ours) {
			return true
		}
	}
	return false
}

// bare writes a name without case and hyphens: "F-150" is "f150".
func bare(name string) string { return strings.ToLower(strings.ReplaceAll(name, "-", "")) }
