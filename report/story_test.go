package report

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/agent/quoting"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// story creates a thread like a daemon, without mail and store.
type story struct {
	testing.TB
	tools   []agent.Tool
	agent   *agent.Agent
	state   agent.State
	at      time.Time
	thread  Thread
	decided int // the review that the current step decides
}

const (
	id  = "Q-7F3K2M"
	lee = "lee@agency.test"
)

func begin(t testing.TB) *story {
	t.Helper()
	pacific, err := time.LoadLocation("America/Los_Angeles")
	check(t, err)
	set, err := templates.New("")
	check(t, err)
	s := &story{TB: t, at: time.Date(2026, 11, 20, 9, 0, 0, 0, pacific)}
	s.tools, err = quoting.Toolbox{
		Carrier: carrier.NewReference(), Templates: set, Agency: "Sunrise Insurance Agency", Location: pacific,
		Producer: templates.Producer{Name: "Dana Reyes", License: "0X00000"}, LicensedStates: []string{"OR"},
		DefaultCoverages: quote.Coverages{BodilyInjury: "100/300", PropertyDamage: new(100), UninsuredMotorist: "100/300"},
		ThreadRef:        func(thread string) string { return thread + "-c-00" }, Reviewed: func(agent.Stage) bool { return true },
	}.Tools()
	check(t, err)
	s.agent, err = agent.New(agent.Policy{MaxRetries: 3, ActionsPerEvent: 50, ActionsPerThread: 500, Gates: map[agent.Stage]agent.Gate{
		agent.StageInfoAnalysis: agent.GateNever, agent.StageDiscountCheck: agent.GateNever, agent.StageCarrierCall: agent.GateNever,
	}}, s.tools)
	check(t, err)
	s.state = agent.NewState(id, agent.CustomerInfo{Name: "Maria Lopez", Address: "maria@customer.test", AnswerTo: "maria@customer.test", Subject: "Quote & <b>more</b>"})
	s.thread.Head = Head{Thread: id, Workflow: "quote", Subject: "Quote & <b>more</b>", Participants: []string{"maria@customer.test"}, CreatedAt: s.at}
	s.step(agent.Begun{Customer: s.state.CustomerInfo, Policy: s.agent.Policy(), At: s.at})
	return s
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// step adds an event and executes the agent's result.
func (s *story) step(e agent.Event) {
	s.Helper()
	r, err := s.agent.Step(&s.state, e)
	check(s, err)
	for _, n := range r.Notes {
		s.note(n)
	}
	for _, i := range r.Intents {
		switch i := i.(type) {
		case agent.AskReview:
			s.ask(review.KindStep, string(i.Proposal.Stage), i.Proposal.Digest, i.Proposal)
		case agent.HandOver:
			s.ask(review.KindHandedOver, "", "", map[string]string{"why": i.Why})
		case agent.SendMail:
			s.send(i.Draft)
		case agent.End:
			s.note(agent.Note{At: s.at, Source: store.SourceSystem, Kind: string(i.Status), Payload: i.Why})
		}
	}
	s.thread.Head.State, err = s.state.Encode()
	check(s, err)
	s.thread.Head.Status, s.thread.Head.UpdatedAt = s.state.Status, s.at
}

func (s *story) note(n agent.Note) {
	payload, err := json.Marshal(n.Payload)
	check(s, err)
	s.thread.Entries = append(s.thread.Entries, Entry{Payload: payload, Entry: store.Entry{
		Thread: id, Seq: uint64(len(s.thread.Entries) + 1), At: n.At.UTC(), Source: n.Source, Kind: n.Kind, Actor: n.Actor, Ref: n.Ref,
	}})
}

func (s *story) ask(kind, step, digest string, data any) {
	raw, err := json.Marshal(data)
	check(s, err)
	n := len(s.thread.Reviews) + 1
	s.thread.Reviews = append(s.thread.Reviews, Review{Data: raw, Review: store.Review{
		Thread: id, Number: n, Kind: kind, Step: step, Digest: digest, Status: store.ReviewOpen, CreatedAt: s.at, Staff: []string{lee},
	}})
	s.note(agent.Note{At: s.at, Source: store.SourceAIDraft, Kind: "review", Actor: step, Ref: digest, Payload: n})
}

func (s *story) send(d agent.Draft) {
	n := uint64(len(s.thread.Mails) + 1)
	m := store.Mail{ID: n, Thread: id, Kind: store.MailCustomer, Review: s.decided, MessageID: "sent" + strconv.Itoa(int(n)) + "@agency.test",
		To: d.To, Subject: d.Subject, Status: store.MailSent, SentAt: s.at}
	s.thread.Mails = append(s.thread.Mails, Mail{m, []byte("Subject: " + d.Subject + "\r\n\r\n" + d.Text)})
	d.HTML, d.HTMLDigest = "", ""
	s.note(agent.Note{At: s.at, Source: store.SourceSystem, Kind: "outbox", Ref: m.MessageID, Payload: d})
}

// run continues until the thread pauses.
func (s *story) run() {
	s.Helper()
	for s.state.Next != agent.NextNothing {
		s.at = s.at.Add(time.Second)
		if s.state.Next == agent.NextPlan {
			act, err := planner.Rules{Producer: "0X00000", Location: s.at.Location()}.Next(s.Context(), &s.state)
			check(s, err)
			s.step(agent.Planned{Action: act, At: s.at})
			continue
		}
		act := s.state.PlannedToolInputs
		tool, _ := s.agent.Tool(act.Tool)
		s.step(agent.ToolDone{Output: tool.Run(s.Context(), agent.Call{State: &s.state, Args: act.Args, Key: s.state.CallKey(), At: s.at}), At: s.at})
	}
}

func (s *story) customer(text string) {
	s.Helper()
	s.at = s.at.Add(42 * time.Minute)
	mail := agent.Mail{ID: fmt.Sprintf("c%d@customer.test", len(s.thread.Entries)), Subject: s.state.CustomerInfo.Subject, Text: text, FromName: "Maria Lopez", Date: s.at}
	s.step(agent.CustomerMessage{Mail: mail, At: s.at})
	s.run()
}

func (s *story) decides(verdict agent.Verdict, text string) {
	s.Helper()
	if s.state.DataForReview == nil {
		s.Fatalf("nothing is under review; the thread is %s", s.state.Status)
	}
	s.at = s.at.Add(7 * time.Minute)
	rv := &s.thread.Reviews[len(s.thread.Reviews)-1]
	s.decided = rv.Number
	rv.Status, rv.Verdict, rv.Argument, rv.DecidedBy, rv.DecidedAt = store.ReviewDecided, string(verdict), text, lee, s.at
	s.step(agent.Decision{Verdict: verdict, Text: text, Clean: true, Digest: s.state.DataForReview.Digest, By: lee, At: s.at})
	s.decided = 0
	s.run()
}

func (s *story) options() Options {
	return Options{Tools: s.tools, Agency: "Sunrise Insurance Agency", Location: s.at.Location()}
}

const (
	aReference = id + "-1-k3v7qd2m7xw4t6hzn5rj3pya2b"
	firstMail  = "Hi, I'm Maria Lopez and want a quote for my 2019 Honda Civic. I live at 1420 SE Taylor St, Portland, OR 97214.\n" +
		"My SSN is 123-45-6789. <script>alert(1)</script> </pre></article><img src=http://evil.test/x.png>\nRef: " + aReference + "\n"
	secondMail = "I was born on March 4, 1985 and licensed for 22 years. My driver's license number is 7654321. I drive it to work, " +
		"8 miles one way, 9,000 miles a year. The VIN is 19XFC2F53KE512345. Clean record."
)

// quoted returns a thread with one rejection of questions and a sent quote.
func quoted(t testing.TB) *story {
	t.Helper()
	s := begin(t)
	s.customer(firstMail)
	s.decides(agent.Reject, "please also ask for the VIN")
	s.decides(agent.Accept, "")
	s.customer(secondMail)
	s.decides(agent.Accept, "")
	return s
}

// handedOver returns a thread that staff continue by hand, because the planner can't act on a
// reason.
func handedOver(t testing.TB) *story {
	t.Helper()
	s := begin(t)
	s.customer(firstMail)
	s.decides(agent.Reject, "mention our company picnic")
	s.decided = len(s.thread.Reviews)
	s.at = s.at.Add(3 * time.Hour)
	s.step(agent.Written{Text: "Dear Maria,\n\ncall me, please.\n\nDana", By: lee, At: s.at})
	return s
}
