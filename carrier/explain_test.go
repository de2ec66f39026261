package carrier

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// What an explanation says can be worked out again by hand, to the cent.
func TestExplanationAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := household(t)
		s.Application.GaragingAddress.Street = "12 Elm Street"
		given := drawDiscounts(t, len(s.Application.Drivers))
		p := priceOf(t, s, given)
		sum := referenceTables().PolicyFee - p.goodDriver
		for i, l := range p.steps {
			exact := big.NewRat(int64(l.Base), 100)
			for _, f := range l.Factors {
				exact.Mul(exact, big.NewRat(int64(f.By), 100))
				if f.Name == "" || f.Of == "" {
					t.Errorf("a factor of %s without a name or a reason: %+v", l.Coverage, f)
				}
			}
			if whole := exact.FloatString(0); whole != Cents(l.Premium).whole() && l.Premium < 1000_00 {
				t.Errorf("%s: the factors make %s, the premium is %s", l.Coverage, exact.FloatString(6), l.Premium)
			}
			if exact.FloatString(6) != l.Exact || p.lines[i].Premium != l.Premium {
				t.Errorf("%s: exact %s, said to be %s; line %s", l.Coverage, exact.FloatString(6), l.Exact, p.lines[i].Premium)
			}
			sum += l.Premium
		}
		if sum != p.total {
			t.Errorf("the steps add up to %s, the total is %s", sum, p.total)
		}
	})
}

func TestExplainWorkedExample(t *testing.T) {
	e, err := NewReference().Explain(worked(t), Rate{Discounts: workedDiscounts()})
	if err != nil {
		t.Fatal(err)
	}
	first := e.Lines[0]
	if first.Coverage != BodilyInjury || first.Base != 190_00 || first.Exact != "178.748872" || first.Premium != 179_00 {
		t.Errorf("bodily injury: %+v", first)
	}
	if e.Premiums != 996_00 || e.Total != 1016_00 {
		t.Errorf("premiums %v, total %v", e.Premiums, e.Total)
	}
	if _, err := NewReference().Explain(Session{}, Rate{}); err == nil {
		t.Error("a session without anything in it was explained")
	}
}
