package agent

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/reading"
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
	ToolDecodeVIN          = "decode_vin"
	ToolFinalSummary       = "prepare_final_summary"
	ToolRequestHumanReview = "request_human_review"
	ToolRequestHumanInput  = "request_human_input"
)

// Toolbox is what the tools of the workflow quote work with.
type Toolbox struct {
	Carrier          carrier.Carrier
	Templates        *templates.Set
	Agency           string
	Producer         templates.Producer
	LicensedStates   []string
	DefaultCoverages quote.Coverages
	Compare          Compare
	ValidFor         time.Duration                       // how long a quote stands, in whole days, at most as long as the carrier says; 0: that
	Location         *time.Location                      // the agency's; nil: UTC
	AskAgain         AskAgain                            // when a carrier that waits for a report is asked again
	Reminder, Close  time.Duration                       // when a customer who does not answer is reminded, and let go; 0: never
	ThreadRef        func(thread string) string          // what ties a customer's answer to its thread
	AsksStaff        bool                                // the planner asks staff about VINs that can be put right, so that these are no reason for a review
	Reviewed         func(Stage) bool                    // whether mails of this step say that a person approved them
	Reader           func(reading.Input) reading.Reading // reads mails; nil: reading.Read
}

// Tools returns the tools of the workflow quote.
func (b Toolbox) Tools() ([]Tool, error) {
	tools := []Tool{
		{Name: ToolIdentifyIntent, Run: running(ToolIdentifyIntent, b.identifyIntent), Apply: applying(applyIntent)},
		{Name: ToolExtractApplication, Stage: StageInfoAnalysis,
			Run: running(ToolExtractApplication, b.extract), Edit: b.editFacts, Apply: applying(b.applyFacts)},
		{Name: ToolCheckDiscounts, Stage: StageDiscountCheck,
			Run: running(ToolCheckDiscounts, b.checkDiscounts), Edit: editDiscount, Apply: applying(applyDiscounts)},
		{Name: ToolAskCustomer, Stage: StageInfoRequest, Mails: true,
			Run: running(ToolAskCustomer, b.askCustomer), Apply: sending(applyAsked)},
		{Name: ToolSendQuote, Stage: StageQuote, Mails: true,
			Run: running(ToolSendQuote, b.sendQuote), Apply: sending(applyQuoteSent)},
		{Name: ToolCloseThread, Stage: StageFinalResponse, Mails: true, Silent: true,
			Run: running(ToolCloseThread, b.closeThread), Apply: sending(applyClosed)},
		{Name: ToolRequestHumanReview, Run: running(ToolRequestHumanReview, requestReview), Apply: applying(applyReviewRequest)},
	}
	tools = append(tools, b.carrierTools()...)
	tools = append(tools, humanInput(),
		Tool{Name: ToolDecodeVIN, Run: running(ToolDecodeVIN, decodeVIN), Apply: applying(applyDecoded)},
		Tool{Name: ToolFinalSummary, Run: running(ToolFinalSummary, finalSummary), Apply: goOn})
	var languages []string
	if b.Templates != nil {
		languages = b.Templates.Languages()
	}
	return tools, compileSchemas(tools, languages...)
}

// today is the day of an event, whose time is where the agency is.
func today(at time.Time) quote.Date { return quote.Date(at.Format(time.DateOnly)) }

// ReasonArgs is why a person should take over.
type ReasonArgs struct {
	Reason string `json:"reason"`
}

func requestReview(_ context.Context, _ Call, args ReasonArgs) (any, []string, error) {
	return args, nil, nil
}

func applyReviewRequest(_ *State, d ReasonArgs, _ time.Time) Then { return handOver("%s", d.Reason) }

func applyAsked(s *State, args AskArgs) Then {
	pad := &s.AgentScratchpad
	pad.AskedBefore = pad.Asked
	pad.Ask, pad.Asked, pad.Heard = args, s.Inquiry().Group(args.Fields), pad.Revision
	return s.awaitCustomer(args.Language)
}

func applyQuoteSent(s *State, args SendQuoteArgs) Then {
	pad := &s.AgentScratchpad
	pad.Sent, pad.Quoted, pad.QuotedOf, pad.Beside = pad.CalledFor, pad.Quote, new(*s.application()), nil
	pad.Ahead = false // that was said of the quote before
	return s.awaitCustomer(args.Language)
}

// applyClosed ends the thread, unless the customer will write again: then it waits on.
func applyClosed(s *State, args CloseArgs) Then {
	if args.Parting == PartingLater {
		return s.awaitCustomer("")
	}
	s.AgentScratchpad.Closed = s.AgentScratchpad.Revision
	return Then{Intents: []Intent{End{Status: store.ThreadCompleted, Why: partings[args.Parting]}}}
}

// awaitCustomer pauses the run until the customer writes. The language that staff
// let them be written to in is theirs from then on.
func (s *State) awaitCustomer(language string) Then {
	s.CustomerInfo.Language = s.language(language)
	s.Status, s.AwaitingCustomerReply = store.ThreadAwaitingCustomer, true
	return Then{Intents: []Intent{AwaitCustomer{}}}
}

// language is what a customer is written to in: what staff asked for, else what
// the customer writes, else English.
func (s *State) language(asked string) string {
	return cmp.Or(asked, s.CustomerInfo.Language, "en")
}

// keepWishes remembers how a mail that was rejected was to be put, as whatever is
// proposed instead begins there.
func (s *State) keepWishes(act Action) {
	ask := &s.AgentScratchpad.Ask
	var err error
	switch act.Tool {
	case ToolAskCustomer:
		var args AskArgs
		if err = json.Unmarshal(act.Args, &args); err == nil {
			*ask = args
		}
	case ToolSendQuote:
		var args SendQuoteArgs
		if err = json.Unmarshal(act.Args, &args); err == nil {
			ask.Language = args.Language
		}
	}
}
