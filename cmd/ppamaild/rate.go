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
)

// rateCommand prices an application by hand.
type rateCommand struct {
	File     string `arg:"" placeholder:"APPLICATION.json" help:"The application, as inspect --json shows it; - is standard input. It may also have by_vehicle (coverages that differ, by the vehicle's index) and principals (a driver's index for each vehicle)."`
	Config   string `placeholder:"FILE" help:"Takes default coverages and time zone from a configuration."`
	AsOf     string `placeholder:"DATE" help:"The day of the quote; today unless given."`
	Payments int    `default:"1" help:"How many payments (${default})."`
}

// riskFile is an application and what a request by mail can't say.
type riskFile struct {
	quote.Application
	ByVehicle  map[int]quote.Coverages `json:"by_vehicle"`
	Principals []int                   `json:"principals"`
}

// rating is what the command prints.
type rating struct {
	application quote.Application
	assumed     []quote.Fact
	discounts   []quote.Assessment
	rejections  []quote.Rejection
	minimum     quote.Minimums
	rules       []quote.FactorRule
	explained   carrier.Explanation
	proven      carrier.Cents // the total without discounts that are to be documented
	referred    []string      // why there is no price to give
}

// Run prices the application and prints how.
func (c rateCommand) Run(env *environment) error {
	cfg := config.Default()
	if c.Config != "" {
		var err error
		if cfg, err = (withConfig{c.Config}).load(env.stderr); err != nil {
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

func (c rateCommand) read() (riskFile, error) {
	var risk riskFile
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

// rate assumes what was not stated, and builds up the session that a mail would.
func (c rateCommand) rate(env *environment, risk riskFile, defaults quote.Coverages, asOf quote.Date) (rating, error) {
	kase := quote.Case{Application: risk.Application}
	var r rating
	if missing := quote.Missing(kase.Application); len(missing) > 0 {
		return r, fmt.Errorf("it can't be priced without %s", strings.Join(missing, ", "))
	}
	var err error
	if r.assumed, err = kase.Assume(defaults, asOf); err != nil {
		return r, err
	}
	a := kase.Application
	r.application, r.discounts, r.rejections = a, quote.AssessDiscounts(a, asOf), kase.Rejections(asOf)
	r.minimum, _ = quote.Minimum(a.GaragingAddress.State, a.EffectiveDate)
	for _, f := range []quote.Factor{quote.DrivingRecord, quote.AnnualMileage, quote.YearsOfExperience, quote.VehicleKind, quote.VehicleUse, quote.Territory} {
		if rule, known := quote.RuleOf(a.GaragingAddress.State, f, a.EffectiveDate); known {
			r.rules = append(r.rules, rule)
		}
	}
	session := carrier.Session{ID: "by hand", AsOf: asOf, Application: a, ByVehicle: risk.ByVehicle}
	reference, built := carrier.NewReference(), carrier.Session{}
	for _, call := range append(session.Calls(), carrier.AssignDrivers{Principals: risk.Principals}) {
		if built, err = accepted(reference.Call(env, carrier.Key{ID: "by hand"}, built, call)); err != nil {
			return r, err
		}
	}
	rate := carrier.Rate{Discounts: carrier.Eligible(r.discounts), Payments: c.Payments}
	if r.explained, err = reference.Explain(built, rate); err != nil {
		return r, err
	}
	_, result, err := reference.Call(env, carrier.Key{ID: "by hand"}, built, rate)
	switch result := result.(type) {
	case carrier.Rated:
		r.proven = result.Quote.TotalWithoutPending
	case carrier.Referred:
		r.referred = result.Reasons
	case carrier.Failed:
		err = fmt.Errorf("it can't be priced: %s %s", result.Field, result.Message)
	}
	return r, err
}

// accepted returns the session after a call that built it up.
func accepted(s carrier.Session, result carrier.Result, err error) (carrier.Session, error) {
	if failed, is := result.(carrier.Failed); is {
		err = fmt.Errorf("it can't be priced: %s %s", failed.Field, failed.Message)
	}
	return s, err
}
