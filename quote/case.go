package quote

import (
	"encoding/json"
	"slices"
	"strings"
)

// Standing says how a value is known.
type Standing string

// The standings of a value.
const (
	Stated    Standing = "stated"    // in the customer's own words
	Inferred  Standing = "inferred"  // derived from the customer's words without doubt
	Assumed   Standing = "assumed"   // not stated; shown as an assumption everywhere
	Confirmed Standing = "confirmed" // by staff, or by the customer when asked
)

// Fact is a value of an application, or its withdrawal, with its origin.
type Fact struct {
	Path     string          `json:"path"`            // "vehicles[0].year", as in the JSON of the application
	Value    json.RawMessage `json:"value,omitempty"` // absent: the value is withdrawn
	Message  string          `json:"message,omitempty"`
	Words    string          `json:"words,omitempty"` // the original words behind the value
	Standing Standing        `json:"standing"`
	From     string          `json:"from,omitempty"` // attachment, or FromForwarded; "": the mail
}

// At returns a function that reports whether a fact is about a path.
func At(path string) func(Fact) bool { return func(f Fact) bool { return f.Path == path } }

// TakesDriverOff reports whether a fact takes a driver off.
func (f Fact) TakesDriverOff() bool {
	return len(f.Value) == 0 && strings.HasPrefix(f.Path, "drivers[") &&
		strings.HasSuffix(f.Path, "]")
}

// FromForwarded is the source of a value in the forwarded part of a mail.
const FromForwarded = "forwarded"

// Case is an application with the origin of each value. A correction supersedes a fact and never
// overwrites it silently.
type Case struct {
	Application Application     `json:"application"`
	Facts       map[string]Fact `json:"facts,omitempty"`      // current facts by path
	Superseded  []Fact          `json:"superseded,omitempty"` // oldest first
	Rules       int             `json:"rules,omitempty"`      // 0 in older journals
}

// Rules is the version of the rules for new changes: since 1, uninsured motorist limits follow
// bodily injury limits. Since 2, assumed limits stay assumed and can rise again.
const Rules = 2

// Confirms reports whether facts only state values that were assumed.
func (k Case) Confirms(facts []Fact) bool {
	return len(facts) > 0 && !slices.ContainsFunc(facts, func(f Fact) bool {
		known := k.Facts[f.Path]
		return known.Standing != Assumed || string(known.Value) != string(f.Value)
	})
}
