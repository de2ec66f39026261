package carrier

import (
	"encoding/json"
	"fmt"
)

// envelope tells by its kind what the value is.
type envelope struct {
	Kind  string          `json:"kind"`
	Value json.RawMessage `json:"value"`
}

// MarshalCall returns {"kind": the tool's name, "value": the call}.
func MarshalCall(c Call) ([]byte, error) { return seal(c.Name(), c) }

// MarshalResult returns {"kind": "rated" and so on, "value": the result}.
func MarshalResult(r Result) ([]byte, error) { return seal(r.kind(), r) }

func seal(kind string, v any) ([]byte, error) {
	value, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", kind, err)
	}
	return json.Marshal(envelope{Kind: kind, Value: value})
}

// UnmarshalCall reads what MarshalCall wrote.
func UnmarshalCall(data []byte) (Call, error) {
	var e envelope
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("decoding a call: %w", err)
	}
	switch e.Kind {
	case Initiate{}.Name():
		return unseal[Initiate](e)
	case SetNamedInsured{}.Name():
		return unseal[SetNamedInsured](e)
	case AddDriver{}.Name():
		return unseal[AddDriver](e)
	case AddVehicle{}.Name():
		return unseal[AddVehicle](e)
	case AssignDrivers{}.Name():
		return unseal[AssignDrivers](e)
	case UpdateCoverage{}.Name():
		return unseal[UpdateCoverage](e)
	case OrderReports{}.Name():
		return unseal[OrderReports](e)
	case Rate{}.Name():
		return unseal[Rate](e)
	}
	return nil, fmt.Errorf("decoding a call: there is none of kind %q", e.Kind)
}

// UnmarshalResult reads what MarshalResult wrote.
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

func unseal[T any](e envelope) (T, error) {
	var v T
	if err := json.Unmarshal(e.Value, &v); err != nil {
		return v, fmt.Errorf("decoding %s: %w", e.Kind, err)
	}
	return v, nil
}
