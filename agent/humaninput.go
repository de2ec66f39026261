package agent

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

// HumanInputArgs are the planner's questions to staff. Staff answer by number.
type HumanInputArgs struct {
	Questions []StaffQuestion `json:"questions"`
}

// StaffQuestion is a question to staff.
type StaffQuestion struct {
	Text   string `json:"text"`
	Why    string `json:"why,omitempty"`
	Expect string `json:"expect,omitempty"` // expected kind of answer, in words
	Path   string `json:"path,omitempty"`   // path of the value in question; "" for none
	Offer  string `json:"offer,omitempty"`  // value for Path if the answer is yes
}

// StaffAnswer is a question with the answer of staff; "" for no answer.
type StaffAnswer struct {
	StaffQuestion
	Answer string    `json:"answer"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// maxAnswered limits the answers in the state. The journal has all answers.
const maxAnswered = 20

// HumanInput is the tool that asks staff questions.
func HumanInput() Tool {
	return Tool{
		Name: ToolRequestHumanInput, Stage: StageHumanInput, Asks: true,
		Run: Running(ToolRequestHumanInput,
			func(context.Context, Call, HumanInputArgs) (any, []string, error) {
				return nil, nil, errors.New("only staff can answer")
			}),
		Apply: Applying(func(s *State, d []StaffAnswer, _ time.Time) Then {
			s.AgentScratchpad.keepAnswers(d)
			return PlanNext
		}),
	}
}

func (pad *Scratchpad) keepAnswers(d []StaffAnswer) {
	all := append(pad.StaffAnswers, d...)
	pad.StaffAnswers = all[max(0, len(all)-maxAnswered):]
}

// answered passes the answers of staff to the planner.
func (a *Agent) answered(s *State, p Proposal, d Decision, r *Result) {
	delete(s.RetryCounts, p.Stage)
	tool, found := a.tools[p.Action.Tool]
	data, err := json.Marshal(pair(p, d))
	if err != nil || !found {
		a.handOver(s, a.say("agent.answers_unreadable"), r)
		return
	}
	out := Output{Tool: tool.Name, Status: OutputOK, Data: data}
	s.LastToolOutputs = &out
	a.apply(s, tool, p.Action, out, d.At, r)
}

// pair matches answers with questions. A sole question also takes the answer without a number.
func pair(p Proposal, d Decision) []StaffAnswer {
	questions := p.Questions()
	var all []StaffAnswer
	for i, q := range questions {
		text, found := d.Answers[i+1]
		if !found && len(questions) == 1 {
			text = d.Answers[0]
		}
		all = append(all, StaffAnswer{StaffQuestion: q, Answer: text, By: d.By, At: d.At})
	}
	return all
}

// Questions returns the questions to staff, or nil.
func (p Proposal) Questions() []StaffQuestion {
	var args HumanInputArgs
	if p.Stage != StageHumanInput || json.Unmarshal(p.Data, &args) != nil {
		return nil
	}
	return args.Questions
}

// Doubtful describes the first answer with an invalid VIN, or returns "".
func (p Proposal) Doubtful(answers Answers, words letters.Words) string {
	for i, a := range pair(p, Decision{Answers: answers}) {
		vin := quote.CheckVIN(strings.Trim(a.Answer, " .\n"))
		if strings.HasSuffix(a.Path, ".vin") && mayBeVIN(vin.Value) && !vin.Valid {
			return words.Say("agent.not_a_vin", strconv.Itoa(i+1), vin.Value, vin.Problem(words))
		}
	}
	return ""
}

// mayBeVIN reports whether an answer is a single word of about 17 characters with digits.
func mayBeVIN(s string) bool {
	return vinLike.MatchString(s) && strings.ContainsAny(s, "0123456789")
}

var vinLike = lazyregexp.MustCompile(`^[0-9A-Z]{14,20}$`)
