package carrier

import (
	"encoding/json"
	"fmt"
)

// envelope holds a result with its kind.
type envelope struct {
	Kind  string          `json:"kind"`
	Value json.RawMessage `json:"value"`
}

// MarshalResult returns {"kind": "rated" and so on, "value": the result}.
func MarshalResult(r Result) ([]byte, error) {
	value, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", r.kind(), err)
	}
	return json.Marshal(envelope{Kind: r.kind(), Value: value})
}

// UnmarshalResult reverses MarshalResult.
func UnmarshalResult(data []byte) (Result, error) {
	var e envelope
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("decoding a result: %w", err)
	}
	switch e.Kind {
	case OK{}.kind():
		return unseal[OK](e)
	case Rated{}.kind():
		return unseal[Rated](e)
	case Referred{}.kind():
		return unseal[Referred](e)
	case Declined{}.kind():
		return unseal[Declined](e)
	case Pending{}.kind():
		return unseal[Pending](e)
	case Failed{}.kind():
		return unseal[Failed](e)
	}
	return nil, fmt.Errorf("decoding a result: there is none of kind %q", e.Kind)
}

// unseal decodes the value of an envelope.
func unseal[T any](e envelope) (T, error) {
	var v T
	if err := json.Unmarshal(e.Value, &v); err != nil {
		return v, fmt.Errorf("decoding %s: %w", e.Kind, err)
	}
	return v, nil
}
