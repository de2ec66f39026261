package quoting

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/reading"
)

// IntentUnreadable is that of a mail none of whose words can be read: sealed,
// or damaged beyond repair.
const IntentUnreadable = "unreadable"

type intentData struct {
	Message  string        `json:"message"`
	Intent   string        `json:"intent"`
	Refer    string        `json:"refer,omitempty"`
	Failed   string        `json:"failed,omitempty"` // why the rules failed to read the mail
	Language string        `json:"language"`
	Prefers  string        `json:"prefers,omitempty"`  // the language that the customer asks for
	Courtesy bool          `json:"courtesy,omitempty"` // it says nothing but thanks
	Parting  agent.Parting `json:"parting,omitzero"`
	Ahead    bool          `json:"ahead,omitempty"` // they want to go ahead with the quote they have
	PII      []string      `json:"pii,omitempty"`
	Heed     []string      `json:"heed,omitempty"` // what staff are to know before anything is sent
}

// IntentReadingFailed marks a mail that the rules failed to read.
const IntentReadingFailed = "reading_failed"

// read has a message of the inbox read by the rules.
func (b Toolbox) read(s *agent.State, message string) (reading.Reading, error) {
	i := unread(s, message)
	if i < 0 {
		return reading.Reading{}, fmt.Errorf("there is no unread message %q", message)
	}
	in := b.input(s.AgentScratchpad.Inbox[i], s.CustomerInfo.Address)
	in.Known, in.Asked, in.Text = *s.Application(), s.AgentScratchpad.Asked,
		separateQuestions(s, in.Text, b.words(s.LanguageFor(s.AgentScratchpad.Ask.Language)))
	if len(in.Known.Drivers) > 0 {
		in.Began = s.CustomerInfo.Name
	}
	return b.reading(in), nil
}

func (b Toolbox) reading(in reading.Input) reading.Reading {
	if b.Reader != nil {
		return b.Reader(in)
	}
	return reading.Read(in)
}

// Known is the case with what the messages state that the planner has not had yet, as the rules
// read them: where a person has the thread, they wait until it is handed back.
func (b Toolbox) Known(s *agent.State) quote.Case {
	known := s.CustomerInfo.Case
	for _, m := range s.AgentScratchpad.Inbox {
		in := b.input(m, s.CustomerInfo.Address)
		in.Known, in.Asked, in.Text = known.Application, s.AgentScratchpad.Asked,
			separateQuestions(s, in.Text, b.words(s.LanguageFor(s.AgentScratchpad.Ask.Language)))
		in.Began = s.CustomerInfo.Name
		_ = known.ApplyAll(b.reading(in).Facts) // what does not fit is not known
	}
	return known
}

// input is a message from an address as the rules read it where nothing is known yet.
func (b Toolbox) input(m agent.Mail, from string) reading.Input {
	return reading.Input{
		Subject: m.Subject, Text: cmp.Or(m.Answers, m.Text), Signature: m.Signature,
		Forwarded: m.Forwarded, Hidden: m.Hidden, FromName: m.FromName, FromAddress: from,
		Date: m.Date, Location: cmp.Or(b.Location, time.UTC), Message: m.ID,
	}
}

// dismiss takes a message out of the inbox.
func removeFromInbox(s *agent.State, message string) {
	pad := &s.AgentScratchpad
	pad.Identified = ""
	if i := unread(s, message); i >= 0 {
		pad.Inbox = slices.Delete(pad.Inbox, i, i+1)
	}
}

// unread returns where in the inbox a message is; -1: nowhere.
func unread(s *agent.State, message string) int {
	return slices.IndexFunc(s.AgentScratchpad.Inbox,
		func(m agent.Mail) bool { return m.ID == message })
}

// IntentArgs names a message, and holds what the planner made of it, if it reads
// mails itself. What the rules refer to a person goes to one whatever it says.
type IntentArgs struct {
	Message  string `json:"message"`
	Intent   string `json:"intent,omitempty"`
	Refer    string `json:"refer,omitempty"`
	Declines string `json:"declines,omitempty"` // words of it by which the customer wants no quote any more
	Language string `json:"language,omitempty"`
}

