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
	"ppamaild/agent/declarations"
	"ppamaild/agent/doubts"
	"ppamaild/agent/fields"
	"ppamaild/agent/letters"
	"ppamaild/agent/questions"
	"ppamaild/agent/quoting/inline"
	"ppamaild/agent/signals"
	"ppamaild/quote"
	"ppamaild/reading"
)

// read reads a message of the inbox with the rules. read also returns the questions about the
// last quote, and the text without the questions.
func (b Toolbox) read(s *agent.State, message string) (r reading.Reading,
	found []questions.Question, rest string, err error) {
	i := unread(s, message)
	if i < 0 {
		return r, nil, "", fmt.Errorf("there is no unread message %q", message)
	}
	in := b.input(s.AgentScratchpad.Inbox[i], s.CustomerInfo.Address)
	in.Known, in.Asked, in.Text = *s.Application(), s.AgentScratchpad.Asked,
		inline.Separate(s, in.Text, b.words(s.LanguageFor(s.AgentScratchpad.Ask.Language)))
	if len(in.Known.Drivers) > 0 {
		in.Began = s.CustomerInfo.Name
	}
	r = b.reading(in)
	if s.AgentScratchpad.LastQuote == nil || r.Failed != "" {
		return r, nil, in.Text, nil
	}
	q := inquirer{b, s, in}
	found, rest = q.read()
	if in.Text = rest; len(found) > 0 {
		r = q.merge(r, b.reading(in), rest)
	}
	if r.Intent == referCancel && !signals.NamesPolicy(in.Text) {
		r.Intent, r.Refer = "provide_info", "" // "Ruth stops driving"
	}
	readRequests(b, s, in, &r)
	readOffer(b, s, s.AgentScratchpad.Inbox[i], &r)
	return r, found, rest, nil
}

func (b Toolbox) reading(in reading.Input) reading.Reading {
	if b.Reader != nil {
		return b.Reader(in)
	}
	return reading.Read(in)
}

// Known returns the case including the facts of unread messages. Messages stay unread while staff
// have the thread.
func (b Toolbox) Known(s *agent.State) quote.Case {
	known := s.CustomerInfo.Case
	for _, m := range s.AgentScratchpad.Inbox {
		in := b.input(m, s.CustomerInfo.Address)
		in.Known, in.Asked, in.Text = known.Application, s.AgentScratchpad.Asked,
			inline.Separate(s, in.Text, b.words(s.LanguageFor(s.AgentScratchpad.Ask.Language)))
		in.Began = s.CustomerInfo.Name
		r := b.reading(in)
		ownValues(s, m, &r)
		_ = known.ApplyAll(r.Facts) // invalid facts are skipped
	}
	if c := s.AgentScratchpad.Corrected; c != nil {
		_ = known.ApplyAll(c.Facts) // fits, because staff named these values in this case
	}
	return known
}

// input converts a message to the input of the rules, without known values.
func (b Toolbox) input(m agent.Mail, from string) reading.Input {
	return reading.Input{
		Subject: m.Subject, Text: cmp.Or(m.Answers, m.Text), Signature: m.Signature,
		Forwarded: m.Forwarded, Hidden: m.Hidden, FromName: m.FromName, FromAddress: from,
		Date: m.Date, Location: cmp.Or(b.Location, time.UTC), Message: m.ID,
	}
}

// removeFromInbox removes a message from the inbox.
func removeFromInbox(s *agent.State, message string) {
	pad := &s.AgentScratchpad
	pad.Identified = ""
	pad.Inbox = slices.DeleteFunc(pad.Inbox, func(m agent.Mail) bool { return m.ID == message })
}

// unread returns the index of a message in the inbox, or -1.
func unread(s *agent.State, message string) int {
	return slices.IndexFunc(s.AgentScratchpad.Inbox,
		func(m agent.Mail) bool { return m.ID == message })
}

