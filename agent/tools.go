package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/agent/extract"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/store"
	"ppamaild/templates"
)

// The tools of the workflow quote, but for the carrier's calls, which have the
// names that package carrier gives them.
const (
	ToolIdentifyIntent     = "identify_intent"
	ToolExtractApplication = "extract_application"
	ToolCheckDiscounts     = "check_discounts"
	ToolAskCustomer        = "ask_customer"
	ToolSendQuote          = "send_quote"
	ToolCloseThread        = "close_thread"
	ToolRequestHumanReview = "request_human_review"
)

// Toolbox is what the tools of the workflow quote work with.
type Toolbox struct {
	Carrier          carrier.Carrier
	Templates        *templates.Set
	Agency           string
	Producer         templates.Producer
	LicensedStates   []string
	DefaultCoverages quote.Coverages
	ValidFor         time.Duration              // how long a quote stands, at most as long as the carrier says
	Location         *time.Location             // the agency's
	ThreadRef        func(thread string) string // what ties a customer's answer to its thread
	Reviewed         func(Stage) bool           // whether mails of this step say that a person approved them
}

// Tools returns the tools of the workflow quote.
func (b Toolbox) Tools() ([]Tool, error) {
	tools := []Tool{
		{Name: ToolIdentifyIntent, Run: b.identifyIntent, Apply: applyIntent},
		{Name: ToolExtractApplication, Stage: StageInfoAnalysis, Run: b.extract, Apply: b.applyExtract},
		{Name: ToolCheckDiscounts, Stage: StageDiscountCheck, Run: b.checkDiscounts, Apply: applyDiscounts},
		{Name: ToolAskCustomer, Stage: StageInfoRequest, Run: b.askCustomer, Apply: applyAsked},
		{Name: ToolSendQuote, Stage: StageQuote, Run: b.sendQuote, Apply: applyQuoteSent},
		{Name: ToolCloseThread, Stage: StageFinalResponse, Run: b.closeThread, Apply: applyClosed},
		{Name: ToolRequestHumanReview, Run: requestReview, Apply: applyReviewRequest},
	}
	tools = append(tools, b.carrierTools()...)
	for i := range tools {
		var err error
		if tools[i].Schema, err = compileSchema(tools[i].Name, schemas[tools[i].Name]); err != nil {
			return nil, err
		}
	}
	return tools, nil
}

// arguments decodes a call's arguments, which have passed the tool's schema.
func arguments[T any](c Call) (T, error) {
	var v T
	err := json.Unmarshal(c.Args, &v)
	return v, err
}

// decode reads the data of an output that this package wrote itself.
func decode[T any](out Output) T {
	var v T
	if err := json.Unmarshal(out.Data, &v); err != nil {
		panic(fmt.Sprintf("agent: output of %s: %v", out.Tool, err))
	}
	return v
}

// MessageArgs names a message of the inbox.
type MessageArgs struct {
	Message string `json:"message"`
}

type intentData struct {
	Message  string   `json:"message"`
	Intent   string   `json:"intent"`
	Refer    string   `json:"refer,omitempty"`
	Language string   `json:"language"`
	PII      []string `json:"pii,omitempty"`
}

// read has a message of the inbox read by the rules.
func (b Toolbox) read(s *State, message string) (extract.Reading, Mail, error) {
	i := slices.IndexFunc(s.AgentScratchpad.Inbox, func(m Mail) bool { return m.ID == message })
	if i < 0 {
		return extract.Reading{}, Mail{}, fmt.Errorf("there is no unread message %q", message)
	}
	m := s.AgentScratchpad.Inbox[i]
	return extract.Read(extract.Input{
		Subject: m.Subject, Text: m.Text, FromName: m.FromName, FromAddress: s.CustomerInfo.Address,
		Date: m.Date, Location: b.Location, Known: *s.application(), Asked: s.AgentScratchpad.Asked, Message: m.ID,
	}), m, nil
}

func (b Toolbox) identifyIntent(_ context.Context, c Call) Output {
	args, err := arguments[MessageArgs](c)
	if err != nil {
		return failed(ToolIdentifyIntent, "%v", err)
	}
	r, _, err := b.read(c.State, args.Message)
	if err != nil {
		return failed(ToolIdentifyIntent, "%v", err)
	}
	return ok(ToolIdentifyIntent, intentData{args.Message, r.Intent, r.Refer, r.Language, r.PII})
}

func applyIntent(s *State, _ Action, out Output, _ time.Time) Then {
	d := decode[intentData](out)
	pad := &s.AgentScratchpad
	pad.Identified, pad.Intent = d.Message, d.Intent
	if d.Refer != "" {
		pad.Refer = d.Refer
	}
	if s.CustomerInfo.Language == "" {
		s.CustomerInfo.Language = d.Language
	}
	return plan
}

// ExtractArgs names the message to read, or holds what staff have stated.
type ExtractArgs struct {
	Message string       `json:"message,omitempty"`
	Facts   []quote.Fact `json:"facts,omitempty"`
}

type extractData struct {
	Message   string       `json:"message,omitempty"`
	Facts     []quote.Fact `json:"facts"`
	Conflicts []Conflict   `json:"conflicts,omitempty"`
}

func (b Toolbox) extract(_ context.Context, c Call) Output {
	args, err := arguments[ExtractArgs](c)
	if err != nil {
		return failed(ToolExtractApplication, "%v", err)
	}
	if args.Message == "" {
		return b.stated(c, args.Facts)
	}
	r, _, err := b.read(c.State, args.Message)
	if err != nil {
		return failed(ToolExtractApplication, "%v", err)
	}
	data := extractData{Message: args.Message, Facts: r.Facts}
	for _, x := range r.Conflicts {
		data.Conflicts = append(data.Conflicts, Conflict{x.Path, x.Values})
	}
	return b.checked(c, data)
}

