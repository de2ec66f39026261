package config

import (
	"fmt"
	"log/slog"
)

const masked = "***"

// Secret is a string that is never printed: not by fmt, not by slog, not as text
// or JSON. The zero value is the empty secret.
type Secret struct {
	// A pointer, as fmt calls no method on a field it may not export: it then
	// prints an address.
	value *string
}

// NewSecret returns value as a secret.
func NewSecret(value string) Secret {
	if value == "" {
		return Secret{}
	}
	return Secret{&value}
}

// Reveal returns the secret itself. Pass it on, never keep or print it.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// String returns "***".
func (Secret) String() string { return masked }

// Format prints "***" whatever the verb.
func (Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, masked) }

// LogValue returns "***".
func (Secret) LogValue() slog.Value { return slog.StringValue(masked) }

// MarshalText returns "***".
func (Secret) MarshalText() ([]byte, error) { return []byte(masked), nil }

// Set implements toml.Text.
func (s *Secret) Set(text string) bool {
	*s = NewSecret(text)
	return true
}

// Form implements toml.Text.
func (*Secret) Form() string { return "a string" }
