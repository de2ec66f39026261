package planner_test

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/questions"
)

// A request and a question in one sentence have the effect of two sentences: the request is in the
// application, and the draft answers the question.
func TestFinding15ARequestBesideAQuestionIsDone(t *testing.T) {
	t.Parallel()
	const withTom = pilotAndForester + "\nPlease also put my husband Tom Moreno on it, " +
		"born 7/9/1983, licensed since 2001, no accidents, no tickets."
	for mail, want := range map[string]struct {
		path, value string
		kind        questions.Kind
	}{
		"Take rental off again, and how much would it be if Tom isn't on it?":          {"coverages.rental", "false", questions.WhatIf},
		"How much is it without Tom, and please take rental off?":                      {"coverages.rental", "false", questions.WhatIf},
		"Also drop towing, and what would it cost without the Forester?":               {"coverages.towing", "false", questions.WhatIf},
		"Please remove the rental and tell me when this quote expires":                 {"coverages.rental", "false", questions.Validity},
		"Please remove rental, but can I pay monthly?":                                 {"coverages.rental", "false", questions.Payments},
		"Thanks! Please take towing off then, is it still good next week?":             {"coverages.towing", "false", questions.Validity},
		"Quite el alquiler, y ¿cuánto sería sin Tom?":                                  {"coverages.rental", "false", questions.WhatIf},
		"¿Cuánto sería sin Tom? Y quite la grúa, ¿puedo pagar por mes?":                {"coverages.towing", "false", questions.Payments},
		"Raise the collision deductible to $1,000 and how much is it for a full year?": {"coverages.collision_deductible", "1000", questions.Yearly},
		"Can I pay monthly, and also make the comp deductible $250 please.":            {"coverages.comprehensive_deductible", "250", questions.Payments},
		"Take the Forester off, and which company is this with?":                       {"vehicles[1]", "", questions.Insurer},
		"Move the start to December 9 and which discounts are in there?":               {"effective_date", `"2026-12-09"`, questions.Discounts},
		"If possible push the start back one week, and can I pay monthly?":             {"effective_date", `"2026-11-27"`, questions.Payments},
		"We'd like rental off, and is it still valid next week?":                       {"coverages.rental", "false", questions.Validity},
		"I don't want the towing any more, and how much is it for a year?":             {"coverages.towing", "false", questions.Yearly},
		"The Pilot now has 12,000 miles a year, what's the price for a full year?":     {"vehicles[0].annual_miles", "12000", questions.Yearly},
	} {
		c := begin(t, usual())
		c.customer(withTom)
		c.accept()
		c.customer(mail)
		if got, _ := c.state.Application().Get(want.path); string(got) != want.value {
			t.Errorf("%s: %s is %s, want %s; %s", mail, want.path, got, want.value, c.summary())
		}
		if n := len(c.state.Application().Drivers); n != 2 {
			t.Errorf("%s: %d drivers", mail, n)
		}
		if !slices.ContainsFunc(c.state.AgentScratchpad.Questions,
			func(q agent.Question) bool { return q.Kind == want.kind }) {
			t.Errorf("%s: no %s in %v", mail, want.kind, c.state.AgentScratchpad.Questions)
		}
		if p := c.state.DataForReview; p == nil {
			t.Errorf("%s: no review", mail)
		} else {
			mustLack(t, strings.Join(p.Warnings, "\n"), "may ask", "also asks")
		}
	}
}

// A request that no rule reads stays in what staff check, next to a question.
func TestFinding15AnUnreadRequestBesideAQuestionIsShown(t *testing.T) {
	t.Parallel()
	for mail, want := range map[string]string{
		"We'd like you to call Tom's school, and can I pay monthly?":  `"We'd like you to call Tom's school"`,
		"We'd like rental off, and do you have an office in Salem?":   `"do you have an office in Salem?"`,
		"Take rental off if she agrees, and can I pay monthly?":       "Take rental off if she agrees",
		"When does it expire, and put the policy in my maiden name?":  "put the policy in my maiden name?",
		"Send my mom a copy, and how much would it be without towing": "Send my mom a copy",
	} {
		c := begin(t, usual())
		c.customer(pilotAndForester)
		c.accept()
		c.customer(mail)
		said := strings.Join(c.handed, "\n")
		if p := c.state.DataForReview; p != nil {
			said += strings.Join(p.Warnings, "\n")
		}
		mustHave(t, said, want)
	}
}