// stated takes what staff corrected.
func (b Toolbox) stated(c Call, facts []quote.Fact) Output {
	for i := range facts {
		facts[i].Standing = quote.Confirmed
	}
	return b.checked(c, extractData{Facts: facts})
}

// checked tries the facts on a copy of the case, so that one that does not fit
// is reported and the others still count.
func (b Toolbox) checked(c Call, data extractData) Output {
	trial, err := cloneCase(c.State.CustomerInfo.Case)
	if err != nil {
		return failed(ToolExtractApplication, "%v", err)
	}
	var flags []string
	good := data.Facts[:0:0]
	for _, f := range data.Facts {
		if err := trial.Apply(f); err != nil {
			flags = append(flags, fmt.Sprintf("%s could not be taken in: %v", f.Path, err))
			continue
		}
		good = append(good, f)
	}
	data.Facts = good
	for _, p := range quote.Validate(trial.Application, quote.Date(day(c.At.In(b.Location)))) {
		if p.Severity == quote.Warning && slices.ContainsFunc(good, func(f quote.Fact) bool { return f.Path == p.Path }) {
			flags = append(flags, p.Path+": "+p.Message)
		}
	}
	return ok(ToolExtractApplication, data, flags...)
}

func cloneCase(c quote.Case) (quote.Case, error) {
	raw, err := json.Marshal(c)
	if err != nil {
		return quote.Case{}, err
	}
	var clone quote.Case
	return clone, json.Unmarshal(raw, &clone)
}

// maxSuperseded bounds what the state keeps of corrected values; the journal has
// all of them.
const maxSuperseded = 40

func (b Toolbox) applyExtract(s *State, _ Action, out Output, at time.Time) Then {
	d := decode[extractData](out)
	pad, kase := &s.AgentScratchpad, &s.CustomerInfo.Case
	before := digest("application", kase.Application)
	for _, f := range d.Facts {
		if err := kase.Apply(f); err != nil {
			return Then{Intents: []Intent{HandOver{fmt.Sprintf("%s can't be taken in: %v", f.Path, err)}}}
		}
	}
	if n := len(kase.Superseded) - maxSuperseded; n > 0 {
		kase.Superseded = slices.Delete(kase.Superseded, 0, n)
	}
	pad.Conflicts = append(settle(pad.Conflicts, d.Facts), d.Conflicts...)
	today := quote.Date(day(at.In(b.Location)))
	if len(quote.Missing(kase.Application)) == 0 {
		if _, err := kase.Assume(b.DefaultCoverages, today); err != nil {
			return Then{Intents: []Intent{HandOver{err.Error()}}}
		}
	}
	if refer := quote.Refer(kase.Application, b.LicensedStates, today); refer != "" && pad.Refer == "" {
		pad.Refer = refer
	}
	if digest("application", kase.Application) != before {
		pad.Revision++
	}
	pad.Inbox = slices.DeleteFunc(pad.Inbox, func(m Mail) bool { return m.ID == d.Message })
	pad.Today = today
	pad.Problems = problems(kase.Application, today)
	return plan
}

// problems lists the values that are there and can't be right.
func problems(a quote.Application, today quote.Date) []quote.Problem {
	return slices.DeleteFunc(quote.Validate(a, today), func(p quote.Problem) bool { return p.Severity != quote.Error })
}

// settle drops the conflicts that a new fact resolves.
func settle(open []Conflict, facts []quote.Fact) []Conflict {
	return slices.DeleteFunc(open, func(c Conflict) bool {
		return slices.ContainsFunc(facts, func(f quote.Fact) bool { return f.Path == c.Path })
	})
}

func (b Toolbox) checkDiscounts(_ context.Context, c Call) Output {
	return ok(ToolCheckDiscounts, quote.AssessDiscounts(*c.State.application(), c.State.AgentScratchpad.Today))
}

func applyDiscounts(s *State, _ Action, out Output, _ time.Time) Then {
	s.AgentScratchpad.Discounts = decode[[]quote.Assessment](out)
	s.AgentScratchpad.Checked = s.AgentScratchpad.Revision
	return plan
}

// ReasonArgs is why a person should take over.
type ReasonArgs struct {
	Reason string `json:"reason"`
}

func requestReview(_ context.Context, c Call) Output {
	args, err := arguments[ReasonArgs](c)
	if err != nil {
		return failed(ToolRequestHumanReview, "%v", err)
	}
	return ok(ToolRequestHumanReview, args)
}

func applyReviewRequest(_ *State, _ Action, out Output, _ time.Time) Then {
	return Then{Intents: []Intent{HandOver{decode[ReasonArgs](out).Reason}}}
}

func applyAsked(s *State, act Action, _ Output, _ time.Time) Then {
	var args AskArgs
	if err := json.Unmarshal(act.Args, &args); err == nil { // it passed the schema
		s.AgentScratchpad.Ask, s.AgentScratchpad.Asked = args, args.Fields
	}
	s.AgentScratchpad.Heard = s.AgentScratchpad.Revision
	return awaitCustomer(s)
}

func applyQuoteSent(s *State, _ Action, _ Output, _ time.Time) Then {
	s.AgentScratchpad.Sent = s.AgentScratchpad.CalledFor
	return awaitCustomer(s)
}

func applyClosed(*State, Action, Output, time.Time) Then {
	return Then{Intents: []Intent{End{Status: store.ThreadCompleted}}}
}

// awaitCustomer pauses the run until the customer writes.
func awaitCustomer(s *State) Then {
	s.Status, s.AwaitingCustomerReply = store.ThreadAwaitingCustomer, true
	return Then{Intents: []Intent{AwaitCustomer{}}}
}
