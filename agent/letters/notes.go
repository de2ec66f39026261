package letters

import (
	"strings"

	"ppamaild/carrier"
	"ppamaild/quote"
)

// UnlistedMakes names the vehicles with a make that the rates do not list. The price when new is a
// guess.
func UnlistedMakes(a quote.Application, q carrier.Quote, words Words) (flags []string) {
	if !q.Illustrative {
		return nil
	}
	for _, v := range a.Vehicles {
		if v.CostNew == nil && v.Make != "" && !carrier.ListsMake(v.Make) {
			flags = append(flags, words.Say("quoting.unlisted_make",
				strings.TrimSpace(v.Make+" "+v.Model)))
		}
	}
	return flags
}

// LowerUninsured describes uninsured motorist limits below the bodily injury limits.
func LowerUninsured(a quote.Application, today quote.Date, words Words) []string {
	r, lower := quote.LowerUninsured(a, today)
	if !lower {
		return nil
	}
	return []string{words.Say("quoting.lower_uninsured", a.Coverages.UninsuredMotorist,
		a.Coverages.BodilyInjury, r.Lower, r.Source)}
}
