package planner_test

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/sandbox/openai"
)

// twoVINs has letters that no VIN has.
const twoVINs = `Hi, I am Maria Lopez, born March 4, 1985, licensed since June 2003, at 123 Main St,
Portland, OR 97201. Please quote two cars. Clean record. I drive both.

2019 Honda Civic, VIN 19XFC2F53KE5I2345, to work, 8,000 miles a year.
2021 Toyota RAV4, VIN 2T3W1RFV9MWI23456, pleasure only, 5,000 miles a year.
`

const (
	askStaff = "request_human_input"
	mileage  = `{"text":"Does she drive the Civic for business?","why":"her mail is unclear","expect":"yes or no","path":"vehicles[0].use","offer":"business"}`
)

func inputArgs(questions ...string) string {
	return `{"thought":"x","review":false,"questions":[` + strings.Join(questions, ",") + `]}`
}

func decodeArgs(vin string) string { return `{"thought":"x","review":false,"vin":"` + vin + `"}` }

// askingPlanner is a conversation with a model that may ask staff.
func askingPlanner(t *testing.T) *thinking {
	t.Helper()
	with := usual()
	with.askStaff = true
	return thinkWith(t, with, nil)
}

// answered delivers Dana's answers to the open questions.
func (c *thinking) answered(answers agent.Answers) {
	c.t.Helper()
	c.underReview(agent.StageHumanInput)
	c.feed(agent.Decision{Verdict: agent.Answer, Answers: answers, Digest: c.state.DataForReview.Digest, By: "dana@agency.test", At: c.at})
}

// correction returns the nth correction that was sent to the model.
func (c *thinking) correction(n int) string {
	for _, seen := range c.server.Seen() {
		m := seen.Request.Messages
		if last := m[len(m)-1]; len(m) > 2 {
			if n--; n == 0 {
				return *last.Content
			}
		}
	}
	return ""
}

func TestModelLooksAtDoubtedVINsAndAsksStaff(t *testing.T) {
	c := askingPlanner(t)
	c.customer(twoVINs)
	questions := c.underReview(agent.StageHumanInput).Questions()
	if len(questions) != 2 || questions[0].Offer != "19XFC2F53KE512345" || questions[1].Path != "vehicles[1].vin" {
		t.Fatalf("asked %+v", questions)
	}
	if want := strings.Fields("identify_intent extract_application decode_vin decode_vin request_human_input"); !slices.Equal(c.called, want) {
		t.Errorf("called %v, want %v", c.called, want)
	}
	c.answered(agent.Answers{1: "yes", 2: "2T3W1RFV2M1123456"})
	c.underReview(agent.StageQuote)
	facts := c.state.CustomerInfo.Case.Facts
	if f := facts["vehicles[0].vin"]; string(f.Value) != `"19XFC2F53KE512345"` || f.Standing != "confirmed" {
		t.Errorf("%+v", f)
	}
	if f := facts["vehicles[1].vin"]; string(f.Value) != `"2T3W1RFV2M1123456"` || f.Standing != "confirmed" {
		t.Errorf("%+v", f)
	}
	c.mustBeAsked()
}

// Staff are asked before pricing, for any answer of the model.
func TestModelCannotPassOverWhatStaffAreToBeAsked(t *testing.T) {
	c := askingPlanner(t)
	price := one("quote_initiate", `{"thought":"x","review":false}`)
	c.says(one("identify_intent", identify), one("extract_application", factsArgs(
		factArg("vehicles[0].year", "2019", "2019", "mail"), factArg("vehicles[0].vin", "19XFC2F53KE5I2345", "19XFC2F53KE5I2345", "mail"))), price, price, price)
	c.customer(twoVINs)
	c.underReview(agent.StageInfoAnalysis) // the reading omits the second car
	c.accept()
	mustHave(t, c.handedOver(), "quote_initiate can't be called now; call one of: request_human_input, ask_customer, decode_vin, request_human_review")
}

func TestModelMayNotAskStaffWhereThatIsOff(t *testing.T) {
	c := think(t, nil)
	c.says(one("identify_intent", identify), one(askStaff, inputArgs(mileage)))
	c.customer(complete)
	c.underReview(agent.StageQuote)
	mustHave(t, c.correction(1), `there is no tool "request_human_input"`)
	if first := c.server.Seen()[0].Prompt; strings.Contains(first, askStaff) {
		t.Errorf("it is told of it:\n%s", first)
	}
}

func TestModelReadsWhatStaffAnswered(t *testing.T) {
	c := askingPlanner(t)
	c.says(one("identify_intent", identify), one("extract_application", noFacts), one(askStaff, inputArgs(mileage,
		strings.Replace(mileage, `"vehicles[0].use","offer":"business"`, `"drivers[0].years_licensed","offer":null`, 1))))
	c.customer("Please quote my car.\nMaria Lopez")
	reads := func(facts ...string) openai.Answer { return one("extract_application", factsArgs(facts...)) }
	uses := factArg("vehicles[0].use", "business", "Yes", "staff")
	c.says(
		reads(factArg("drivers[0].years_licensed", "30", "thirty", "staff")),
		reads(uses, factArg("drivers[0].years_licensed", "22", "22 years", "staff")),
		reads(uses),
	)
	c.answered(agent.Answers{1: "Yes.", 2: "I think 22 years"})
	c.underReview(agent.StageInfoRequest)
	mustHave(t, c.correction(1), `staff did not write "thirty"`)
	mustHave(t, c.correction(2), "nothing new")
	for path, want := range map[string]string{"vehicles[0].use": `"business"`, "drivers[0].years_licensed": "22"} {
		if f := c.state.CustomerInfo.Case.Facts[path]; string(f.Value) != want || f.Standing != "confirmed" {
			t.Errorf("%s: %+v", path, f)
		}
	}
}

