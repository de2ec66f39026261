package quoting

import (
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/quote"
)

// Staff see each required offer that the quote omits, with the customer's words and the law.
func TestRejectionsAreShown(t *testing.T) {
	var s agent.State
	s.AgentScratchpad.Today = "2026-11-20"
	a := s.Application()
	a.GaragingAddress.State = "CA"
	for _, c := range []struct {
		words string
		want  string
	}{{"", "the customer did not ask for it"}, {"no UM please", `the customer wrote "no UM please"`}} {
		s.CustomerInfo.Case.Facts = map[string]quote.Fact{"coverages.uninsured_motorist": {Words: c.words}}
		got := strings.Join(Toolbox{}.rejectedOffers(&s), "\n")
		for _, part := range []string{"Uninsured motorist must be offered in CA", c.want, "a signed rejection (Cal. Ins. Code 11580.2)"} {
			if !strings.Contains(got, part) {
				t.Errorf("%q is missing in %q", part, got)
			}
		}
	}
	a.Coverages.UninsuredMotorist = "30/60"
	if got := (Toolbox{}).rejectedOffers(&s); got != nil {
		t.Errorf("with the coverage: %q", got)
	}
}
