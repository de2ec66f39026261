package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"ppamaild/quote"
)

// Corrections are the values that an EDIT of the draft or of the call to the carrier under
// review corrects, where it is nothing but lines of the form "field: value": by their
// paths, one a line. It is "" of any other text, which is a mail or what a call alone has,
// and of a reading, which takes its own; and an error where a value does not fit, or text follows
// values, as that is no mail that anybody means to send. Dates count from at, when they decided.
func (a *Agent) Corrections(s *State, text string, at time.Time) (lines string, err error) {
	p, tool := s.DataForReview, a.tools[ToolExtractApplication]
	if p == nil || p.Draft == nil && p.Stage != StageCarrierCall || tool.Edit == nil {
		return "", nil
	}
	asOf := *s
	asOf.AgentScratchpad.Today = today(at)
	var wrong error
	data := json.RawMessage("{}")
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		field, value, found := strings.Cut(line, ":")
		if field = strings.TrimSpace(field); p.Draft == nil {
			if field = s.pathInCall(*p, field); field == "" {
				return "", nil
			}
		}
		changed, err := tool.Edit(&asOf, data, field, strings.TrimSpace(value))
		switch of := (noField{}); {
		case (!found || errors.As(err, &of)) && (wrong != nil || string(data) != "{}"):
			return "", fmt.Errorf("it begins with values, and %q is none; write the lines \"field: value\" alone, or the mail alone", line)
		case !found, errors.As(err, &of):
			return "", nil
		case err != nil && wrong == nil:
			wrong = fmt.Errorf("%q: %w", line, err)
		case err == nil:
			data = changed
		}
	}
	if wrong != nil {
		return "", wrong
	}
	return factLines(data)
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
		all = append(all, Label(path, *s.application(), false)+": "+value)
	}
	return strings.Join(all, "; ")
}

// pathShape is a path of the application, if perhaps of nothing that it has.
var pathShape = regexp.MustCompile(`^[a-z]+(_[a-z]+)*(\[\d+\])?\.[a-z]+(_[a-z]+)*$`)

func isField(a quote.Application, field string) bool {
	return pathShape.MatchString(field) || slices.Contains(everyPath(a), pathOf(a, field))
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
