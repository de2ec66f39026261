package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

// Label is the expected reading of a mail. nil fields are not scored.
type Label struct {
	Intent      string
	Application *quote.Application
	Missing     *[]string
	Refer       *string // empty: no reason for a person to take over
}

// isRated reports whether the mail's intent leads to a price.
func (l Label) isRated() bool { return l.Intent == "new_quote" || l.Intent == "provide_info" }

// The sets of values in the contract.
var (
	intents = []string{
		"new_quote", "provide_info", "policy_change", "cancel", "claim", "billing", "question",
		"other_line", "commercial", "spam", "other",
	}
	refers = []string{
		"sr22", "salvage", "commercial", "rideshare", "lapse", "claim", "cancel", "minor_applicant",
		"non_owner", "exotic", "other_line", "injection_suspected", "suspended", "unlicensed",
		"out_of_state",
	}
)

// parseLabel parses a label strictly. Errors begin with a position: "line:column:" for invalid
// JSON, " path:" for an invalid value.
func parseLabel(raw []byte) (Label, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return Label{}, withPosition(raw, err)
	}
	var l Label
	if _, ok := keys["intent"]; !ok {
		return l, errors.New(" intent: is missing")
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if err := l.read(key, keys[key]); err != nil {
			return Label{}, fmt.Errorf(" %s: %w", key, err)
		}
	}
	return l, nil
}

// withPosition adds the position in raw to an error of encoding/json.
func withPosition(raw []byte, err error) error {
	at := int64(0)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = max(0, e.Offset-1) // offset of the byte that failed
	}
	before := raw[:min(at, int64(len(raw)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Errorf("%d:%d: %w", line, column, err)
}

func (l *Label) read(key string, raw json.RawMessage) error {
	switch key {
	case "intent":
		return oneOf(&l.Intent, raw, intents)
	case "application":
		a, err := parseApplication(raw)
		l.Application = &a
		return err
	case "missing":
		paths, err := parseMissing(raw)
		l.Missing = &paths
		return err
	case "refer":
		l.Refer = new("")
		if string(raw) == "null" {
			return nil
		}
		return oneOf(l.Refer, raw, refers)
	}
	return errors.New("is not a label's key; intent, application, missing and refer are")
}

func oneOf(to *string, raw json.RawMessage, allowed []string) error {
	if err := json.Unmarshal(raw, to); err != nil {
		return errors.New("must be a string")
	}
	if !slices.Contains(allowed, *to) {
		return fmt.Errorf("%q is none of %s", *to, strings.Join(allowed, ", "))
	}
	return nil
}

// parseApplication sets the values one by one, so that an error names the path.
func parseApplication(raw json.RawMessage) (quote.Application, error) {
	var a quote.Application
	var tree map[string]any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil || tree == nil {
		return a, errors.New("must be an object")
	}
	for path, value := range leaves(tree) {
		leaf, err := json.Marshal(value)
		if err != nil {
			return a, err
		}
		if value == nil {
			return a, fmt.Errorf("%s: null is no value; leave it out", path)
		}
		if err := a.Set(path, leaf); err != nil {
			return a, err
		}
	}
	return a, nil
}

var index = lazyregexp.MustCompile(`\[\d+\]`)

func parseMissing(raw json.RawMessage) ([]string, error) {
	var paths []string
	if err := json.Unmarshal(raw, &paths); err != nil || paths == nil {
		return nil, errors.New("must be a list of paths")
	}
	needed := quote.Missing(quote.Application{})
	for _, path := range paths {
		if !slices.Contains(needed, index.ReplaceAllString(path, "[0]")) {
			return nil, fmt.Errorf("%q is not a path of what is needed to rate", path)
		}
	}
	return paths, nil
}
