package quoting

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/store"
)

// Corrections reads an EDIT of a draft or of a carrier call as corrected values. The EDIT must
// have only lines "field: value". The result has a line "path: value" for each value. It is ""
// for any other text and for a review of a reading. The error reports an invalid value, an
// unknown name, or text after values. Relative dates count from at, the time of the decision.
func Corrections(a *agent.Agent, s *agent.State, text string,
	at time.Time) (lines string, err error) {
	p := s.DataForReview
	if p == nil || p.Draft == nil && p.Stage != agent.StageCarrierCall {
		return "", nil
	}
	data, err := parseCorrections(a, s, text, at)
	if err != nil || data == nil {
		return "", err
	}
	return factLines(data)
}

// HandBackWith returns the values that a text corrects in a thread that staff have. It returns
// none for the text of a mail. The error explains why the text is neither. known is the case
// that the hand-over shows, with the values of mails that wait to be read.
func HandBackWith(a *agent.Agent, s *agent.State, known quote.Case,
	text string, at time.Time) ([]quote.Fact, error) {
	if s.Status != store.ThreadHandedOver || s.Task != nil {
		return nil, nil
	}
	shown := *s
	shown.CustomerInfo.Case, shown.AgentScratchpad.Identified = known, ""
	data, err := parseCorrections(a, &shown, text, at)
	if err != nil || data == nil {
		return nil, err
	}
	var d agent.Extracted
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	after, err := withFacts(known, d.Facts)
	if err == nil && agent.Encoded(after.Application) == agent.Encoded(known.Application) {
		err = errors.New("it changes nothing: these values are known already")
	}
	return d.Facts, err
}

// parseCorrections returns the values in a text as the data of a reading, and nil for text
// without values.
func parseCorrections(a *agent.Agent, s *agent.State, text string,
	at time.Time) (data json.RawMessage, err error) {
	tool, _ := a.Tool(agent.ToolExtractApplication)
	if tool.Edit == nil {
		return nil, nil
	}
	asOf := *s
	asOf.AgentScratchpad.Today = agent.Today(at)
	var wrong, unknown error
	none := json.RawMessage("{}")
	data = none
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		field, value, found := strings.Cut(line, ":")
		field = strings.TrimSpace(field)
		if p := s.DataForReview; p != nil && p.Draft == nil {
			if field = pathInCall(s, *p, field); field == "" {
				return nil, nil
			}
		} else { // by the names that staff saw, before any of these corrections
			field = pathOf(*s.Application(), field)
		}
		changed, err := tool.Edit(&asOf, data, field, strings.TrimSpace(value))
		of := unknownField{}
		isNone := !found || errors.As(err, &of)
		switch {
		case isNone && agent.IsValueLine(line):
			unknown = cmp.Or(unknown, errUnknownName(field, *s.Application()))
		case isNone && (wrong != nil || string(data) != string(none)):
			return nil, fmt.Errorf("it begins with values, and %q is none; write the lines \"field: value\" alone, or the mail alone", line)
		case isNone:
			return nil, nil
		case err != nil:
			wrong = cmp.Or(wrong, fmt.Errorf("%q: %w", line, err))
		default:
			data = changed
		}
	}
	if err := cmp.Or(wrong, unknown); err != nil {
		return nil, err
	}
	if string(data) == string(none) {
		return nil, nil
	}
	return data, nil
}

// errUnknownName lists the names that values have.
func errUnknownName(field string, a quote.Application) error {
	var names []string
	for _, path := range letters.ShownPaths(a) {
		names = append(names, letters.Label(path, a, letters.English()))
	}
	return fmt.Errorf("no value is called %q; the names are: %s", field, strings.Join(names, "; "))
}

// isFieldName reports whether staff can mean a value of the application by field.
func isFieldName(a quote.Application, field string) bool {
	return letters.IsPath(field) || slices.Contains(letters.AllPaths(a), pathOf(a, field))
}

// factLines writes the facts in data the way staff write them, one per line.
func factLines(data json.RawMessage) (string, error) {
	var d agent.Extracted
	if err := json.Unmarshal(data, &d); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, f := range d.Facts {
		value := string(f.Value)
		_ = json.Unmarshal(f.Value, &value) // other types stay JSON
		fmt.Fprintf(&b, "%s: %s\n", f.Path, value)
	}
	return strings.TrimSpace(b.String()), nil
}