func (b Toolbox) identifyIntent(_ context.Context, c agent.Call,
	args IntentArgs) (any, []string, error) {
	r, err := b.read(c.State, args.Message)
	if err != nil {
		return nil, nil, err
	}
	if r.Failed != "" {
		d := intentData{Message: args.Message, Intent: IntentReadingFailed, Failed: r.Failed}
		return d, nil, nil
	}
	m := c.State.AgentScratchpad.Inbox[unread(c.State, args.Message)]
	intent := cmp.Or(args.Intent, r.Intent)
	if m.Unread != "" && strings.TrimSpace(m.Text) == "" {
		intent = IntentUnreadable
	}
	name := c.State.Application().NamedInsured.GivenName
	d := intentData{
		Message: args.Message, Intent: intent, Refer: cmp.Or(r.Refer, args.Refer),
		Language: cmp.Or(args.Language, r.Language), Prefers: r.Prefers, PII: r.PII,
		Courtesy: agent.IsCourtesy(m.Text, m.FromName, name), Heed: agent.Heed(m.Text),
	}
	if c.State.AgentScratchpad.Quoting { // else there is nothing to take leave of
		d.Parting = agent.ReadParting(m, name, args.Declines)
		d.Ahead = d.Parting.Kind == "" && c.State.AgentScratchpad.Sent > 0 &&
			agent.GoesAhead(m.Text)
	}
	return d, nil, nil
}

// applyIntent takes in what a message is about. Who takes leave of a quote states
// nothing for one: "we went with Geico" is not about a policy to be replaced.
func applyIntent(s *agent.State, d intentData, _ time.Time) agent.Then {
	pad := &s.AgentScratchpad
	pad.Identified, pad.Intent, pad.Courtesy, pad.Parting, pad.Ahead = d.Message, d.Intent,
		d.Courtesy, d.Parting, d.Ahead
	pad.Quoting = pad.Quoting || d.Intent == "new_quote" || d.Intent == "provide_info"
	pad.Refer = cmp.Or(d.Refer, pad.Refer)
	pad.ToHeed(d.Heed)
	for _, kind := range d.PII {
		if !slices.Contains(pad.PII, kind) {
			pad.PII = append(pad.PII, kind)
		}
	}
	s.CustomerInfo.Language = cmp.Or(d.Prefers, s.CustomerInfo.Language, d.Language)
	if d.Parting.Kind != "" {
		removeFromInbox(s, d.Message)
	}
	return agent.PlanNext
}

// ExtractArgs names the message to read, and holds what staff have stated, which
// goes before what the message says. With neither, it takes stock of the
// application as of today.
type ExtractArgs struct {
	Message string       `json:"message,omitempty"`
	Facts   []quote.Fact `json:"facts,omitempty"`
	// Read is what the planner read in the message, each with the words it rests
	// on; nil where the rules are to read it.
	Read []quote.Fact `json:"read,omitzero"`
}

// readFor has the message read by the rules, unless the planner did: that is
// looked at closely then.
func (b Toolbox) readMessage(s *agent.State, args ExtractArgs) (reading.Reading, []string, error) {
	r, err := b.read(s, args.Message)
	if err != nil || args.Read == nil || r.Failed != "" {
		return r, nil, err
	}
	read, dropped := grounded(args, s.AgentScratchpad.Inbox[unread(s, args.Message)], r)
	read.Questions, read.Residents, read.Grave = r.Questions, r.Residents, r.Grave
	for _, c := range r.Conflicts {
		seen := func(f quote.Fact) bool { return f.Path == c.Path }
		if len(c.Values) == 1 && !slices.ContainsFunc(read.Facts, seen) {
			read.Conflicts = append(read.Conflicts, c) // what is not clear does not become so by being left out
		}
	}
	known := read
	known.Facts = slices.Concat(read.Facts, args.Facts) // what staff stated need not be read
	return read, slices.Concat(dropped, disagreements(r, read),
		omissions(s.CustomerInfo.Case, r, known)), nil
}

func (b Toolbox) extract(_ context.Context, c agent.Call, args ExtractArgs) (any, []string, error) {
	data := agent.Extracted{Message: args.Message}
	stated := func(path string) bool {
		return slices.ContainsFunc(args.Facts, func(f quote.Fact) bool { return f.Path == path })
	}
	if args.Message != "" {
		r, flags, err := b.readMessage(c.State, args)
		if err != nil {
			return nil, nil, err
		}
		data.Dropped, data.Beside = flags,
			mailNotes(r, c.State.AgentScratchpad.Inbox[unread(c.State, args.Message)])
		data.Facts = slices.DeleteFunc(slices.Clone(r.Facts),
			func(f quote.Fact) bool { return stated(f.Path) })
		read := c.State.CustomerInfo.Case
		_ = read.ApplyAll(r.Facts) // what does not fit says nothing of who drives
		for _, x := range r.Conflicts {
			if !stated(x.Path) && !stated(read.Application.Twin(x.Path)) {
				data.Conflicts = append(data.Conflicts,
					quote.Conflict{Path: x.Path, Values: x.Values, Derived: isDerived(x)})
			}
		}
	}
	for _, f := range args.Facts {
		f.Standing = quote.Confirmed
		data.Facts = append(data.Facts, f)
	}
	return b.validated(c, data)
}

