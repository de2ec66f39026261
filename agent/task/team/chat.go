package team

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/factcheck"
	"ppamaild/agent/llm"
	"ppamaild/agent/pii"
	"ppamaild/agent/task"
	"ppamaild/templates"
)

// chat is a conversation with a model about one assignment of one agent. It has no content of other
// assignments. Each call of the model gets an answer.
type chat struct {
	team    *Team
	a       task.Assignment
	private *pii.Numbers
	offers  []offeredTool
	ending  ending
	request llm.Request

	calls    []call
	wants    []task.Write
	sources  []string // texts that may support a report
	returned bool     // a report was returned once
	wrong    string   // remaining errors of the report
	spent    agent.Usage
}

// ending is the tool that ends a conversation. take returns the words of a report that need
// support.
type ending struct {
	llm.Tool
	take func(args json.RawMessage) (words string, err error)
}

// newChat begins a conversation.
func (c *Team) newChat(a task.Assignment, system string,
	related []task.Correlation) (*chat, error) {
	t := &chat{team: c, a: a, private: pii.New()}
	prompt, err := c.o.Prompts.Assignment(t.view(related))
	if err != nil {
		return nil, fmt.Errorf("writing the prompt: %w", err)
	}
	prompt = t.private.Mask(prompt)
	t.sources = append(t.sources, prompt, c.o.Agency)
	t.request = llm.Request{System: system, Turns: []llm.Turn{{Role: llm.RoleUser, Text: prompt}}}
	return t, nil
}

// maxSource limits a result or an answer in the prompt, in bytes.
const maxSource = 24 << 10

// view returns the assignment for the prompt.
func (t *chat) view(related []task.Correlation) templates.PromptAssignment {
	a := t.a
	v := templates.PromptAssignment{
		By: a.Task.By, At: a.Task.At.In(t.team.o.Location).Format("Monday, 2006-01-02"),
		Subject: a.Task.Subject, Text: a.Task.Text,
		Instruction: a.Step.Instruction, Feedback: a.Feedback,
	}
	for _, i := range a.History {
		v.History = append(v.History,
			templates.PromptRun{Number: i.Number, Status: i.Status.Label(nil), Summary: i.Summary,
				Feedback: i.Feedback})
	}
	if a.Before != nil {
		v.Before = new(t.addSource(*a.Before))
	}
	for _, r := range a.Earlier {
		v.Results = append(v.Results, t.addSource(r))
	}
	for _, one := range related {
		v.Related = append(v.Related, one.Text)
	}
	return v
}

// addSource adds a result for the prompt. It masks before it cuts, because half a private number
// is not recognized.
func (t *chat) addSource(r task.Result) templates.PromptResult {
	data := t.private.Mask(string(r.Data))
	t.sources = append(t.sources, data)
	return templates.PromptResult{Agent: r.Agent, Status: r.Status.Label(nil), Summary: r.Summary,
		Data: t.cut(data, maxSource), Error: r.Error}
}

// cut limits a text for the prompt.
func (t *chat) cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "\n" + t.team.tell("chat.clipped")
}

// useTools sets the tools of the conversation and the final tool.
func (t *chat) useTools(all []offeredTool, end ending) {
	t.offers, t.ending = all, end
	for _, o := range all {
		t.request.Tools = append(t.request.Tools, o.Tool)
	}
	t.request.Tools = append(t.request.Tools, end.Tool)
}

// maxCallsPerAnswer limits the executed calls of one answer.
const maxCallsPerAnswer = 8

// maxRounds limits the requests to the model in one run.
const maxRounds = 12

// run asks until the model ends the conversation. The error explains an early end.
func (t *chat) run(ctx context.Context) error {
	o := t.team.o
	for range maxRounds {
		answer, err := o.Model.Ask(ctx, t.request)
		t.spent = t.spent.Plus(answer.Spent)
		switch {
		case err != nil:
			return fmt.Errorf("asking the model: %w", err)
		case answer.Finish == "content_filter":
			return errors.New(t.team.say("agents.withheld"))
		case t.answer(ctx, answer):
			return nil
		case o.MaxTokens > 0 && t.spent.Tokens() >= o.MaxTokens:
			return errors.New(t.team.say("agents.run_tokens", strconv.Itoa(o.MaxTokens),
				strconv.Itoa(t.spent.Tokens())))
		}
	}
	return errors.New(t.team.say("agents.no_end", strconv.Itoa(maxRounds)))
}