func TestModelGoesOnWithoutAnswers(t *testing.T) {
	c := askingPlanner(t)
	c.customer(twoVINs)
	c.underReview(agent.StageHumanInput)
	c.decide(agent.Reject, "")
	p := c.underReview(agent.StageQuote)
	if p.Reason == nil || p.Reason.Stage != agent.StageHumanInput {
		t.Errorf("%+v", p.Reason)
	}
}

func TestModelsQuestionsAndLooksThatDoNotFit(t *testing.T) {
	long := strings.Replace(mileage, "Does she", strings.Repeat("long ", 100), 1)
	for name, test := range map[string]struct{ tool, args, says string }{
		"no questions":     {askStaff, inputArgs(), "0 questions; ask 1 to 5"},
		"too many":         {askStaff, inputArgs(slices.Repeat([]string{mileage}, 6)...), "6 questions"},
		"too long":         {askStaff, inputArgs(long), "longer than 300 letters"},
		"no words":         {askStaff, inputArgs(strings.Replace(mileage, "Does she drive the Civic for business?", " ", 1)), "no words"},
		"no path":          {askStaff, inputArgs(strings.Replace(mileage, "vehicles[0].use", "vehicles[0].colour", 1)), "no path of the application"},
		"a bad offer":      {askStaff, inputArgs(strings.Replace(mileage, `"business"`, `"racing"`, 1)), "pleasure, commute, business"},
		"an idle offer":    {askStaff, inputArgs(strings.Replace(mileage, `"vehicles[0].use"`, `null`, 1)), "an offer needs the path"},
		"a VIN of nobody":  {"decode_vin", decodeArgs("2T3W1RFV2M1123456"), "no VIN of the application"},
		"decoded before":   {"decode_vin", decodeArgs("19xfc2f53ke5i2345"), "it was decoded"},
		"one left out":     {askStaff, inputArgs(strings.Replace(mileage, `,"offer":"business"`, "", 1)), "offer"},
		"summary too soon": {"prepare_final_summary", `{"thought":"x","review":false}`, "can't be called now"},
	} {
		t.Run(name, func(t *testing.T) {
			c := askingPlanner(t)
			then, done := rulesOf(t), false
			c.answer = func(q openai.Request) openai.Answer {
				if !done && strings.Contains(q.Text(), `"vins":[{"vin":"19XFC2F53KE5I2345"`) {
					done = true
					return one(test.tool, test.args)
				}
				return then(q)
			}
			c.customer(twoVINs)
			c.underReview(agent.StageHumanInput)
			mustHave(t, c.correction(1), test.says)
		})
	}
}

func TestModelDoesNotAskStaffTwice(t *testing.T) {
	c := askingPlanner(t)
	c.customer(twoVINs)
	c.says(one(askStaff, inputArgs(`{"text":"Is it this one?","why":"","expect":"","path":"vehicles[0].vin","offer":null}`)))
	c.answered(agent.Answers{1: "the second one, I believe", 2: "ask"})
	mustHave(t, c.correction(1), "staff were asked that before")
}

// The model sees the summary of a changed price before it sends the quote, without any price.
func TestModelLooksAtTheSummaryOfAChangedQuote(t *testing.T) {
	c := think(t, nil)
	c.customer(complete)
	c.underReview(agent.StageQuote)
	if slices.Contains(c.called, "prepare_final_summary") {
		t.Error("it is looked at where nothing has changed")
	}
	c.accept()
	c.called = nil
	c.customer("Sorry, it is 20,000 miles a year.")
	c.underReview(agent.StageQuote)
	if n := len(c.called); n < 2 || !slices.Equal(c.called[n-2:], []string{"prepare_final_summary", "send_quote"}) {
		t.Errorf("called %v", c.called)
	}
	prompt := c.server.Seen()[len(c.server.Seen())-1].Request.Text()
	_, summary, found := strings.Cut(prompt, "\n# Summary\n\n")
	if !found || !strings.Contains(summary, `"label":"Miles a year, the 2019 Honda Civic"`) || !strings.Contains(summary, `"changed":"+`) {
		t.Errorf("the summary is missing in:\n%s", prompt)
	}
	pad := c.state.AgentScratchpad
	for _, cents := range []string{pad.Quote.Total.String(), pad.LastQuote.Total.String(), "total"} {
		if strings.Contains(prompt, strings.TrimSuffix(cents, ".00")) {
			t.Errorf("the model is told %s:\n%s", cents, prompt)
		}
	}
}
