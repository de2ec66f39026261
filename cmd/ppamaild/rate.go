package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"ppamaild/carrier"
	"ppamaild/config"
	"ppamaild/quote"
	"ppamaild/templates"
)

// rateCommand prices an application from a file.
type rateCommand struct {
	File     string `arg:"" placeholder:"APPLICATION.json" help:"The application, in the format of inspect --json; - reads standard input. A vehicle may also have driver (an index) and its own coverages."`
	Config   string `placeholder:"FILE" help:"Configuration with default coverages and time zone."`
	AsOf     string `placeholder:"DATE" help:"The day of the quote (default: today)."`
	Payments int    `default:"1" help:"Number of payments (${default})."`
}

// rating is the printed result.
type rating struct {
	application quote.Application
	assumed     []quote.Fact
	discounts   []quote.Assessment
	rejections  []quote.Rejection
	minimum     quote.Minimums
	rules       []quote.FactorRule
	explained   carrier.Explanation
	proven      carrier.Cents // total without the discounts that still need documents
	referred    []string      // reasons why a person must decide; no price then
}

// Run prices the application and prints each step.
func (c rateCommand) Run(env *environment) error {
	env.endAnywhere()
	cfg := config.Default()
	if c.Config != "" {
		var err error
		if cfg, err = (withConfig{Config: c.Config}).offline(env.stderr); err != nil {
			return err
		}
	}
	risk, err := c.read()
	if err != nil {
		return err
	}
	asOf := quote.Date(c.AsOf)
	if c.AsOf == "" {
		asOf = quote.Date(time.Now().In(cfg.Agency.Location).Format(time.DateOnly))
	}
	if _, is := asOf.Time(); !is {
		return fmt.Errorf("%w: --as-of %q is not a day of the form 2006-01-02", errConfig, c.AsOf)
	}
	r, err := c.rate(env, risk, cfg.Quote.DefaultCoverages, asOf)
	if err != nil {
		return err
	}
	return r.print(env.stdout)
}

func (c rateCommand) read() (quote.Application, error) {
	var risk quote.Application
	raw, err := os.ReadFile(c.File)
	if c.File == "-" {
		raw, err = io.ReadAll(os.Stdin)
	}
	if err != nil {
		return risk, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&risk); err != nil {
		return risk, fmt.Errorf("reading the application in %s: %w", c.File, err)
	}
	return risk, nil
}

// rate fills in assumptions and prices the application as for a request by mail.
func (c rateCommand) rate(env *environment, risk quote.Application, defaults quote.Coverages, asOf quote.Date) (r rating, err error) {
	kase := quote.Case{Application: risk}
	if missing := quote.Missing(kase.Application); len(missing) > 0 {
		return r, fmt.Errorf("the application can't be priced without %s", strings.Join(missing, ", "))
	}
	if r.assumed, err = kase.Assume(defaults, asOf); err != nil {
		return r, err
	}
	r.application, r.rejections = kase.Application, kase.Rejections(asOf)
	r.discounts = quote.AssessDiscounts(kase.Application, asOf, templates.Embedded("en"))
	r.rule()
	return r, r.price(env, carrier.Building(kase.Application, "", asOf), carrier.Rate{Discounts: carrier.Eligible(r.discounts), Payments: c.Payments})
}

// rule looks up the state's rules for the rating factors.
func (r *rating) rule() {
	state, on := r.application.GaragingAddress.State, r.application.EffectiveDate
	r.minimum, _ = quote.Minimum(state, on)
	for _, f := range []quote.Factor{quote.DrivingRecord, quote.AnnualMileage, quote.YearsOfExperience, quote.VehicleKind, quote.VehicleUse, quote.Territory} {
		rule, known := quote.RuleOf(state, f, on)
		if !known {
			rule = quote.FactorRule{State: state, Factor: f, Source: "no known rule allows this factor"}
		}
		r.rules = append(r.rules, rule)
	}
}

// price opens a session with the reference carrier, enters the application, and rates and
// explains the quote.
func (r *rating) price(env *environment, calls []carrier.Call, rate carrier.Rate) (err error) {
	reference, key := carrier.NewReference(), carrier.Key{ID: "by hand"}
	var s carrier.Session
	for _, call := range calls {
		next, result, err := reference.Call(env, key, s, call)
		if err := refusal(result, err); err != nil {
			return err
		}
		s = next
	}
	_, result, err := reference.Call(env, key, s, rate)
	if err := refusal(result, err); err != nil {
		return err
	}
	switch result := result.(type) {
	case carrier.Rated:
		r.proven = result.Quote.TotalWithoutPending
	case carrier.Referred:
		r.referred = result.Reasons
	}
	r.explained, err = reference.Explain(s, rate)
	return err
}

// refusal returns the carrier's reason for refusing a call, or err.
func refusal(result carrier.Result, err error) error {
	if failed, is := result.(carrier.Failed); is {
		return fmt.Errorf("the application can't be priced: %s %s", failed.Field, failed.Message)
	}
	return err
}
