package quoting

import (
	"time"

	"ppamaild/agent"
	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// Toolbox has the services and settings of the tools of the workflow quote.
type Toolbox struct {
	Carrier          carrier.Carrier
	Templates        *templates.Set
	Agency           string
	Phone            string // of the agency; may be ""
	Logo             *templates.Logo
	Mailbox          string // address for customers
	Producer         templates.Producer
	LicensedStates   []string
	DefaultCoverages quote.Coverages
	Compare          Compare
	ValidFor         time.Duration                       // validity of a quote in whole days, at most the carrier's; 0: the carrier's
	Location         *time.Location                      // time zone of the agency; nil: UTC
	AskAgain         AskAgain                            // when a pending carrier call is repeated
	Reminder, Close  time.Duration                       // when a silent customer gets a reminder, and a close; 0: never
	ThreadRef        func(thread string) string          // reference that links an answer to its thread
	AsksStaff        bool                                // the planner asks staff about repairable VINs, so a review need not
	Reviewed         func(agent.Stage) bool              // whether mails of this stage say that a person approved them
	Reader           func(reading.Input) reading.Reading // reads mails; nil: reading.Read
}

// Tools returns the tools of the workflow quote.
func (b Toolbox) Tools() ([]agent.Tool, error) {
	b.Reader = (&readings{read: b.reading}).of
	tools := []agent.Tool{
		{Name: agent.ToolIdentifyIntent,
			Run:   agent.Running(agent.ToolIdentifyIntent, identifying{b}.identifyIntent),
			Apply: agent.Applying(applyIntent)},
		{Name: agent.ToolExtractApplication, Stage: agent.StageInfoAnalysis,
			Run: agent.Running(agent.ToolExtractApplication, b.extract), Edit: b.editFacts,
			Apply: agent.Applying(b.applyFacts)},
		{Name: agent.ToolCheckDiscounts, Stage: agent.StageDiscountCheck,
			Run: agent.Running(agent.ToolCheckDiscounts, b.checkDiscounts), Edit: b.editDiscount,
			Apply: agent.Applying(applyDiscounts)},
		{Name: agent.ToolAskCustomer, Stage: agent.StageInfoRequest, Mails: true,
			Run:   agent.Running(agent.ToolAskCustomer, b.askCustomer),
			Apply: agent.Sending(applyAsked)},
		{Name: agent.ToolSendQuote, Stage: agent.StageQuote, Mails: true,
			Run:   agent.Running(agent.ToolSendQuote, b.sendQuote),
			Apply: agent.Sending(applyQuoteSent)},
		{Name: agent.ToolAnswerQuestions, Stage: agent.StageFinalResponse, Mails: true,
			Run:   agent.Running(agent.ToolAnswerQuestions, answering{b}.answerQuestions),
			Apply: agent.Sending(applyAnswered)},
		{Name: agent.ToolCloseThread, Stage: agent.StageFinalResponse, Mails: true, Silent: true,
			Run:   agent.Running(agent.ToolCloseThread, b.closeThread),
			Apply: agent.Sending(applyClosed)},
		agent.RequestReview(),
	}
	tools = append(tools, b.carrierTools()...)
	tools = append(tools, agent.HumanInput(),
		agent.Tool{Name: agent.ToolDecodeVIN, Run: agent.Running(agent.ToolDecodeVIN, decodeVIN),
			Apply: agent.Applying(applyDecoded)},
		agent.Tool{Name: agent.ToolFinalSummary,
			Run: agent.Running(agent.ToolFinalSummary, finalSummary), Apply: planNext})
	var languages []string
	for _, w := range b.staff().Languages() {
		languages = append(languages, w.Language())
	}
	return tools, agent.CompileSchemas(tools, schemas.Get(), languages...)
}

func applyAsked(s *agent.State, args agent.AskArgs) agent.Then {
	pad := &s.AgentScratchpad
	pad.AskedBefore = pad.Asked
	pad.Ask, pad.Asked, pad.AskedRevision = args, s.Inquiry().Group(args.Fields), pad.Revision
	pad.ResidentsAsked = pad.ResidentsAsked || len(args.Residents) > 0
	if args.Again {
		pad.AgainRevision = pad.Revision
	}
	if pad.Intent != IntentWhichChange {
		pad.Answered = nil
	}
	return s.AwaitReply(args.Language)
}

func applyQuoteSent(s *agent.State, args SendQuoteArgs) agent.Then {
	pad := &s.AgentScratchpad
	if pad.LastQuote != nil {
		pad.PriorTotal, pad.PriorOf = pad.LastQuote.Total, pad.LastQuoteOf
	}
	pad.SentRevision, pad.LastQuote, pad.LastQuoteOf, pad.MailNotes = pad.CallsRevision, pad.Quote,
		new(*s.Application()), nil
	pad.Answered, pad.Questions, pad.Offer = pad.Questions, nil, offer(pad.Questions)
	pad.AcceptsQuote = false // the acceptance was for the previous quote
	return s.AwaitReply(args.Language)
}

// applyClosed ends the thread, unless the customer promised to write again.
func applyClosed(s *agent.State, args CloseArgs) agent.Then {
	if args.SignOff == signals.SignOffLater {
		return s.AwaitReply("")
	}
	s.AgentScratchpad.ClosedRevision = s.AgentScratchpad.Revision
	return agent.Then{Intents: []agent.Intent{agent.End{Status: store.ThreadCompleted,
		Reason: agent.Reason{Phrase: signals.EndReasons.Get()[args.SignOff]}}}}
}