// ExtractArgs names the message to read and holds facts from staff, which take precedence over
// the message. With neither, the tool starts a revision as of today.
type ExtractArgs struct {
	Message string       `json:"message,omitempty"`
	Facts   []quote.Fact `json:"facts,omitempty"`
	Settles bool         `json:"settles,omitempty"` // staff do not ask about people at home
	// Read holds the planner's facts with the words that support them; nil: the rules read the
	// message.
	Read      []quote.Fact `json:"read,omitzero"`
	Questions []string     `json:"questions,omitempty"` // of the customer, for staff
}

// readMessage returns the facts of a message. The rules read the message, and also check the
// planner's facts.
func (b Toolbox) readMessage(s *agent.State, args ExtractArgs) (reading.Reading, []string, error) {
	r, found, _, err := b.read(s, args.Message)
	if err != nil || args.Read == nil || r.Failed != "" {
		return r, nil, err
	}
	args.Read = withoutQuestions(args.Read, found)
	read, dropped := grounded(b, args, s.AgentScratchpad.Inbox[unread(s, args.Message)], r)
	readOffer(b, s, s.AgentScratchpad.Inbox[unread(s, args.Message)], &read)
	read.Questions, read.Grave = questions.Merge(r.Questions, args.Questions, found), r.Grave
	for _, c := range r.Conflicts {
		if len(c.Values) == 1 && !slices.ContainsFunc(read.Facts, quote.At(c.Path)) {
			read.Conflicts = append(read.Conflicts, c) // an omission does not resolve a conflict
		}
	}
	known := read
	known.Facts = slices.Concat(read.Facts, args.Facts, s.RejectedFacts()) // staff know all others
	return read, slices.Concat(dropped, disagreements(r, read, b.staff()),
		omissions(s.CustomerInfo.Case, r, known, b.staff())), nil
}

func (b Toolbox) extract(_ context.Context, c agent.Call, args ExtractArgs) (any, []string, error) {
	data := agent.Extracted{Message: args.Message, Rules: quote.Rules, Settles: args.Settles}
	if staff := c.State.AgentScratchpad.Corrected; staff != nil && staff.After == args.Message {
		args.Facts = slices.Concat(staff.Facts, args.Facts)
	}
	stated := func(path string) bool { return slices.ContainsFunc(args.Facts, quote.At(path)) }
	if args.Message != "" {
		r, flags, err := b.readMessage(c.State, args)
		if err != nil {
			return nil, nil, err
		}
		m := c.State.AgentScratchpad.Inbox[unread(c.State, args.Message)]
		left := ownValues(c.State, m, &r)
		doubts.Find(c.State.CustomerInfo.Case, &r, m.Text, c.State.AgentScratchpad.Asked)
		doubts.SettlePermits(&r, c.State.AgentScratchpad.Conflicts,
			c.State.AgentScratchpad.Asked, m.ID)
		absent := absentNotes(b, c.State, m, &r)
		read := c.State.CustomerInfo.Case
		_ = read.ApplyAll(r.Facts) // invalid facts name no driver
		before, app := *c.State.Application(), read.Application
		pad := c.State.AgentScratchpad
		off := fields.Reader{Words: b.staff(), Other: len(pad.Residents) > 0}.LeftOut(
			app, r.Facts, m.Text, m.ID)
		if len(off)+len(absent) > 0 || pad.AcceptsQuote {
			pad.Intent = "provide_info" // "take him off" and "I accept" are understood
		}
		data.Dropped, data.MailNotes = flags, append(b.mailNotes(r, m, pad), absent...)
		data.Facts = slices.DeleteFunc(fields.WithPolicyNumber(r.Facts, m.Text),
			func(f quote.Fact) bool { return stated(f.Path) })
		data.Absent = len(absent) > 0
		isOwn := !m.Spoken && m.From == ""
		if isOwn && agent.Encoded(app) == agent.Encoded(before) {
			data.Said = letters.Quotable(m.Text)
		}
		r.Conflicts = append(r.Conflicts, unclearTickets(r, app)...)
		open, uncounted := doubts.Record(cmp.Or(m.Answers, m.Text), r, app,
			c.State.AgentScratchpad.Asked, agent.Today(c.At))
		r.Conflicts = append(r.Conflicts, open...)
		if data.Writer = c.State.CustomerInfo.Writer; m.From == "" {
			data.Writer = signals.Addressee(signals.Message{Text: m.Text, FromName: m.FromName},
				app.NamedInsured.GivenName, app.NamedInsured.Surname)
		}
		seen := doubts.Watch(m.Text, r)
		data.MailNotes = append(data.MailNotes, sightings(r, seen.Sightings, app, b.staff())...)
		if len(left) > 0 {
			data.MailNotes = append(data.MailNotes, b.say("quoting.other_writer",
				cmp.Or(m.FromName, m.From), reading.Mask(strings.Join(left, "”, “"))))
		}
		for _, said := range uncounted {
			data.MailNotes = append(data.MailNotes, b.say("quoting.uncounted", reading.Mask(said)))
		}
		for _, said := range doubts.Miscounted(m.Text, r, data.MailNotes, before, app) {
			data.MailNotes = append(data.MailNotes, b.say("quoting.miscounted", reading.Mask(said)))
		}
		readResidents(c.State, r, m, seen, &data, b.staff())
		data.Facts = append(data.Facts, off...)
		noted := slices.Concat(data.MailNotes, seen.Late)
		data.MailNotes = append(data.MailNotes, leftOut(data.Facts, noted, b.staff())...)
		data.MailNotes = append(data.MailNotes, openRequests(b, c.State, m, r, data)...)
		for _, x := range r.Conflicts {
			if !stated(x.Path) && !stated(app.Twin(x.Path)) {
				data.Conflicts = append(data.Conflicts,
					quote.Conflict{Path: x.Path, Values: x.Values, Derived: doubts.IsDerived(x)})
			}
		}
		data.Conflicts = openConflicts(data.Conflicts, agent.Extracted{Facts: off}, app)
	}
	for _, f := range args.Facts {
		f.Standing = quote.Confirmed
		data.Facts = append(data.Facts, f)
	}
	b.addPages(c.State, &data)
	return b.validated(c, data)
}

