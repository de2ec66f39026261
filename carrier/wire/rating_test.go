package wire

import (
	"encoding/json"
	"testing"

	"ppamaild/carrier"
	"ppamaild/quote"
)

// session is one that was rated, and how.
func session(t testing.TB) (carrier.Session, carrier.Rate, carrier.Quote) {
	t.Helper()
	var s carrier.Session
	rate := carrier.Rate{Payments: 3, Discounts: []carrier.Discount{{Discount: quote.MultiPolicy, Pending: true}}}
	for _, c := range []carrier.Call{
		carrier.Initiate{AsOf: "2026-11-20", EffectiveDate: "2026-12-01", Address: quote.Address{Street: "1 A", City: "B", State: "OH", ZIP: "43004"}},
		carrier.SetNamedInsured{NamedInsured: quote.NamedInsured{GivenName: "A", Surname: "B"}},
		carrier.AddDriver{Driver: quote.Driver{GivenName: "A", DateOfBirth: "1980-01-01", YearsLicensed: new(20), Accidents: new(0), Violations: new(0)}},
		carrier.AddVehicle{Vehicle: quote.Vehicle{Year: new(2021), Make: "Honda", Model: "CR-V", Use: quote.Commute, AnnualMiles: new(12_000)}},
		carrier.UpdateCoverage{Coverages: quote.Coverages{BodilyInjury: "25/50", PropertyDamage: new(25), CollisionDeductible: new(500)}},
		carrier.AssignDrivers{}, rate,
	} {
		next, result, err := carrier.NewReference().Call(t.Context(), carrier.Key{ID: t.Name()}, s, c)
		if err != nil {
			t.Fatal(err)
		}
		if r, is := result.(carrier.Rated); is {
			return s, rate, r.Quote
		}
		s = next
	}
	t.Fatal("no price")
	return s, rate, carrier.Quote{}
}

func TestRatingBecomesAQuote(t *testing.T) {
	s, rate, q := session(t)
	got, err := RatingOf(q, s.ID).Quote(s, rate)
	if err != nil || got.Total != q.Total || got.TotalWithoutPending != q.TotalWithoutPending || len(got.Lines) != len(q.Lines) || got.Lines[0] != q.Lines[0] {
		t.Errorf("%+v, %v; want %+v", got, err, q)
	}
}

func TestWrongRatingsAreNoQuotes(t *testing.T) {
	for name, spoil := range map[string]func(*Rating){
		"another quote":       func(r *Rating) { r.QuoteNumber = "S-OTHER" },
		"no id":               func(r *Rating) { r.RatingId = "" },
		"an id of words":      func(r *Rating) { r.RatingId = "call us now" },
		"an essay":            func(r *Rating) { r.Assumption = make([]string, 100) },
		"another state":       func(r *Rating) { r.StateProvCd = "OR" },
		"another day":         func(r *Rating) { r.EffectiveDt = "2026-12-02" },
		"a term of a day":     func(r *Rating) { r.TermMonths = 0 },
		"other drivers":       func(r *Rating) { r.PrincipalDriver = []int{1} },
		"verified by nothing": func(r *Rating) { r.VerifiedInd = true },
		"valid until before":  func(r *Rating) { r.ValidUntilDt = "2026-11-19" },
		"valid until no day":  func(r *Rating) { r.ValidUntilDt = "soon" },
		"of long ago":         func(r *Rating) { r.QuotedDt = "2026-11-18" },
		"expired":             func(r *Rating) { r.QuotedDt, r.ValidUntilDt = "2026-11-19", "2026-11-19" },
		"of next year":        func(r *Rating) { r.QuotedDt, r.ValidUntilDt = "2027-11-20", "2027-12-20" },
		"for nothing": func(r *Rating) {
			for i := range r.Coverage {
				r.Coverage[i].CurrentTermAmt, r.Coverage[i].WithoutPendingAmt = 0, 0
			}
			r.TotalAmt, r.TotalWithoutPendingAmt, r.PaymentPlan = 20_00, 20_00, PaymentPlan{PaymentAmt: []Amt{10_00, 5_00, 5_00}}
		},
		"a payment of less than its fee": func(r *Rating) {
			r.PaymentPlan.PaymentAmt[1] += r.PaymentPlan.PaymentAmt[2] - 1_00
			r.PaymentPlan.PaymentAmt[2] = 1_00
		},
		"a total too low":         func(r *Rating) { r.TotalAmt -= 1 },
		"no total":                func(r *Rating) { r.TotalAmt, r.TotalWithoutPendingAmt = 0, 0 },
		"a line missing":          func(r *Rating) { r.Coverage = r.Coverage[1:] },
		"a line twice":            func(r *Rating) { r.Coverage = append(r.Coverage, r.Coverage[0]) },
		"another limit":           func(r *Rating) { r.Coverage[0].Limit[0].FormatInteger = 15_000 },
		"a limit in between":      func(r *Rating) { r.Coverage[0].Limit[0].FormatInteger = 25_999 },
		"another deductible":      func(r *Rating) { r.Coverage[2].Deductible = new(1000) },
		"another vehicle":         func(r *Rating) { r.Coverage[0].VehicleNumber = 1 },
		"payments short of it":    func(r *Rating) { r.PaymentPlan.PaymentAmt[0] -= 1 },
		"other payments":          func(r *Rating) { r.PaymentPlan.PaymentAmt = r.PaymentPlan.PaymentAmt[:2] },
		"dearer with a discount":  func(r *Rating) { r.TotalAmt, r.TotalWithoutPendingAmt = r.TotalWithoutPendingAmt, r.TotalAmt },
		"a discount from nowhere": func(r *Rating) { r.GoodDriverAmt = 100_00 },
	} {
		s, rate, q := session(t)
		r := RatingOf(q, s.ID)
		spoil(r)
		if got, err := r.Quote(s, rate); err == nil {
			t.Errorf("%s became a quote of %v", name, got.Total)
		}
	}
}

