package taskplanner

import (
	"slices"
	"strings"

	"ppamaild/agent/task"
	"ppamaild/lazyregexp"
	"ppamaild/templates"
)

// revision is a plan that a reason changes clause by clause.
type revision struct {
	roster     []task.Agent
	plan       []task.Agent
	referents  []task.Agent        // agents that "it" refers to
	said       map[string][]string // clauses with more instructions, by agent
	unassigned []string            // clauses about no agent
}

// apply changes the plan by a clause. It reports false if the clause names no agent.
func (r *revision) apply(clause string) bool {
	meant := slices.DeleteFunc(slices.Clone(r.roster),
		func(m task.Agent) bool { return m.Name == task.Analysis || !m.IsNamedIn(clause) })
	if len(meant) == 0 && pronoun.MatchString(clause) {
		meant = r.referents
	}
	for _, m := range meant {
		r.plan = adjust(r.plan, m, clause)
	}
	if len(meant) > 0 {
		r.referents = meant
	}
	if !r.saysMore(clause) {
		return len(meant) > 0
	}
	about := slices.DeleteFunc(slices.Clone(r.referents),
		func(m task.Agent) bool { return !slices.ContainsFunc(r.plan, named(m.Name)) })
	for _, m := range about {
		r.said[m.Name] = append(r.said[m.Name], clause)
	}
	if len(meant) == 0 && len(about) == 0 {
		r.unassigned = append(r.unassigned, clause)
	}
	return len(meant) > 0
}

// instruct adds the clauses of the reason to the agents' instructions.
func (r *revision) instruct(steps, before []task.Step, words *templates.Phrases) {
	for i, s := range steps {
		had := func(b task.Step) bool { return b.Agent == s.Agent && b.Instruction != "" }
		if n := slices.IndexFunc(before, had); n >= 0 && s.Agent != task.Analysis {
			steps[i].Instruction = before[n].Instruction
		}
		if said := r.said[s.Agent]; len(said) > 0 {
			steps[i].Instruction = words.Say("plan.staff_add", steps[i].Instruction,
				strings.Join(said, ", "))
		}
	}
}

var word = lazyregexp.MustCompile(`[\pL\pN]+`)

// saysMore reports whether a clause has other words than the names of agents and words about their
// order.
func (r *revision) saysMore(clause string) bool {
	known := strings.Fields(orderWords)
	for _, m := range r.roster {
		for _, name := range append([]string{m.Name}, m.Keywords...) {
			known = append(known, word.FindAllString(strings.ToLower(name), -1)...)
		}
	}
	singular := func(w string) string { return strings.TrimSuffix(w, "s") }
	for _, w := range word.FindAllString(strings.ToLower(clause), -1) {
		if !slices.ContainsFunc(known, func(k string) bool { return singular(k) == singular(w) }) {
			return true
		}
	}
	return false
}

// orderWords are words about the agents of a plan and their order.
const orderWords = `a add after again agent all also alone an analysis as ask at back be before begin bring by can could do don done
	drop exclude first for from get give go have he here i in include instead into is it just last leave let look me must need
	no not nothing now of off omit on one only other our out over part plan please put query remove rest run s search should
	skip start t take task than thank thanks that the their them then there they this to too try us use want we well with
	without work would yes you`
