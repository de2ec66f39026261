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

// Read is what was made of a mail: what it states, as far as the mail bears it out.
type Read struct {
	From        string // the author's address
	Intent      string
	Application quote.Application
	Missing     []string // paths of what is needed to rate
	Refer       string   // why a person must take it; "" for no reason
}

// NewReader returns a reader by the planner of a configuration.
func NewReader(cfg *config.Config, log *slog.Logger) (*Reader, error) {
	tools, err := quoting.Toolbox{LicensedStates: cfg.Agency.LicensedStates,
		Location: cfg.Agency.Location, Carrier: carrier.NewReference()}.Tools()
	if err != nil {
		return nil, err
	}
	p, err := configured.Planner(cfg, time.Now, log)
	if err != nil {
		return nil, err
	}
	a, err := agent.New(agent.Policy{Gates: map[agent.Stage]agent.Gate{agent.StageInfoAnalysis: agent.GateNever}}, tools)
	return &Reader{p, a, cfg.Agency.Location}, err
}

// Read reads a message. It fails where that is none, or the planner does not go on.
func (r *Reader) Read(ctx context.Context, raw []byte) (Read, error) {
	msg, err := message.Parse(bytes.NewReader(raw), message.Limits{})
	if err != nil {
		return Read{}, fmt.Errorf("reading the message: %w", err)
	}
	mail, from := intake.Mail(msg)
	at := msg.Written(time.Time{}).In(r.location)
	who := agent.CustomerInfo{Name: from.Name, Address: from.Address, AnswerTo: from.Address,
		Subject: msg.Subject}
	s := agent.NewState("Q-222222", who)
	for _, e := range []agent.Event{agent.Begun{Customer: who, Policy: r.agent.Policy(), At: at},
		agent.CustomerMessage{Mail: mail, At: at}} {
		if _, err := r.agent.Step(&s, e); err != nil {
			return Read{}, err
		}
	}
	for len(s.AgentScratchpad.Inbox) > 0 {
		if err := r.goOn(ctx, &s, at); err != nil {
			return Read{}, err
		}
	}
	return made(s), nil
}

// goOn does the next thing that brings the mail nearer to being read.
func (r *Reader) goOn(ctx context.Context, s *agent.State, at time.Time) error {
	var e agent.Event
	switch s.Next {
	case agent.NextPlan:
		act, err := r.planner.Next(ctx, s)
		if err != nil {
			return err
		}
		e = agent.Planned{Action: act, At: at}
	case agent.NextCall:
		act := s.PlannedToolInputs
		tool, _ := r.agent.Tool(act.Tool)
		e = agent.ToolDone{Output: tool.Run(ctx, agent.Call{State: s, Args: act.Args,
			Key: s.CallKey(), At: at}), At: at}
	default:
		return errors.New("the planner gave the mail to a person unread")
	}
	_, err := r.agent.Step(s, e)
	return err
}

// made is what a state holds of the one mail that it has read; what was assumed was
// not in it.
func made(s agent.State) Read {
	kase := s.CustomerInfo.Case
	for path, f := range kase.Facts {
		if f.Standing == quote.Assumed {
			_ = kase.Application.Set(path, nil) // it was set there
		}
	}
	return Read{
		From: s.CustomerInfo.Address, Intent: s.AgentScratchpad.Intent,
		Refer:       s.AgentScratchpad.Refer,
		Application: kase.Application, Missing: quote.Missing(kase.Application),
	}
}
