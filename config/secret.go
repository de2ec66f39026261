package config

import (
	"fmt"
	"log/slog"
)

const masked = "***"

// Secret is a string that fmt, slog and encoding/json never print. The zero value is the
// empty secret.
type Secret struct {
	// The value is a pointer because fmt calls no methods of unexported fields. Then fmt
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

// Reveal returns the text of the secret. Callers must not keep or print the text.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// String returns "***".
func (Secret) String() string { return masked }

// Format prints "***" for every verb.
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
