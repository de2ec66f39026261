package quoting

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode"

	"ppamaild/agent"
	"ppamaild/agent/questions"
	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
)

// IntentAsksAboutQuote is the intent of a mail that mainly asks about the last quote.
const IntentAsksAboutQuote = "quote_question"

// inquirer reads the questions about the last quote in a mail.
type inquirer struct {
	Toolbox
	s  *agent.State
	in reading.Input
}

// read returns the questions and the text without them.
func (b inquirer) read() ([]questions.Question, string) {
	found, rest := questions.Reader{Suppose: b.suppose}.Read(b.in.Text)
	for i, q := range found {
		if q.Kind == questions.Adds && !isPriced(*b.s.AgentScratchpad.LastQuote, q.Coverage) {
			found[i] = b.withCoverage(q)
		}
	}
	return found, rest
}

// isPriced reports whether a quote has a price for a coverage.
func isPriced(q carrier.Quote, coverage string) bool {
	return slices.ContainsFunc(q.Lines, func(l carrier.Line) bool {
		return lineName(l) == coverage
	})
}

// withCoverage turns the question for the price of a coverage into a supposition with the usual
// limit. Without a usual limit the question stays.
func (b inquirer) withCoverage(q questions.Question) questions.Question {
	path := coveragePath(q.Coverage)
	usual := quote.Application{Coverages: b.DefaultCoverages}
	raw, has := usual.Get(path)
	if strings.HasSuffix(path, ".rental") || strings.HasSuffix(path, ".towing") {
		raw, has = json.RawMessage("true"), true
	}
	if has {
		q.Kind, q.Facts = questions.WhatIf,
			[]quote.Fact{{Path: path, Value: raw, Words: q.Words, Standing: quote.Stated}}
	}
	return q
}

// coveragePath returns the path of a coverage by its name in the quote mail.
func coveragePath(name string) string {
	if name == "comprehensive" || name == "collision" {
		name += "_deductible"
	}
	return "coverages." + name
}

// supposable matches the paths that a supposition may change.
var supposable = lazyregexp.MustCompile(`^(?:coverages\..*|effective_date|discounts|` +
	`drivers\[\d+\](?:\.(?:accidents|violations))?|` +
	`vehicles\[\d+\](?:\.(?:annual_miles|use|commute_miles_one_way|driver|coverages\..*))?)$`)

// suppose reads the facts of a supposition as if the customer stated them. suppose returns no facts
// if a fact is in doubt, or if a new driver lacks one. which reports whether the words name an
// unknown car.
func (b inquirer) suppose(words string) (facts []quote.Fact, which bool) {
	s, in := b.s, b.in
	if questions.NamesOtherCar(words, *s.Application()) {
		return nil, true
	}
	in.Known, in.Asked, in.Signature, in.Forwarded, in.Hidden = *s.Application(), nil, "", "", ""
	said := strings.ReplaceAll(words, "?", ".")
	in.Subject, in.Text = "", strings.ToUpper(said[:1])+said[1:]+".\n"
	r := b.reading(in)
	readRequests(b.Toolbox, s, in, &r)
	for _, f := range r.Facts {
		raw, has := in.Known.Get(f.Path)
		switch {
		case len(f.Value) > 0 && isNew(in.Known, f.Path, "vehicles["):
			return nil, true
		case len(f.Value) > 0 && isNew(in.Known, f.Path, "drivers["):
			facts = append(facts, f)
		case has && string(raw) == string(f.Value) || !has && len(f.Value) == 0:
		case !supposable.MatchString(f.Path):
			return nil, false
		default:
			facts = append(facts, f)
		}
	}
	if len(r.Conflicts) > 0 {
		return nil, strings.HasPrefix(r.Conflicts[0].Path, "vehicles[")
	}
	trial, lacks := s.CustomerInfo.Case, len(quote.Missing(in.Known)) // the mail may have these
	wrong := errors.Join(trial.ApplyAll(facts)...)
	if wrong != nil || len(quote.Missing(trial.Application)) > lacks {
		return nil, false
	}
	assumed, err := trial.Assume(b.DefaultCoverages, s.AgentScratchpad.Today)
	if err != nil {
		return nil, false
	}
	for _, f := range assumed {
		if isNew(in.Known, f.Path, "drivers[") {
			facts = append(facts, f)
		}
	}
	return facts, false
}

// isNew reports whether a path belongs to a new car (list "vehicles[") or driver ("drivers[").
func isNew(a quote.Application, path, list string) bool {
	entry, _, _ := strings.Cut(path, ".")
	return strings.HasPrefix(path, list) && !a.Has(entry)
}

// merge reads a mail with questions about the last quote: the rest states the facts, and the
// whole mail has the language, the private numbers and the reason for a referral.
func (b inquirer) merge(whole, rest reading.Reading, left string) reading.Reading {
	r := rest
	r.Language, r.Prefers, r.PII = whole.Language, whole.Prefers, whole.PII
	if r.Refer == "" && whole.Refer != "cancel" {
		r.Refer = whole.Refer
	}
	blank := signals.IsOnlyThanks(left, b.in.FromName, b.in.Known.NamedInsured.GivenName) ||
		strings.TrimFunc(left, func(r rune) bool { return !isWord(r) }) == ""
	if blank || slices.Contains([]string{"question", "other", "new_quote"}, r.Intent) {
		r.Intent = IntentAsksAboutQuote
	}
	return r
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// IntentWhichChange is the intent of a mail that asks for one of several changes without a choice.
const IntentWhichChange = "which_change"

// readOffer adds the taken change to a reading. Values of the mail win.
func readOffer(b Toolbox, s *agent.State, m agent.Mail, r *reading.Reading) {
	taken := agent.TakenOffer(s, m)
	switch {
	case len(taken) > 0, agent.RepeatsTaken(s, m):
	default:
		if taken = limitedOffer(b, s, m, r.Language); len(taken) == 0 {
			return
		}
		r.Facts = nil // the exception is in taken
	}
	for _, f := range taken {
		if f.Standing != quote.Assumed && !slices.ContainsFunc(r.Facts, quote.At(f.Path)) {
			f.Message = m.ID
			r.Facts = append(r.Facts, f)
		}
	}
	r.Intent = "provide_info" // a referral stays: the mail may also report a claim
}

// withoutQuestions drops the planner's facts that are words of a question.
func withoutQuestions(facts []quote.Fact, found []questions.Question) []quote.Fact {
	return slices.DeleteFunc(slices.Clone(facts), func(f quote.Fact) bool {
		return slices.ContainsFunc(found, func(q questions.Question) bool {
			return f.Words != "" && signals.Contains(q.Words, f.Words)
		})
	})
}
