package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/agent/quoting"
	"ppamaild/carrier"
	"ppamaild/config"
	"ppamaild/daemon/intake"
	"ppamaild/daemon/internal/configured"
	"ppamaild/mailbox/message"
	"ppamaild/quote"
)

// Reader reads single mails as the configured planner reads the first mail of a thread.
// It needs no store and no mail server.
type Reader struct {
	planner  planner.Planner
	agent    *agent.Agent
	location *time.Location
}

// Read is the result of reading a mail. Application has only facts that the mail supports.
type Read struct {
	From        string // the author's address
	Intent      string
	Application quote.Application
	Missing     []string // paths of application fields that rating still needs
	Refer       string   // why a person must take over; "" if no person is needed
}

// NewReader returns a reader with the configured planner.
func NewReader(cfg *config.Config, log *slog.Logger) (*Reader, error) {
	box := quoting.Toolbox{
		LicensedStates: cfg.Agency.LicensedStates,
		Location:       cfg.Agency.Location,
		Carrier:        carrier.NewReference(),
	}
	tools, err := box.Tools()
	if err != nil {
		return nil, err
	}
	p, err := configured.Planner(cfg, nil, time.Now, log)
	if err != nil {
		return nil, err
	}
	gates := map[agent.Stage]agent.Gate{agent.StageInfoAnalysis: agent.GateNever}
	a, err := agent.New(agent.Policy{Gates: gates}, tools)
	return &Reader{p, a, cfg.Agency.Location}, err
}

// Read reads a message. It fails if raw is not a message, or if the planner fails or hands the
// mail to a person.
func (r *Reader) Read(ctx context.Context, raw []byte) (Read, error) {
	msg, err := message.Parse(bytes.NewReader(raw), message.Limits{})
	if err != nil {
		return Read{}, fmt.Errorf("reading the message: %w", err)
	}
	mail, from := intake.Mail(msg)
	at := msg.Written(time.Time{}).In(r.location)
	customer := agent.CustomerInfo{
		Name:     from.Name,
		Address:  from.Address,
		AnswerTo: from.Address,
		Subject:  msg.Subject,
	}
	s := agent.NewState("Q-222222", customer)
	for _, e := range []agent.Event{
		agent.Begun{Customer: customer, Policy: r.agent.Policy(), At: at},
		agent.CustomerMessage{Mail: mail, At: at},
	} {
		if _, err := r.agent.Step(&s, e); err != nil {
			return Read{}, err
		}
	}
	for len(s.AgentScratchpad.Inbox) > 0 {
		if err := r.step(ctx, &s, at); err != nil {
			return Read{}, err
		}
	}
	return resultOf(s), nil
}

// step plans, or makes the planned tool call.
func (r *Reader) step(ctx context.Context, s *agent.State, at time.Time) error {
	var e agent.Event
	switch s.Next {
	case agent.NextPlan:
		act, err := r.planner.Next(ctx, s)
		if err != nil {
			return err
		}
		e = agent.Planned{Action: act, At: at}
	case agent.NextCall:
		planned := s.PlannedToolInputs
		tool, _ := r.agent.Tool(planned.Tool)
		call := agent.Call{State: s, Args: planned.Args, Key: s.CallKey(), At: at}
		e = agent.ToolDone{Output: tool.Run(ctx, call), At: at}
	default:
		return errors.New("the planner gave the mail to a person unread")
	}
	_, err := r.agent.Step(s, e)
	return err
}

// resultOf returns the result of reading one mail. It leaves out assumed facts, because the mail
// does not state them.
func resultOf(s agent.State) Read {
	kase := s.CustomerInfo.Case
	for path, f := range kase.Facts {
		if f.Standing == quote.Assumed {
			_ = kase.Application.Set(path, nil) // the path is valid: it was set before
		}
	}
	return Read{
		From:        s.CustomerInfo.Address,
		Intent:      s.AgentScratchpad.Intent,
		Refer:       s.AgentScratchpad.Refer,
		Application: kase.Application,
		Missing:     quote.Missing(kase.Application),
	}
}
