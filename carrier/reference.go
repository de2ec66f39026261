package carrier

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
)

// Reference is a carrier with illustrative rates, for trials and as a reference for other
// implementations. It has no state and is safe for concurrent use.
type Reference struct{ tables tables }

// NewReference returns the reference carrier.
func NewReference() *Reference { return &Reference{tables: referenceTables()} }

// Name implements Carrier.
func (*Reference) Name() string { return "Reference Carrier" }

// Local implements Carrier.
func (*Reference) Local() bool { return true }

// Call implements Carrier. There are no reports, so the prices remain indicative.
func (r *Reference) Call(ctx context.Context, key Key, s Session, c Call) (Session, Result, error) {
	if err := ctx.Err(); err != nil {
		return s, nil, fmt.Errorf("calling %s: %w", r.Name(), err)
	}
	if key.ID == "" {
		return s, nil, errors.New("calling " + r.Name() + ": the call has no key")
	}
	if _, opens := c.(Initiate); opens == (s.ID != "") {
		return s, Failed{Message: "a session begins with " + Initiate{}.Name() + ", and only once"}, nil
	}
	next, result, err := r.answer(key.ID, s, c)
	if err != nil {
		return s, nil, fmt.Errorf("%s: %w", c.Name(), err)
	}
	switch result.(type) {
	case OK, Rated:
		return next, result, nil
	}
	return s, result, nil
}

// answer returns the session after the call, and the result.
func (r *Reference) answer(key string, s Session, c Call) (Session, Result, error) {
	next, fits := s.After(c)
	if !fits {
		return s, Failed{Message: say("carrier.no_such_vehicle")}, nil
	}
	switch c := c.(type) {
	case Initiate:
		next.ID = identifier("S", key)
	case AssignDrivers:
		return r.assignDrivers(next, c.Stated)
	case Rate:
		result, err := r.rate(identifier("R", key), s, c)
		return s, result, err
	}
	return next, next.checkCall(c), nil
}

// identifier derives an ID from the key of a call. Repeated calls get the same ID.
func identifier(prefix, key string) string {
	sum := sha256.Sum256([]byte(prefix + key))
	return prefix + "-" + base32.StdEncoding.EncodeToString(sum[:])[:12]
}