// addPages adds the values of the declarations pages in a message. The notes go to staff.
func (b Toolbox) addPages(s *agent.State, data *agent.Extracted) {
	i := unread(s, data.Message)
	if i < 0 || !declarations.HasPages(s.AgentScratchpad.Inbox[i]) {
		return
	}
	known := s.CustomerInfo.Case
	_ = known.ApplyAll(data.Facts) // validated reports the invalid facts
	asked := func(path string) bool {
		return slices.ContainsFunc(data.Facts, quote.At(path)) ||
			slices.ContainsFunc(data.Conflicts,
				func(c quote.Conflict) bool { return c.Path == path })
	}
	facts, notes := declarations.Fill(declarations.Source{
		Mail: s.AgentScratchpad.Inbox[i], Known: known, Asked: asked, Words: b.staff(),
	})
	data.Facts = append(data.Facts, facts...)
	data.MailNotes = append(data.MailNotes, notes...)
}

const (
	// shortReply is the number of words in a mail such as "ok" or "ACCEPT" that asks for nothing.
	shortReply = 3
	// mostQuoted is the number of words that a note to staff repeats.
	mostQuoted = 40
)

// mailNotes lists the facts about a mail that staff should know and that no draft answers.
func (b Toolbox) mailNotes(r reading.Reading, m agent.Mail, pad agent.Scratchpad) (said []string) {
	if r.Failed != "" {
		said = append(said, b.say("quoting.reading_failed_why", r.Failed))
	}
	if m.HTMLDifference != "" {
		said = append(said, b.say("quoting.parts_differ", reading.Mask(m.HTMLDifference)))
	}
	isUnclear := pad.Intent == "other" || pad.Intent == IntentWhichChange
	if words := strings.Fields(m.Text); isUnclear && len(words) > shortReply {
		text := strings.Join(words[:min(len(words), mostQuoted)], " ")
		said = append(said, b.say("quoting.not_understood", reading.Mask(text)))
	}
	for _, q := range r.Questions {
		if !questions.IsPlain(q) && !strings.Contains(strings.Join(pad.StaffAlerts, "\n"), q) {
			said = append(said, b.say("quoting.question", reading.Mask(q)))
		}
	}
	for _, violation := range r.Grave {
		said = append(said, b.say("quoting.grave", reading.Mask(violation)))
	}
	return said
}