// A single payment has no fee. Without pending discounts there is only one price.
func TestPricesOfWhatWasNotAskedForAreNoQuotes(t *testing.T) {
	for name, spoil := range map[string]func(*Rating){
		"as it is": func(*Rating) {},
		"a fee of a single payment": func(r *Rating) {
			r.PaymentPlan = PaymentPlan{PaymentAmt: []Amt{r.TotalAmt + 500}, InstallmentFeeAmt: 500}
		},
		"dearer without a discount that nobody waits for": func(r *Rating) {
			r.Coverage[0].WithoutPendingAmt += 10_00
			r.TotalWithoutPendingAmt += 10_00
		},
	} {
		s, rate, q := session(t)
		rate.Payments, rate.Discounts = 1, []carrier.Discount{{Discount: quote.MultiPolicy}}
		q.Plan = carrier.Plan{Payments: []carrier.Cents{q.Total}}
		for i := range q.Lines {
			q.Lines[i].WithoutPending = q.Lines[i].Premium
		}
		q.TotalWithoutPending = q.Total
		r := RatingOf(q, s.ID)
		spoil(r)
		if got, err := r.Quote(s, rate); (err == nil) != (name == "as it is") {
			t.Errorf("%s became a quote of %v, %v", name, got.Total, err)
		}
	}
}

// FuzzAnswers checks that every answer is refused, or is a correct price of the session.
func FuzzAnswers(f *testing.F) {
	s, rate, q := session(f)
	good, err := json.Marshal(RatingAnswer{TransactionId: "K", QuoteNumber: s.ID, VersionNumber: 1, RatingStatusCd: RatingRated, Rating: RatingOf(q, s.ID)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"RatingStatusCd":"Rated","Rating":{"TotalAmt":"-1.00"}}`))
	f.Add([]byte(`<html>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		var a RatingAnswer
		if Decode(body, &a) != nil || a.Rating == nil {
			return
		}
		got, err := a.Rating.Quote(s, rate)
		if err != nil {
			return
		}
		sum := got.PolicyFee - got.GoodDriver
		for _, l := range got.Lines {
			sum += l.Premium
			if l.Premium < 0 || l.WithoutPending < 0 {
				t.Errorf("a premium of %v", l.Premium)
			}
		}
		if sum != got.Total || got.Total <= 0 || a.Rating.QuoteNumber != s.ID || len(got.Lines) != len(q.Lines) {
			t.Errorf("became a quote of %v: %s", got.Total, body)
		}
	})
}
