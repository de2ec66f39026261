package api

import (
	"time"

	"ppamaild/console"
)

type agents struct {
	Items []agent `json:"items"`
}

type agent struct {
	Name   string `json:"name"`
	Does   string `json:"does"`
	Down   string `json:"down,omitempty"`
	Sample bool   `json:"sample"`
	Writes bool   `json:"writes"`
	Test   bool   `json:"test"`
}

func agentOf(a console.Agent) agent {
	return agent{
		Name: a.Name, Does: a.Does, Down: a.Down, Sample: a.Sample, Writes: a.Writes, Test: a.Test,
	}
}

type task struct {
	Thread   string    `json:"thread"`
	Subject  string    `json:"subject"`
	Text     string    `json:"text"`
	By       string    `json:"by"`
	Test     bool      `json:"test"`
	Status   string    `json:"status"`
	Ended    bool      `json:"ended"`
	Working  bool      `json:"working"`
	Owner    string    `json:"owner,omitempty"`
	Progress progress  `json:"progress"`
	Plan     []step    `json:"plan"`
	Review   *reviewed `json:"review,omitempty"`
	Failed   string    `json:"failed_agent,omitempty"`
	Other    []row     `json:"other_reviews"`
	Findings []section `json:"findings"`
	Shared   []shared  `json:"shared"`
	Results  []result  `json:"results"`
}

type progress struct {
	Stage     string   `json:"stage"`
	Label     string   `json:"stage_label"`
	Percent   int      `json:"progress_percentage"`
	Current   string   `json:"current_agent,omitempty"`
	Done      []string `json:"completed_agents"`
	Pending   []string `json:"pending_agents"`
	Remaining float64  `json:"estimated_remaining_seconds"`
	Elapsed   float64  `json:"elapsed_seconds"`
	Usual     float64  `json:"usual_seconds,omitempty"`
}

func progressOf(p console.Progress) progress {
	return progress{
		Stage: p.Code, Label: p.Stage, Percent: p.Percent, Current: p.Current,
		Done: filled(p.Done), Pending: filled(p.Pending), Remaining: p.Left.Seconds(),
		Elapsed: time.Duration(p.Elapsed).Seconds(), Usual: time.Duration(p.Usual).Seconds(),
	}
}

type step struct {
	Agent string   `json:"agent"`
	Does  string   `json:"does"`
	Asks  []string `json:"asks"`
	Needs []string `json:"needs"`
	Down  string   `json:"down,omitempty"`
	State string   `json:"state,omitempty"`
	Done  bool     `json:"done"`
	Runs  bool     `json:"runs"`
}

func stepOf(s console.Step) step {
	return step{s.Agent, s.Does, filled(s.Asks), filled(s.Needs), s.Down, s.State, s.Done, s.Runs}
}

type shared struct {
	Label    string   `json:"label"`
	Value    string   `json:"value"`
	Conflict bool     `json:"conflict"`
	In       []string `json:"in"`
}

func sharedOf(s console.Shared) shared {
	places := mapped(s.Rows, func(l console.Link) string { return l.Label })
	return shared{s.Label, s.Value, s.Conflict, places}
}

type result struct {
	Agent    string    `json:"agent"`
	Sections []section `json:"sections"`
}

func resultOf(r console.Result) result { return result{r.Agent, mapped(r.Sections, sectionOf)} }

func taskOf(t console.Task) task {
	shown := task{
		Thread: t.Thread, Subject: t.Subject, Text: t.Text, By: t.By, Test: t.Test, Status: t.Code,
		Ended: t.Ended, Working: t.Working, Owner: t.Owner, Progress: progressOf(t.Progress),
		Plan: mapped(t.Steps, stepOf), Failed: t.Failed, Other: rowsOf(t.Other),
		Findings: mapped(t.Findings, sectionOf), Shared: mapped(t.Shared, sharedOf),
		Results: mapped(t.Results, resultOf),
	}
	if t.Case != nil {
		one := reviewOf(*t.Case)
		shown.Review = &one
	}
	return shown
}
