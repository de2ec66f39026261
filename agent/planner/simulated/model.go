// Package simulated is a simulated language model for tests and benchmarks. It reads only the
// prompt, and answers with the rules. Tests can run a model-based planner over real HTTP
// without a model. Its only mistakes are the mistakes of the rules.
package simulated

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/fields"
	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/reading/staff"
)

// prompt has the parts of a prompt.
type prompt struct {
	Application quote.Application  `json:"application"`
	Missing     []string           `json:"missing"`
	Doubts      []string           `json:"doubts"`
	VINs        []agent.DecodedVIN `json:"vins"`
	Asked       []string           `json:"asked"`
	Quote       string             `json:"quote"`

	mail  string // "": no mail
	date  time.Time
	from  string
	title string
	staff string
	tools []string // available tools, most likely first
}

var (
	stateIn = lazyregexp.MustCompile(`(?m)^# State\n\n(\{.*\})$`)
	toolsIn = lazyregexp.MustCompile(`Call one of: (.*)\.\n*$`)
	dateIn  = lazyregexp.MustCompile(`(?m)^Sent \w+, (\d{4}-\d\d-\d\d)`)
)

// read parses a prompt.
func read(text string) (p prompt, err error) {
	state, tools := stateIn.FindStringSubmatch(text), toolsIn.FindStringSubmatch(text)
	if state == nil || tools == nil {
		return p, fmt.Errorf("the prompt has no state, or no tools to call:\n%s", text)
	}
	if err := json.Unmarshal([]byte(state[1]), &p); err != nil {
		return p, fmt.Errorf("reading the state in the prompt: %w", err)
	}
	p.tools = strings.Split(tools[1], ", ")
	p.staff = fenced(text, "# Staff\n")
	p.mail = fenced(text, "# Mail ")
	if sent := dateIn.FindStringSubmatch(text); sent != nil {
		p.date, err = time.Parse(time.DateOnly, sent[1])
		lines := strings.SplitN(p.mail, "\n", 3)
		p.from, p.title = strings.TrimPrefix(lines[0], "From: "),
			strings.TrimPrefix(lines[1], "Subject: ")
		p.mail = lines[2]
	}
	return p, err
}

// fenced returns the first lines of quoted text below a heading.
func fenced(text, heading string) string {
	_, after, _ := strings.Cut("\n"+text, "\n"+heading)
	var lines []string
	for line := range strings.Lines(after) {
		words, is := strings.CutPrefix(strings.TrimRight(line, "\n"), "|")
		switch {
		case is:
			lines = append(lines, strings.TrimPrefix(words, " "))
		case len(lines) > 0:
			return strings.Join(lines, "\n")
		}
	}
	return strings.Join(lines, "\n")
}

// Answer returns a tool and its arguments as JSON. An unknown form of prompt is an error.
func Answer(text string) (tool, args string, err error) {
	p, err := read(text)
	if err != nil {
		return "", "", err
	}
	tool, given := p.choose()
	given["thought"], given["review"] = "it is next", false
	raw, err := json.Marshal(given)
	return tool, string(raw), err
}

// choose returns the tool that the rules prefer, and its arguments.
func (p prompt) choose() (tool string, args map[string]any) {
	if p.staff != "" && p.tools[0] != agent.ToolExtractApplication {
		return p.applyRequests()
	}
	if vin := p.doubtedVIN(); vin != "" && p.mayCall(agent.ToolDecodeVIN) {
		return agent.ToolDecodeVIN, map[string]any{"vin": vin}
	}
	if p.Quote == "repriced" && p.mayCall(agent.ToolFinalSummary) {
		return agent.ToolFinalSummary, map[string]any{}
	}
	switch tool = p.tools[0]; tool {
	case agent.ToolRequestHumanInput:
		return tool, map[string]any{"questions": p.aboutVINs()}
	case agent.ToolIdentifyIntent:
		r := p.reading()
		return tool, map[string]any{"intent": r.Intent, "refer": orNull(r.Refer), "declines": nil,
			"language": r.Language}
	case agent.ToolExtractApplication:
		return tool, map[string]any{"facts": append(p.facts(), p.stated()...),
			"questions": []string{}}
	case agent.ToolAskCustomer:
		return tool, asking(nil)
	case agent.ToolSendQuote:
		return tool, map[string]any{"language": nil}
	case agent.ToolRequestHumanReview:
		return tool, map[string]any{"reason": letters.English().Say("planner.no_action")}
	}
	return tool, map[string]any{}
}

func (p prompt) mayCall(tool string) bool { return slices.Contains(p.tools, tool) }