// beside says what staff should know of a mail beside its values, as no mail of ours
// answers it by itself.
func mailNotes(r reading.Reading, m agent.Mail) (said []string) {
	if m.Departs != "" {
		said = append(said, "the customer's mail does not say the same to everybody: "+reading.Mask(m.Departs))
	}
	for _, q := range r.Questions {
		said = append(said, fmt.Sprintf("the customer also asks what no draft answers by itself: %q", reading.Mask(q)))
	}
	for _, told := range r.Grave {
		said = append(said, fmt.Sprintf("more than a ticket, so see how the carrier takes it: %q",
			reading.Mask(told)))
	}
	for _, who := range r.Residents {
		said = append(said, fmt.Sprintf("who lives in the household and is no driver of this application: %q", reading.Mask(who)))
	}
	return said
}

// contradictions say what nothing in the mail decides.
func contradictions(a quote.Application, found []quote.Conflict) (flags []string) {
	for _, c := range found {
		switch said, label := letters.Values(c), letters.Label(c.Path, a, letters.English()); {
		case slices.Equal(said, []string{reading.LearnersPermit}): // is merely asked about
		case len(said) == 1:
			flags = append(flags,
				fmt.Sprintf("%s: the customer wrote %s, which is not clear", label, said[0]))
		case c.Derived:
			flags = append(flags,
				fmt.Sprintf("%s: what the customer wrote comes to %s", label,
					strings.Join(said, " and also ")))
		default:
			flags = append(flags,
				fmt.Sprintf("%s: the customer wrote %s", label, strings.Join(said, " and also ")))
		}
	}
	return flags
}

// tried tries the facts on a copy of the case, so that one that does not fit is
// reported and the others still count. What looks wrong with them is shown, wherever
// in the case it shows: a year may contradict a VIN that is known from before.
func (b Toolbox) validated(c agent.Call, data agent.Extracted) (any, []string, error) {
	trial, day := c.State.CustomerInfo.Case, agent.Today(c.At)
	known := b.warnings(trial, day)
	flags := slices.Clone(data.Dropped)
	good := []quote.Fact{}
	for i, err := range trial.ApplyAll(data.Facts) {
		if err != nil {
			flags = append(flags,
				fmt.Sprintf("%s could not be taken in: %v", data.Facts[i].Path, err))
			continue
		}
		good = append(good, data.Facts[i])
	}
	data.Facts = good
	flags = append(flags, contradictions(trial.Application, data.Conflicts)...)
	if i := unread(c.State, data.Message); i >= 0 {
		flags = append(flags, onlyForwarded(trial.Application, good,
			c.State.AgentScratchpad.Inbox[i], day)...)
	}
	found := slices.DeleteFunc(b.warnings(trial, day), func(p quote.Problem) bool {
		return slices.Contains(known, p) || b.AsksStaff && isRepairable(trial.Application, p.Path)
	})
	if flags = append(flags, warningFlags(trial.Application, found)...); len(flags) > 0 {
		flags = append(flags, data.Beside...) // by itself that is no doubt of what was read: the next draft's review tells of it
	}
	return data, flags, nil
}

// warnings are what looks wrong in a case, with all that would be assumed in it: a
// lender may want more than what a customer leaves out.
func (b Toolbox) warnings(k quote.Case, today quote.Date) []quote.Problem {
	_ = b.assume(&k, today) // what can't be assumed hands the thread over once it is taken in
	return quote.Warnings(k.Application, today)
}

// warned says what looks wrong, for staff.
func warningFlags(a quote.Application, found []quote.Problem) (flags []string) {
	for _, p := range found {
		flags = append(flags, letters.Label(p.Path, a, letters.English())+": "+p.Message)
	}
	return flags
}

// isRepairable reports whether a path is of a VIN that is correct but for letters
// which no VIN has.
func isRepairable(a quote.Application, path string) bool {
	raw, _ := a.Get(path)
	var vin string
	return strings.HasSuffix(path, ".vin") && json.Unmarshal(raw, &vin) == nil &&
		quote.CheckVIN(vin).Proposal != ""
}
