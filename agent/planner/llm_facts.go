package planner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/fields"
	"ppamaild/agent/quoting"
	"ppamaild/agent/signals"
	"ppamaild/quote"
)

type factsAnswer struct {
	Facts     []factAnswer `json:"facts"`
	Questions []string     `json:"questions"`
}

type factAnswer struct {
	Path     string         `json:"path"`
	Value    *string        `json:"value"` // nil: withdrawn
	Words    string         `json:"words"`
	Standing quote.Standing `json:"standing"`
	Source   string         `json:"source"` // mail or staff
}

// buildFacts passes on the model's facts. The tool checks facts from the mail. Facts from staff
// are checked here, because the tool trusts staff. Invalid facts go back to the model, and at the
// last try to the tool, which drops them with a note.
func buildFacts(t *turn, a factsAnswer) (act agent.Action, err error) {
	var args quoting.ExtractArgs
	if t.mail != nil {
		args.Message, args.Read = t.mail.ID, []quote.Fact{}
	}
	trial := t.s.CustomerInfo.Case.Application
	var wrong []error
	doubtful := false
	for _, said := range a.Facts {
		f, err := t.fact(&trial, said)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", said.Path, err))
		}
		switch {
		case said.Source == "staff" && err == nil:
			args.Facts = append(args.Facts, f)
			doubtful = doubtful || said.Value == nil ||
				!t.saidByStaff(*said.Value) && !staffAgreed(t.s, said.Path, *said.Value)
		case said.Source == "mail" && t.mail != nil:
			args.Read = append(args.Read, f)
		}
	}
	names := func(f factAnswer) bool { return f.Path == "drivers[0].given_name" }
	if len(trial.Drivers) > 0 && trial.Drivers[0].Relationship == "" &&
		slices.ContainsFunc(a.Facts, names) {
		wrong = append(wrong, errors.New("give drivers[0].relationship, too: insured is who asks"))
	}
	for _, q := range a.Questions {
		if t.mail == nil || !signals.Contains(t.mail.Text, t.private.Restore(q)) {
			wrong = append(wrong, fmt.Errorf("the mail does not have the question %q", q))
			continue
		}
		args.Questions = append(args.Questions, t.private.Restore(q))
	}
	if len(wrong) > 0 && (!t.last || t.mail == nil) {
		return act, errors.Join(wrong...)
	}
	old := !slices.ContainsFunc(args.Facts, func(f quote.Fact) bool { return isNewFact(t.s, f) })
	if t.mail == nil && (old ||
		t.rejection != nil && changesNothing(t.s, t.s.CustomerInfo.Case, args.Facts)) {
		return act, errors.New("there is no mail to read, and nothing new that staff stated")
	}
	act, err = agent.NewAction(agent.ToolExtractApplication, t.p.Rules.say("step.use_stated"), args)
	if t.rejection != nil {
		act.Corrected = t.p.Rules.changes(t.s.CustomerInfo.Case, args.Facts)
	}
	act.Review = doubtful // a fact from staff counts as confirmed, so an unverified one gets a review
	if t.mail != nil && len(t.mail.Text) > maxShown {
		act.Review, act.Doubt = true, t.p.Rules.say("step.read_in_part", strconv.Itoa(maxShown>>10))
	}
	return act, err
}

// fact reads one fact on a trial case with the earlier facts.
func (t *turn) fact(trial *quote.Application, said factAnswer) (f quote.Fact, err error) {
	f = quote.Fact{Path: said.Path, Words: t.private.Restore(said.Words), Standing: said.Standing}
	if said.Source == "staff" && !t.saidByStaff(f.Words) {
		return f, fmt.Errorf("staff did not write %q", said.Words)
	}
	if said.Source == "mail" && t.mail == nil {
		return f, errors.New("there is no mail to read")
	}
	value := ""
	if said.Value == nil || *said.Value == "0" && slices.Contains(declinedByZero, said.Path) {
		err = trial.Set(said.Path, nil)
	} else {
		value = *said.Value
		if strings.HasSuffix(said.Path, ".license_number") {
			value = t.private.Restore(value)
		}
		f.Value, err = t.value(trial, said.Path, value)
	}
	lacks := ""
	if said.Source == "mail" {
		lacks = quoting.Lacks(*t.mail, f)
	}
	switch {
	case err != nil:
	case t.private.HoldsPlaceholder(value):
		err = errors.New("a placeholder is no value of it")
	case lacks == quoting.LacksWords:
		err = fmt.Errorf("the mail does not have the words %q; copy its words", said.Words)
	case lacks == quoting.LacksValue && said.Path != "named_insured.phone": // another form in mails
		err = fmt.Errorf("the mail does not have the value %q; copy its value", value)
	}
	return f, err
}

// value reads a value as staff write values ("Oregon", "$500"), or else by its type. A text with
// several values is none of these.
func (t *turn) value(trial *quote.Application, path, value string) (json.RawMessage, error) {
	r := fields.Reader{Words: t.p.Rules.Words, Today: t.written().In(t.p.Rules.Location)}
	read, err := r.Line(*trial, path, value)
	isOther := func(f quote.Fact) bool { return !bytes.Equal(f.Value, read[0].Value) }
	if err == nil && len(read) > 0 && read[0].Path == path && read[0].Value != nil &&
		!slices.ContainsFunc(read, isOther) {
		return read[0].Value, trial.Set(path, read[0].Value)
	}
	return asJSON(trial, path, value)
}

// written returns the time of the mail, or else of the last words of staff.
func (t *turn) written() (at time.Time) {
	if t.mail != nil {
		return t.mail.Date
	}
	if said := t.staffSaid(); said != nil {
		return said.At
	}
	for _, b := range t.s.AgentScratchpad.StaffAnswers {
		at = b.At
	}
	return at
}

// declinedByZero are the deductibles of the policy. A deductible of 0 declines the coverage.
var declinedByZero = []string{
	"coverages.comprehensive_deductible", "coverages.collision_deductible",
}

// saidByStaff reports whether staff wrote these words in the rejection or in an answer.
func (t *turn) saidByStaff(words string) bool {
	plain := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	holds := func(text string) bool {
		return plain(words) != "" && strings.Contains(plain(text), plain(words))
	}
	said := t.staffSaid()
	return said != nil && holds(said.Text) ||
		slices.ContainsFunc(t.s.AgentScratchpad.StaffAnswers,
			func(b agent.StaffAnswer) bool { return holds(b.Answer) })
}

// asJSON sets a value as text, or else as a number, a list, true or false. If neither is valid,
// it returns text and the error.
func asJSON(trial *quote.Application, path, value string) (json.RawMessage, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	refused := trial.Set(path, text)
	if refused == nil {
		return text, nil
	}
	bare := json.RawMessage(strings.TrimSpace(value))
	if !json.Valid(bare) || string(bare) == "null" {
		return text, refused
	}
	if err := trial.Set(path, bare); err != nil {
		return text, err
	}
	return bare, nil
}