// doubtedVIN returns a doubtful VIN that is not decoded yet, or "".
func (p prompt) doubtedVIN() string {
	for i, v := range p.Application.Vehicles {
		doubted := func(d string) bool { return strings.HasPrefix(d, vinPath(i)+": ") }
		known := func(d agent.DecodedVIN) bool { return d.VIN == quote.CheckVIN(v.VIN).Value }
		if slices.ContainsFunc(p.Doubts, doubted) && !slices.ContainsFunc(p.VINs, known) {
			return v.VIN
		}
	}
	return ""
}

func vinPath(i int) string { return fmt.Sprintf("vehicles[%d].vin", i) }

// aboutVINs asks staff to confirm each proposed VIN.
func (p prompt) aboutVINs() []map[string]any {
	all, words := []map[string]any{}, letters.English()
	for i, v := range p.Application.Vehicles {
		for _, d := range p.VINs {
			if d.Proposal == "" || d.VIN != quote.CheckVIN(v.VIN).Value {
				continue
			}
			all = append(all, map[string]any{
				"text": words.Say("planner.is_it_vin",
					letters.Label(vinPath(i), p.Application, words), d.VIN, d.Proposal),
				"why":    d.Problem,
				"expect": words.Say("planner.vin_answers"),
				"path":   vinPath(i), "offer": d.Proposal,
			})
		}
	}
	return all
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func (p prompt) reading() reading.Reading {
	return reading.Read(reading.Input{
		Subject: p.title, Text: p.mail, FromName: p.from, Date: p.date.Add(12 * time.Hour),
		Known: p.Application, Asked: p.Asked,
	})
}

// facts returns the facts of the mail. A contradiction is two facts.
func (p prompt) facts() []map[string]any {
	all := []map[string]any{}
	add := func(path string, value json.RawMessage, words string, standing quote.Standing) {
		all = append(all, map[string]any{"path": path, "value": asText(value), "words": words,
			"standing": standing, "source": "mail"})
	}
	r := p.reading()
	for _, f := range r.Facts {
		add(f.Path, f.Value, f.Words, f.Standing)
	}
	for _, c := range r.Conflicts {
		if len(c.Values) == 1 {
			continue // skip unclear values
		}
		for i, v := range c.Values {
			add(c.Path, json.RawMessage(v), c.Words[min(i, len(c.Words)-1)], quote.Stated)
		}
	}
	return all
}

// asText returns a JSON value in the form of the tool; nil withdraws a value.
func asText(value json.RawMessage) any {
	var text string
	switch err := json.Unmarshal(value, &text); {
	case len(value) == 0:
		return nil
	case err == nil:
		return text
	}
	return string(value)
}

// stated returns the facts that staff stated about known values or the mail.
func (p prompt) stated() []map[string]any {
	known := p.Application
	for _, f := range p.reading().Facts {
		_ = known.Set(f.Path, f.Value) // skip invalid facts
	}
	all := []map[string]any{}
	facts, _ := fields.Reader{}.Read(quote.Case{Application: known}, p.staff)
	if len(facts) == 0 {
		facts, _ = staff.Fact(p.staff, quote.Case{Application: known}, time.Time{}, nil)
	}
	for _, f := range facts {
		all = append(all, map[string]any{"path": f.Path, "value": asText(f.Value),
			"words": cmp.Or(f.Words, p.staff), "standing": "stated", "source": "staff"})
	}
	return all
}

// applyRequests applies the requests of staff about questions, as far as the rules understand them.
func (p prompt) applyRequests() (tool string, args map[string]any) {
	if facts := p.stated(); len(facts) > 0 {
		return agent.ToolExtractApplication, map[string]any{"facts": facts, "questions": []string{}}
	}
	requests := staff.ReasonOf(p.staff, p.Application)
	if len(requests) == 0 {
		return agent.ToolRequestHumanReview,
			map[string]any{"reason": letters.English().Say("planner.unknown_request")}
	}
	return agent.ToolAskCustomer, asking(requests)
}

// asking returns the arguments of ask_customer as staff want them.
func asking(requests []staff.Request) map[string]any {
	fields, also, drop := []string{}, []string{}, []string{}
	args := map[string]any{"short": false, "language": nil}
	for _, r := range requests {
		switch r.Kind {
		case "shorter":
			args["short"] = true
		case "language":
			args["language"] = r.Value
		case "add":
			fields = append(fields, r.Paths...)
			if len(r.Paths) == 0 {
				also = append(also, r.Words)
			}
		case "wrong":
			fields = append(fields, r.Paths...)
		case "drop":
			drop = append(drop, r.Paths...)
		}
	}
	args["fields"], args["also"], args["drop"] = fields, also, drop
	return args
}
