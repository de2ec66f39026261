package task

import (
	"bytes"
	"encoding/json"
)

// Call is a call of a tool that only reads, and what came of it. The Data of an agent
// that asks a service is a list of them.
type Call struct {
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"arguments"`
	Answer json.RawMessage `json:"answer,omitempty"`
	Error  string          `json:"error,omitempty"`
}

// Work is what a specialist wrote, and what it looked up for that among the services of
// others. It is the Data of its result, and no source of its own.
type Work struct {
	Text  string `json:"text"`
	Calls []Call `json:"calls"`
}

// read reads data that has the members of what v points to, and no others.
func read(data json.RawMessage, v any) bool {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(v) == nil
}
