package agent

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/store"
)

// Corrections are the values that an EDIT of the draft or of the carrier call under review
// corrects, if the EDIT has only lines of the form "field: value": by their paths, one a
// line. It is "" for any other text, which is a mail or something only a call has, and for a
// reading, which takes its own values. It is an error if a value does not fit, if no
// value has such a name, or if text follows values. Dates count from at, the time of the decision.
func (a *Agent) Corrections(s *State, text string, at time.Time) (lines string, err error) {
	p := s.DataForReview
	if p == nil || p.Draft == nil && p.Stage != StageCarrierCall {
		return "", nil
	}
	data, err := a.corrections(s, text, at)
	if err != nil || data == nil {
		return "", err
	}
	return factLines(data)
}

// HandBackWith returns the values that a text corrects in a thread that is handed over. It
// returns none for a text that is a mail. The error says why a text is neither.
func (a *Agent) HandBackWith(s *State, text string, at time.Time) ([]quote.Fact, error) {
	if s.Status != store.ThreadHandedOver || s.Task != nil {
		return nil, nil
	}
	data, err := a.corrections(s, text, at)
	if err != nil || data == nil {
		return nil, err
	}
	var d extractData
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	after, err := withFacts(s.CustomerInfo.Case, d.Facts)
	if err == nil && encoded(after.Application) == encoded(*s.application()) {
		err = errors.New("it changes nothing: these values are known already")
	}
	return d.Facts, err
}

// corrections returns the values that a text corrects, as the data of a reading; nil if it is
// no text of values.
func (a *Agent) corrections(s *State, text string, at time.Time) (data json.RawMessage, err error) {
	tool := a.tools[ToolExtractApplication]
	if tool.Edit == nil {
		return nil, nil
	}
	asOf := *s
	asOf.AgentScratchpad.Today = today(at)
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
			if field = s.pathInCall(*p, field); field == "" {
				return nil, nil
			}
		}
		changed, err := tool.Edit(&asOf, data, field, strings.TrimSpace(value))
		of := noField{}
		isNone := !found || errors.As(err, &of)
		switch {
		case isNone && isValueLine(line):
			unknown = cmp.Or(unknown, unknownName(field, *s.application()))
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

// unknownName says which names values have.
func unknownName(field string, a quote.Application) error {
	var names []string
	for _, path := range letters.ShownPaths(a) {
		names = append(names, letters.Label(path, a, letters.English()))
	}
	return fmt.Errorf("no value is called %q; the names are: %s", field, strings.Join(names, "; "))
}

// valueLine is a line of the form "name: value", with a short name and a short value.
var valueLine = regexp.MustCompile(`^[\pL\pN_][\pL\pN_.,()\[\]'’ -]{0,80}:(?: *[^\s/]\S*(?: +\S+){0,7})?$`)

// maxNameWords bounds the name in a line "name: value".
const maxNameWords = 8

// isValueLine reports whether a line has the form "name: value", also if no value has this
// name. A greeting, a question and a sentence have not.
func isValueLine(line string) bool {
	line = strings.TrimSpace(line)
	name, value, _ := strings.Cut(line, ":")
	if !valueLine.MatchString(line) || greets.MatchString(name) || len(strings.Fields(name)) > maxNameWords || strings.HasSuffix(value, "?") {
		return false
	}
	isSentence := len(strings.Fields(value)) > 3 && strings.ContainsAny(value[len(value)-1:], ".!")
	return !isSentence
}

// onlyValueLines reports whether a text has only lines of the form "name: value".
func onlyValueLines(text string) bool {
	some := false
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if !isValueLine(line) {
			return false
		}
		some = true
	}
	return some
}

// InWords returns corrected values, as Corrections has them, under the names that
// reviews use; any other text as it is.
func (s *State) InWords(text string) string {
	var all []string
	for line := range strings.Lines(text) {
		path, value, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || !pathShape.MatchString(path) {
			return text
		}
		all = append(all, letters.Label(path, *s.application(), letters.English())+": "+value)
	}
	return strings.Join(all, "; ")
}

// pathShape is a path of the application, if perhaps of nothing that it has.
var pathShape = regexp.MustCompile(`^[a-z]+(_[a-z]+)*(\[\d+\])?\.[a-z]+(_[a-z]+)*$`)

func isField(a quote.Application, field string) bool {
	return pathShape.MatchString(field) || slices.Contains(letters.AllPaths(a), pathOf(a, field))
}

// factLines are the facts that data holds, as staff write them.
func factLines(data json.RawMessage) (string, error) {
	var d extractData
	if err := json.Unmarshal(data, &d); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, f := range d.Facts {
		value := string(f.Value)
		_ = json.Unmarshal(f.Value, &value) // what is no text stays JSON
		fmt.Fprintf(&b, "%s: %s\n", f.Path, value)
	}
	return strings.TrimSpace(b.String()), nil
}
