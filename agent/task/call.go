package task

import (
	"bytes"
	"encoding/json"
)

// Call is a read-only call of a service and its answer. The Data of an agent that calls a service
// is a list of calls.
type Call struct {
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"arguments"`
	Answer json.RawMessage `json:"answer,omitempty"`
	Error  string          `json:"error,omitempty"`
}

// Work is the text of a specialist and its lookups in services. It is the Data of the result.
// Correlations ignore it, because an agent wrote the text.
type Work struct {
	Text  string `json:"text"`
	Calls []Call `json:"calls"`
}

// read decodes data into v. It reports false for invalid data and for unknown fields.
func read(data json.RawMessage, v any) bool {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(v) == nil
}
