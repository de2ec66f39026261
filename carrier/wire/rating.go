package wire

import (
	"errors"
	"fmt"
	"slices"

	"ppamaild/carrier"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

// ratingID matches the allowed IDs of ratings. Customers see the ID.
var ratingID = lazyregexp.MustCompile(`^[!-~]{1,64}$`)

// maxTexts limits the assumptions in a mail.
const maxTexts = 30

// RatingOf encodes a quote of the session with the given number.
func RatingOf(q carrier.Quote, number string) *Rating {
	r := &Rating{
		RatingId: q.ID, QuoteNumber: number, StateProvCd: q.State, EffectiveDt: string(q.EffectiveDate), TermMonths: q.TermMonths,
		QuotedDt: string(q.AsOf), ValidUntilDt: string(q.ValidUntil), RateTableVersion: q.TableVersion,
		IllustrativeInd: q.Illustrative, VerifiedInd: q.Verified, PrincipalDriver: q.Principals,
		PolicyFeeAmt: Amt(q.PolicyFee), GoodDriverAmt: Amt(q.GoodDriver), GoodDriverWithoutPendingAmt: Amt(q.GoodDriverWithoutPending),
		TotalAmt: Amt(q.Total), TotalWithoutPendingAmt: Amt(q.TotalWithoutPending),
		PaymentPlan: PaymentPlan{InstallmentFeeAmt: Amt(q.Plan.Fee)}, Assumption: q.Assumptions,
	}
	for _, p := range q.Plan.Payments {
		r.PaymentPlan.PaymentAmt = append(r.PaymentPlan.PaymentAmt, Amt(p))
	}
	for _, l := range q.Lines {
		limits, deductible := limitsOf(l.Coverage, l.Limit)
		r.Coverage = append(r.Coverage, RatedCoverage{
			VehicleNumber: l.Vehicle, CoverageCd: string(l.Coverage), Limit: limits, Deductible: deductible,
			CurrentTermAmt: Amt(l.Premium), WithoutPendingAmt: Amt(l.WithoutPending),
		})
	}
	return r
}

// Quote decodes the rating that answers the call c in session s. The error says why the
// rating does not belong to the session, or does not add up.
func (r *Rating) Quote(s carrier.Session, c carrier.Rate) (carrier.Quote, error) {
	q := r.quote()
	q.Discounts = slices.Clone(c.Discounts)
	err := errors.Join(r.checkSession(s), r.checkTexts(), checkDays(q, s), checkLines(q, s), checkSums(q), checkPending(q), checkPlan(q.Plan, q.Total, max(c.Payments, 1)))
	return q, err
}

// quote decodes the rating without checks.
func (r *Rating) quote() carrier.Quote {
	q := carrier.Quote{
		ID: r.RatingId, Illustrative: r.IllustrativeInd, Verified: r.VerifiedInd, TableVersion: r.RateTableVersion,
		State: r.StateProvCd, EffectiveDate: quote.Date(r.EffectiveDt), TermMonths: r.TermMonths,
		AsOf: quote.Date(r.QuotedDt), ValidUntil: quote.Date(r.ValidUntilDt),
		PolicyFee: carrier.Cents(r.PolicyFeeAmt), GoodDriver: carrier.Cents(r.GoodDriverAmt),
		GoodDriverWithoutPending: carrier.Cents(r.GoodDriverWithoutPendingAmt),
		Total:                    carrier.Cents(r.TotalAmt), TotalWithoutPending: carrier.Cents(r.TotalWithoutPendingAmt),
		Plan:       carrier.Plan{Fee: carrier.Cents(r.PaymentPlan.InstallmentFeeAmt)},
		Principals: r.PrincipalDriver, Assumptions: r.Assumption,
	}
	for _, p := range r.PaymentPlan.PaymentAmt {
		q.Plan.Payments = append(q.Plan.Payments, carrier.Cents(p))
	}
	for _, l := range r.Coverage {
		code := carrier.Coverage(l.CoverageCd)
		q.Lines = append(q.Lines, carrier.Line{Vehicle: l.VehicleNumber, Coverage: code, Limit: limitOf(code, l.Limit, l.Deductible),
			Premium: carrier.Cents(l.CurrentTermAmt), WithoutPending: carrier.Cents(l.WithoutPendingAmt)})
	}
	return q
}

// checkSession compares a rating with its session.
func (r *Rating) checkSession(s carrier.Session) error {
	a := s.Application
	switch {
	case r.QuoteNumber != s.ID:
		return fmt.Errorf("the rating has the number of quote %q, not of %q", r.QuoteNumber, s.ID)
	case r.StateProvCd != a.GaragingAddress.State || r.EffectiveDt != string(a.EffectiveDate):
		return fmt.Errorf("the rating is for %s from %s", r.StateProvCd, r.EffectiveDt)
	case r.TermMonths != 6 && r.TermMonths != 12:
		return fmt.Errorf("the term is %d months", r.TermMonths)
	case !slices.Equal(r.PrincipalDriver, s.Principals):
		return fmt.Errorf("the rating is with drivers %d, not %d", r.PrincipalDriver, s.Principals)
	case s.Verified != r.VerifiedInd:
		return fmt.Errorf("the rating says verified: %t, and the reports say %t", r.VerifiedInd, s.Verified)
	}
	return nil
}

func (r *Rating) checkTexts() error {
	if !ratingID.MatchString(r.RatingId) {
		return fmt.Errorf("the rating has the id %q", r.RatingId)
	}
	if len(r.Assumption) > maxTexts {
		return fmt.Errorf("the rating makes %d assumptions", len(r.Assumption))
	}
	return nil
}

// checkDays compares the days of a rating with the days of the session. The date may differ
// between the time zones of carrier and agency.
func checkDays(q carrier.Quote, s carrier.Session) error {
	_, from := q.AsOf.Time()
	_, until := q.ValidUntil.Time()
	switch starts := s.Application.EffectiveDate; {
	case !from || !until || q.ValidUntil < q.AsOf:
		return fmt.Errorf("the rating is dated %q and valid until %q", q.AsOf, q.ValidUntil)
	case q.AsOf < s.AsOf.AddDays(-1) || q.ValidUntil < s.AsOf:
		return fmt.Errorf("the rating is dated %s and valid until %s, but was requested as of %s", q.AsOf, q.ValidUntil, s.AsOf)
	case q.AsOf > starts.AddDays(1):
		return fmt.Errorf("the rating is dated %s, too late for coverage from %s", q.AsOf, starts)
	}
	return nil
}

// checkLines compares the priced coverages with the requested coverages.
func checkLines(q carrier.Quote, s carrier.Session) error {
	type line struct {
		vehicle  int
		coverage carrier.Coverage
		limit    string
	}
	asked := make(map[line]bool)
	for i := range s.Application.Vehicles {
		for _, c := range coverages(s.CoveragesOf(i)) {
			code := carrier.Coverage(c.CoverageCd)
			asked[line{i, code, limitOf(code, c.Limit, c.Deductible)}] = true
		}
	}
	for _, l := range q.Lines {
		if key := (line{l.Vehicle, l.Coverage, l.Limit}); !asked[key] {
			return fmt.Errorf("%s %s of vehicle %d is priced, and was not asked for, or twice", l.Coverage, l.Limit, l.Vehicle)
		} else {
			delete(asked, key)
		}
	}
	if len(asked) > 0 {
		return fmt.Errorf("%d coverages that were asked for are not priced", len(asked))
	}
	return nil
}

func checkSums(q carrier.Quote) error {
	full, proven := q.PolicyFee-q.GoodDriver, q.PolicyFee-q.GoodDriverWithoutPending
	for _, l := range q.Lines {
		full += l.Premium
		proven += l.WithoutPending
	}
	switch {
	case full != q.Total || proven != q.TotalWithoutPending:
		return fmt.Errorf("the premiums add up to %s and %s, the totals are %s and %s", full, proven, q.Total, q.TotalWithoutPending)
	case q.Total <= 0 || q.Total > q.TotalWithoutPending:
		return fmt.Errorf("the total is %s, and %s without pending discounts", q.Total, q.TotalWithoutPending)
	}
	return nil
}

// checkPending allows a different price without pending discounts only if a discount is
// pending. It refuses a vehicle without a premium.
func checkPending(q carrier.Quote) error {
	pending := slices.ContainsFunc(q.Discounts, func(d carrier.Discount) bool { return d.Pending })
	if q.Total != q.TotalWithoutPending && !pending {
		return fmt.Errorf("the total is %s, and %s without pending discounts, of which there are none", q.Total, q.TotalWithoutPending)
	}
	for i := range q.Principals {
		if q.VehiclePremium(i) == 0 {
			return fmt.Errorf("vehicle %d is insured for nothing", i)
		}
	}
	return nil
}

// checkPlan compares the payments with the total. A single payment has no fee.
func checkPlan(p carrier.Plan, total carrier.Cents, payments int) error {
	sum := carrier.Cents(0)
	for _, c := range p.Payments {
		sum += c - p.Fee
	}
	short := slices.ContainsFunc(p.Payments, func(c carrier.Cents) bool { return c < p.Fee })
	if len(p.Payments) != payments || sum != total || short || payments == 1 && p.Fee > 0 {
		return fmt.Errorf("%d payments of %s in all, with a fee of %s in each, were given for %d of %s", len(p.Payments), sum, p.Fee, payments, total)
	}
	return nil
}