// contradictions lists the unresolved conflicts.
func (b Toolbox) contradictions(a quote.Application, found []quote.Conflict) (flags []string) {
	for _, c := range found {
		switch said, label := letters.Values(c), letters.Label(c.Path, a, letters.English()); {
		case slices.Equal(said, []string{reading.LearnersPermit}): // is only asked about
		case len(said) == 1:
			flags = append(flags, b.say("quoting.unclear", label, said[0]))
		case c.Derived:
			flags = append(flags, b.say("quoting.derived", label, andAlso(said, b.staff())))
		default:
			flags = append(flags, b.say("quoting.wrote", label, andAlso(said, b.staff())))
		}
	}
	return flags
}

// validated applies the facts to a copy of the case. It reports invalid facts, keeps the others,
// and reports new warnings anywhere in the case: a year may contradict a known VIN.
func (b Toolbox) validated(c agent.Call, data agent.Extracted) (any, []string, error) {
	trial, day := c.State.CustomerInfo.Case, agent.Today(c.At)
	trial.Rules = quote.Rules
	known := b.warnings(trial, day)
	flags := slices.Clone(data.Dropped)
	good := []quote.Fact{}
	for i, err := range trial.ApplyAll(data.Facts) {
		if err != nil {
			flags = append(flags, b.say("quoting.not_used", data.Facts[i].Path, err.Error()))
			continue
		}
		good = append(good, data.Facts[i])
	}
	data.Facts = good
	data.Refer = c.State.AgentScratchpad.Undismissed(trial.Referrals(b.LicensedStates, day))
	data.Confirms = data.Message != "" && len(data.Conflicts)+len(data.MailNotes) == 0 &&
		c.State.CustomerInfo.Case.Confirms(good)
	flags = append(flags, b.contradictions(trial.Application, data.Conflicts)...)
	if i := unread(c.State, data.Message); i >= 0 {
		flags = append(flags, onlyForwarded(trial.Application, good,
			c.State.AgentScratchpad.Inbox[i], day, b.staff())...)
	}
	found := slices.DeleteFunc(b.warnings(trial, day), func(p quote.Problem) bool {
		return slices.Contains(known, p) || b.AsksStaff && isRepairable(trial.Application, p.Path)
	})
	flags = append(flags, warningFlags(trial.Application, found)...)
	flags = letters.WithLabels(flags, trial.Application, b.staff())
	if len(flags) > 0 || slices.ContainsFunc(good, agent.IsFromFile) {
		// A note alone casts no doubt on the reading. The next draft shows the notes.
		flags = slices.Concat(flags, data.MailNotes, c.State.AgentScratchpad.StaffAlerts)
	}
	return data, flags, nil
}

// warnings lists problems in a case with all assumptions filled in. A lender may require more
// than the customer asked for.
func (b Toolbox) warnings(k quote.Case, today quote.Date) []quote.Problem {
	_ = b.assume(&k, today) // applying the facts reports this error
	return quote.Warnings(k.Application, today, b.staff())
}

// warningFlags writes problems for staff.
func warningFlags(a quote.Application, found []quote.Problem) (flags []string) {
	for _, p := range found {
		flags = append(flags, letters.Label(p.Path, a, letters.English())+": "+p.Message)
	}
	return flags
}

// isRepairable reports whether a path holds a VIN with letters that VINs can't have and that can
// be corrected.
func isRepairable(a quote.Application, path string) bool {
	raw, _ := a.Get(path)
	var vin string
	return strings.HasSuffix(path, ".vin") && json.Unmarshal(raw, &vin) == nil &&
		quote.CheckVIN(vin).Proposal != ""
}
