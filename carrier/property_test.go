package carrier

import (
	"flag"
	"os"
	"testing"

	"pgregory.net/rapid"

	"ppamaild/quote"
)

// TestMain checks each property a thousand times by default.
func TestMain(m *testing.M) {
	checks := flag.Lookup("rapid.checks")
	if err := checks.Value.Set("1000"); err != nil {
		panic(err)
	}
	flag.Parse()
	os.Exit(m.Run())
}

// household draws a session that can be priced.
func household(t *rapid.T) Session {
	places := []quote.Address{{State: "OH", ZIP: "43004"}, {State: "CA", ZIP: "90012"}, {State: "HI", ZIP: "96801"},
		{State: "MI", ZIP: "48201"}, {State: "WY", ZIP: "82701"}, {State: "NY", ZIP: "10001"}}
	s := Session{ID: "S", AsOf: today}
	s.Application.EffectiveDate = effective
	s.Application.GaragingAddress = rapid.SampledFrom(places).Draw(t, "place")
	for range rapid.IntRange(1, 3).Draw(t, "drivers") {
		s.Application.Drivers = append(s.Application.Drivers, quote.Driver{
			YearsLicensed: new(rapid.IntRange(0, 60).Draw(t, "years")),
			Accidents:     new(rapid.IntRange(0, 3).Draw(t, "accidents")),
			Violations:    new(rapid.IntRange(0, 3).Draw(t, "violations"))})
	}
	for range rapid.IntRange(1, 3).Draw(t, "vehicles") {
		s.Application.Vehicles = append(s.Application.Vehicles, drawVehicle(t))
		s.Principals = append(s.Principals, rapid.IntRange(0, len(s.Application.Drivers)-1).Draw(t, "principal"))
	}
	s.Application.Coverages = quote.Coverages{
		BodilyInjury:            rapid.SampledFrom(quote.BodilyInjuryLimits()).Draw(t, "bi"),
		UninsuredMotorist:       rapid.SampledFrom(quote.BodilyInjuryLimits()).Draw(t, "um"),
		PropertyDamage:          drawOf(t, "pd", quote.PropertyDamageLimits()),
		MedicalPayments:         drawOf(t, "medpay", quote.MedicalPaymentsLimits()),
		PersonalInjury:          new(10_000),
		ComprehensiveDeductible: drawOf(t, "comp", quote.ComprehensiveDeductibles()),
		CollisionDeductible:     drawOf(t, "coll", quote.CollisionDeductibles()),
		Rental:                  new(rapid.Bool().Draw(t, "rental")),
	}
	return s
}

func drawVehicle(t *rapid.T) quote.Vehicle {
	return quote.Vehicle{
		Year: new(rapid.IntRange(1995, 2027).Draw(t, "year")), CostNew: new(rapid.IntRange(1, 89_000).Draw(t, "cost")),
		Use:         rapid.SampledFrom([]quote.Use{quote.Pleasure, quote.Commute, quote.Business}).Draw(t, "use"),
		AnnualMiles: new(rapid.IntRange(1, 45_000).Draw(t, "miles")), CommuteMilesOneWay: new(rapid.IntRange(0, 40).Draw(t, "one way"))}
}

func drawOf(t *rapid.T, label string, list []int) *int {
	return new(rapid.SampledFrom(list).Draw(t, label))
}

func drawDiscounts(t *rapid.T, drivers int) []Discount {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Discount {
		return Discount{
			Discount: rapid.SampledFrom(quote.AllDiscounts()).Draw(t, "discount"),
			Pending:  rapid.Bool().Draw(t, "pending"),
			Drivers:  rapid.SliceOfN(rapid.IntRange(0, drivers-1), 0, 2).Draw(t, "for"),
		}
	}), 0, 8).Draw(t, "discounts")
}

