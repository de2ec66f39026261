package quote

// Conflict holds the different values of a customer for the same path.
type Conflict struct {
	Path    string   `json:"path"`
	Values  []string `json:"values"`            // as JSON
	Derived bool     `json:"derived,omitempty"` // computed from the customer's words: "since he was 16"
}
