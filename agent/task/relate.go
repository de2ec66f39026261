package task

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent/task/correlate"
	"ppamaild/templates"
)

// Relate finds values that the results share or contradict, and rates the quality of their data
// from 0 to 1, by the rules of doc/tasks.md. It uses only data from services: no sample data, and
// no text by an agent. The last result is the reference for the age of data. own lists addresses
// and names of the agency, which are ignored.
func Relate(results []Result, own []string,
	words *templates.Phrases) (related []Correlation, quality float64) {
	var sources []correlate.Source
	var asOf time.Time
	for _, r := range results {
		if s, is := r.source(); is {
			sources = append(sources, s)
		}
		if r.Meta.At.After(asOf) {
			asOf = r.Meta.At
		}
	}
	report := correlate.Find(sources, correlate.Options{AsOf: asOf, Own: own})
	for _, c := range report.Conflicts {
		related = append(related,
			Correlation{Kind: "conflict", Key: c.Key, Agents: []string{c.A.Agent, c.B.Agent},
				Text: c.In(words), Places: []correlate.Place{c.A, c.B}})
	}
	return append(related, shared(report.Matches, words)...), report.Quality
}

// Quality returns the quality of a result's data from 0 to 1, and false without records.
func (r Result) Quality() (float64, bool) {
	s, is := r.source()
	if !is || len(s.Records) == 0 {
		return 0, false
	}
	return correlate.Find([]correlate.Source{s}, correlate.Options{AsOf: r.Meta.At}).Quality, true
}

// source returns the data of a result's service, and false without data.
func (r Result) source() (s correlate.Source, is bool) {
	var calls []Call
	var work Work
	switch {
	case !r.IsReal(), r.Agent == Analysis, len(r.Data) == 0, read(r.Data, &work):
		return s, false
	case !read(r.Data, &calls) ||
		slices.ContainsFunc(calls, func(c Call) bool { return c.Tool == "" }):
		return correlate.FromJSON(r.Agent, r.Data), true
	}
	s.Agent = r.Agent
	for _, c := range calls {
		if c.Answer != nil {
			one := correlate.FromJSON(r.Agent, c.Answer)
			s.Records, s.Cut = append(s.Records, one.Records...), s.Cut || one.Cut
		}
	}
	return s, true
}

// Records returns the records of a result's data. A record of several calls counts once.
func (r Result) Records() (all []correlate.Record) {
	s, _ := r.source()
	seen := make(map[string]bool)
	for _, one := range s.Records {
		named := one.Fields["id"] != "" || one.Fields["invoice_number"] == one.Ref ||
			one.Fields["policy_number"] == one.Ref
		key := fmt.Sprintln(one.Kind, one.Ref, one.Text)
		if !named {
			key += fmt.Sprintln(one.Fields)
		}
		if !seen[key] {
			seen[key] = true
			all = append(all, one)
		}
	}
	return all
}

// uncompared describes the data of a result that was not compared, or returns "".
func (r Result) uncompared(words *templates.Phrases) string {
	if s, is := r.source(); !is || !s.Cut {
		return ""
	}
	return words.Say("task.uncompared", r.Agent, strconv.Itoa(correlate.MaxRecords))
}

// shared groups matches by the shared value, keeping their order.
func shared(matches []correlate.Match, words *templates.Phrases) (all []Correlation) {
	for len(matches) > 0 {
		first := matches[0]
		end := slices.IndexFunc(matches, func(m correlate.Match) bool {
			return m.By != first.By || m.Key != first.Key
		})
		if end < 0 {
			end = len(matches)
		}
		all = append(all, share(matches[:end], words))
		matches = matches[end:]
	}
	return all
}

// mostRefs limits the records of one agent in a correlation.
const mostRefs = 3

// share describes matches with the same value as one correlation.
func share(matches []correlate.Match, words *templates.Phrases) Correlation {
	c := Correlation{Kind: string(matches[0].By), Key: matches[0].Key}
	refs := make(map[string][]string)
	for _, m := range matches {
		for _, p := range []correlate.Place{m.A, m.B} {
			if !slices.Contains(refs[p.Agent], p.Ref) {
				refs[p.Agent] = append(refs[p.Agent], p.Ref)
			}
		}
		c.Agents = append(c.Agents, m.A.Agent, m.B.Agent)
	}
	slices.Sort(c.Agents)
	c.Agents = slices.Compact(c.Agents)
	var texts []string
	for _, agent := range c.Agents {
		named := refs[agent][:min(len(refs[agent]), mostRefs)]
		for _, ref := range named {
			c.Places = append(c.Places, correlate.Place{Agent: agent, Ref: ref})
		}
		text := strings.Join(named, ", ")
		if more := len(refs[agent]) - len(named); more > 0 {
			text = words.Say("task.more_refs", text, strconv.Itoa(more))
		}
		texts = append(texts, fmt.Sprintf("%s (%s)", agent, text))
	}
	c.Text = words.Say("task.shared", strings.Join(texts, ", "))
	return c
}