func priceOf(t *rapid.T, s Session, given []Discount) priced {
	p, err := referenceTables().price(s, given)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// worse makes one thing about the first vehicle or its driver worse.
var worse = map[string]func(*Session, int){
	"fewer years": func(s *Session, n int) { d := s.first(); d.YearsLicensed = new(max(0, *d.YearsLicensed-n)) },
	"more points": func(s *Session, n int) { d := s.first(); d.Violations = new(*d.Violations + n) },
	"more miles":  func(s *Session, n int) { v := &s.Application.Vehicles[0]; v.AnnualMiles = new(*v.AnnualMiles + 500*n) },
	"newer":       func(s *Session, n int) { v := &s.Application.Vehicles[0]; v.Year = new(*v.Year + n) },
	"dearer": func(s *Session, n int) {
		v := &s.Application.Vehicles[0]
		v.CostNew = new(min(90_000, *v.CostNew+1000*n))
	},
	"for business": func(s *Session, n int) { s.Application.Vehicles[0].Use = quote.Business },
	"higher BI": func(s *Session, n int) {
		c := &s.Application.Coverages
		c.BodilyInjury = further(quote.BodilyInjuryLimits(), c.BodilyInjury, n)
	},
	"higher PD": func(s *Session, n int) {
		c := &s.Application.Coverages
		c.PropertyDamage = new(further(quote.PropertyDamageLimits(), *c.PropertyDamage, n))
	},
	"higher UM": func(s *Session, n int) {
		c := &s.Application.Coverages
		c.UninsuredMotorist = further(quote.BodilyInjuryLimits(), c.UninsuredMotorist, n)
	},
	"higher MedPay": func(s *Session, n int) {
		c := &s.Application.Coverages
		c.MedicalPayments = new(further(quote.MedicalPaymentsLimits(), *c.MedicalPayments, n))
	},
	"lower comprehensive deductible": func(s *Session, n int) {
		c := &s.Application.Coverages
		c.ComprehensiveDeductible = new(further(quote.ComprehensiveDeductibles(), *c.ComprehensiveDeductible, -n))
	},
	"farther to work": func(s *Session, n int) {
		v := &s.Application.Vehicles[0]
		v.CommuteMilesOneWay = new(*v.CommuteMilesOneWay + n)
	},
	"commuting instead of pleasure": func(s *Session, n int) {
		if v := &s.Application.Vehicles[0]; v.Use == quote.Pleasure {
			v.Use = quote.Commute
		}
	},
	"a dearer territory": func(s *Session, n int) {
		a := &s.Application.GaragingAddress
		now, listed := of(referenceTerritories(), a.ZIP[:3])
		if !listed {
			now = 100
		}
		for _, t := range referenceTerritories() {
			if t.Factor > now {
				a.ZIP = t.Of + "01"
				return
			}
		}
	},
	"lower deductible": func(s *Session, n int) {
		c := &s.Application.Coverages
		c.CollisionDeductible = new(further(quote.CollisionDeductibles(), *c.CollisionDeductible, -n))
	},
}

func (s *Session) first() *quote.Driver { return &s.Application.Drivers[s.Principals[0]] }

// further returns the entry n places after v in a list, or the last entry.
func further[T comparable](list []T, v T, n int) T {
	for i, x := range list {
		if x == v {
			return list[min(max(i+n, 0), len(list)-1)]
		}
	}
	return v
}

func TestPriceIsMonotone(t *testing.T) {
	for name, worsen := range worse {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := household(t)
				given := drawDiscounts(t, len(s.Application.Drivers))
				before := priceOf(t, s, given).total
				worsen(&s, rapid.IntRange(0, 20).Draw(t, "by"))
				if after := priceOf(t, s, given).total; after < before {
					t.Errorf("%s lowers %v to %v", name, before, after)
				}
			})
		})
	}
}

func TestNoDiscountRaises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := household(t)
		given := drawDiscounts(t, len(s.Application.Drivers))
		for n := range given {
			with, without := priceOf(t, s, given[:n+1]), priceOf(t, s, given[:n])
			if with.total > without.total {
				t.Errorf("%v raises %v to %v", given[n], without.total, with.total)
			}
			for i := range with.lines {
				if with.lines[i].Premium > without.lines[i].Premium {
					t.Errorf("%v raises %v", given[n], with.lines[i].Coverage)
				}
			}
		}
	})
}

func TestReductionHasFloor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := drawDiscounts(t, 2)
		for _, c := range []Coverage{BodilyInjury, Comprehensive, Collision, UninsuredMotorist} {
			got := referenceTables().reductions(c, 0, given).product()
			if got.Cmp(&newProduct(1).times(60).Rat) < 0 || got.Cmp(&newProduct(1).Rat) > 0 {
				t.Errorf("%s of %v: %v", c, given, got)
			}
		}
	})
}

func TestPlanAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := Cents(rapid.Int64Range(1, 1_000_000).Draw(t, "total"))
		n := rapid.IntRange(1, 6).Draw(t, "payments")
		p := planOf(total, n, 500)
		sum := Cents(0)
		for _, c := range p.Payments {
			sum += c - p.Fee
		}
		if sum != total || len(p.Payments) != n || (p.Fee == 0) != (n == 1) {
			t.Errorf("%v in %d: %+v", total, n, p)
		}
	})
}
