package planner

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/quoting"
	"ppamaild/quote"
)

type factsAnswer struct {
	Facts []factAnswer `json:"facts"`
}

type factAnswer struct {
	Path     string         `json:"path"`
	Value    *string        `json:"value"` // nil: withdrawn
	Words    string         `json:"words"`
	Standing quote.Standing `json:"standing"`
	Source   string         `json:"source"` // mail or staff
}

// buildFacts has what the model read taken in. Whether the mail bears it out is
// looked at by the tool; what staff are said to have stated is looked at here, as
// the tool takes their word. What does not fit goes back to the model, and the
// last time to the tool, which drops it and says so.
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
				!t.saidByStaff(*said.Value) && !isAgreed(t.s, said.Path, *said.Value)
		case said.Source == "mail" && t.mail != nil:
			args.Read = append(args.Read, f)
		}
	}
	if len(wrong) > 0 && (!t.last || t.mail == nil) {
		return act, errors.Join(wrong...)
	}
	if t.mail == nil && !slices.ContainsFunc(args.Facts,
		func(f quote.Fact) bool { return isNews(t.s, f) }) {
		return act, errors.New("there is no mail to read, and nothing new that staff stated")
	}
	act, err = agent.NewAction(agent.ToolExtractApplication, "take in what was stated", args)
	act.Review = doubtful // as staff's word confirms, and this is not their word for it
	return act, err
}

// fact reads one fact, on a trial that has the ones before it.
func (t *turn) fact(trial *quote.Application, said factAnswer) (f quote.Fact, err error) {
	f = quote.Fact{Path: said.Path, Words: t.private.Restore(said.Words), Standing: said.Standing}
	if said.Source == "staff" && !t.saidByStaff(f.Words) {
		return f, fmt.Errorf("staff did not write %q", said.Words)
	}
	if said.Source == "mail" && t.mail == nil {
		return f, errors.New("there is no mail to read")
	}
	if said.Value == nil {
		return f, trial.Set(said.Path, nil)
	}
	value := *said.Value
	if strings.HasSuffix(said.Path, ".license_number") {
		value = t.private.Restore(value)
	}
	f.Value, err = asJSON(trial, said.Path, value)
	if err == nil && t.private.HoldsPlaceholder(value) {
		err = errors.New("a placeholder is no value of it")
	}
	return f, err
}

// saidByStaff reports whether the rejection that is answered, or an answer of theirs,
// holds these words.
func (t *turn) saidByStaff(words string) bool {
	plain := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	holds := func(text string) bool {
		return plain(words) != "" &&
			strings.Contains(plain(text), plain(words))
	}
	return t.rejection != nil && holds(t.rejection.Text) ||
		slices.ContainsFunc(t.s.AgentScratchpad.StaffAnswers,
			func(b agent.StaffAnswer) bool { return holds(b.Answer) })
}

// asJSON writes a value the way its path takes it, and sets it: as text, else as a
// number, a list, true or false. Where it fits neither way it is text, with why.
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