// answer executes the calls of the model, and reports whether the conversation ended.
func (t *chat) answer(ctx context.Context, a llm.Answer) (ended bool) {
	if len(a.Calls) == 0 || a.Finish == "length" {
		wrong := t.team.tell("chat.call_a_tool", t.ending.Name)
		if a.Finish == "length" {
			wrong = t.team.tell("chat.too_long")
		}
		t.request.Turns = append(t.request.Turns,
			llm.Turn{Role: llm.RoleModel, Text: cmp.Or(a.Text, t.team.tell("chat.no_answer"))},
			llm.Turn{Role: llm.RoleUser, Text: wrong})
		return false
	}
	calls := a.Calls[:min(len(a.Calls), maxCallsPerAnswer)]
	t.request.Turns = append(t.request.Turns, llm.Turn{Role: llm.RoleModel, Calls: calls})
	for _, c := range calls {
		text := t.team.tell("chat.ended")
		if !ended {
			text, ended = t.do(ctx, c)
		}
		t.request.Turns = append(t.request.Turns,
			llm.Turn{Role: llm.RoleTool, Answers: c.ID, Text: text})
	}
	return ended
}

// do executes one call and returns the answer for the model.
func (t *chat) do(ctx context.Context, c llm.Call) (text string, ended bool) {
	args := t.private.Restore(c.Args)
	if c.Name == t.ending.Name {
		return t.finish(args)
	}
	i := slices.IndexFunc(t.offers, func(o offeredTool) bool { return o.Tool.Name == c.Name })
	if i < 0 {
		return t.team.tell("chat.no_tool", c.Name, strings.Join(t.names(), ", ")), false
	}
	o := t.offers[i]
	raw, err := o.arguments(args)
	if err != nil {
		return t.team.tell("chat.not_called", t.private.Mask(err.Error())), false
	}
	if !o.ReadOnly {
		return t.requestWrite(o, raw), false
	}
	made := t.team.callTool(ctx, o.server, o.tool.Name, raw)
	made.Tool = o.called
	t.calls = append(t.calls, made)
	answered := t.private.Mask(cmp.Or(made.Error, string(made.Answer)))
	t.sources = append(t.sources, answered)
	return t.team.tell("chat.answered", o.Tool.Name) + "\n" +
		templates.Fenced(t.cut(answered, maxSource)), false
}

// requestWrite records a call that would change something, once.
func (t *chat) requestWrite(o offeredTool, args json.RawMessage) string {
	w := task.Write{Agent: t.a.Step.Agent, Tool: o.called, Args: args,
		Why: t.team.say("agents.asked_for", t.a.Step.Agent)}
	if !slices.ContainsFunc(t.wants,
		func(other task.Write) bool {
			return other.Tool == w.Tool && string(other.Args) == string(w.Args)
		}) {
		t.wants = append(t.wants, w)
	}
	return t.team.tell("chat.put_before_staff")
}

// finish accepts a report. A report with unsupported claims, or with a letter that binds
// coverage, advises or promises, is returned once.
func (t *chat) finish(args string) (text string, ended bool) {
	words, err := t.ending.take(json.RawMessage(args))
	if err != nil {
		return t.team.tell("chat.not_accepted", t.private.Mask(err.Error())), false
	}
	bad := t.team.unsupported(t.private.Mask(words), t.sources)
	var letter report
	_ = json.Unmarshal([]byte(args), &letter) // take has accepted the arguments
	for _, said := range factcheck.Prohibited(letter.Text) {
		bad = append(bad, t.team.o.Words.Say("check.prohibited", said))
	}
	if len(bad) > 0 && !t.returned {
		t.returned = true
		return t.team.tell("chat.unsupported", strings.Join(bad, "; ")), false
	}
	t.wrong = strings.Join(bad, "; ")
	return t.team.tell("chat.accepted"), true
}

func (t *chat) names() []string {
	var names []string
	for _, o := range t.offers {
		names = append(names, o.Tool.Name)
	}
	return append(names, t.ending.Name)
}
