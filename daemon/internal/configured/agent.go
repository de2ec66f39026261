package configured

import (
	"ppamaild/agent"
	"ppamaild/agent/quoting"
	"ppamaild/config"
	"ppamaild/templates"
)

// Policy returns the configured limits of the agent for quotes.
func Policy(cfg *config.Config) agent.Policy {
	p := agent.Policy{
		Gates: make(map[agent.Stage]agent.Gate), AlwaysReview: cfg.Review.AlwaysRequireFeedback,
		AskStaff: cfg.Review.EnableFeedbackTool, MaxRetries: cfg.Review.MaxRetries,
		AskBack:         true,
		ActionsPerEvent: cfg.Limits.ActionsPerEvent, ActionsPerThread: cfg.Limits.ActionsPerThread,
	}
	for step, gate := range cfg.Review.Gates {
		p.Gates[agent.Stage(step)] = agent.Gate(gate)
	}
	return p
}

// TaskPolicy returns the configured limits of the agent for tasks. Only the number of actions
// in one event is limited, because a person asks for each round of a revision.
func TaskPolicy(cfg *config.Config) agent.Policy {
	p := Policy(cfg)
	p.MaxRetries, p.ActionsPerThread, p.AskBack = cfg.Task.MaxRevisions, 0, false
	p.ActionsPerEvent = max(p.ActionsPerEvent, 3*len(cfg.Agents)+10)
	return p
}

// Producer returns the name under customer mails.
func Producer(cfg *config.Config) templates.Producer {
	return templates.Producer{Name: cfg.Agency.Producer.Name, License: cfg.Agency.Producer.License}
}

// Toolbox returns what the tools of quotes are made of, but for the carrier: set
// renders drafts, and threadRef names a thread in them.
func Toolbox(cfg *config.Config, set *templates.Set, threadRef func(thread string) string) quoting.Toolbox {
	t := quoting.Toolbox{
		Templates: set, Agency: cfg.Agency.Name, Producer: Producer(cfg),
		Phone: cfg.Agency.Phone, Logo: Logo(cfg), Mailbox: cfg.Mailbox.Customer.Address,
		LicensedStates: cfg.Agency.LicensedStates, DefaultCoverages: cfg.Quote.DefaultCoverages,
		Compare: compared(cfg.Quote), ValidFor: cfg.Quote.ValidFor.Duration, Location: cfg.Agency.Location, ThreadRef: threadRef,
		AsksStaff: cfg.Review.EnableFeedbackTool,
		AskAgain:  quoting.AskAgain{After: cfg.Carrier.AskAgainAfter.Duration, For: cfg.Carrier.AskAgainFor.Duration},
		Reviewed:  func(s agent.Stage) bool { return cfg.Review.Gate(string(s)) == config.GateAlways },
	}
	if q := cfg.Quote; q.FollowUp {
		t.Reminder, t.Close = q.RemindAfter.Duration, q.CustomerWait.Duration
	}
	return t
}

// compared returns the alternatives to price in addition to the request.
func compared(q config.Quote) quoting.Compare {
	return quoting.Compare{Minimum: q.CompareMinimum, Now: q.CompareNow, Coverages: q.CompareCoverages}
}
