package quote

import "encoding/json"

// Standing is how a value came to be known.
type Standing string

// The standings of a value.
const (
	Stated    Standing = "stated"    // in the customer's own words
	Inferred  Standing = "inferred"  // derived from them without doubt
	Assumed   Standing = "assumed"   // nobody said so; shown as an assumption wherever it is used
	Confirmed Standing = "confirmed" // by staff, or by the customer when asked
)

// Fact is one value of an application, or its withdrawal, with where it is from.
type Fact struct {
	Path     string          `json:"path"`            // "vehicles[0].year", as in the application's JSON
	Value    json.RawMessage `json:"value,omitempty"` // absent: the value is withdrawn
	Message  string          `json:"message,omitempty"`
	Words    string          `json:"words,omitempty"` // the words it rests on, as written
	Standing Standing        `json:"standing"`
}

// Case is an application together with the provenance of each of its values.
// A correction supersedes a fact; it never overwrites one silently.
type Case struct {
	Application Application     `json:"application"`
	Facts       map[string]Fact `json:"facts,omitempty"`      // by path, those in force
	Superseded  []Fact          `json:"superseded,omitempty"` // oldest first
}
