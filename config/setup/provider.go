// Package setup makes a first configuration from a few answers. It knows the servers of common
// mail providers, and finds other servers by DNS.
package setup

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"ppamaild/lazy"
)

// Provider is a mail provider.
type Provider struct {
	Name          string   `toml:"name"`
	Title         string   `toml:"title"`
	Domains       []string `toml:"domains"` // of the provider's own addresses
	MX            []string `toml:"mx"`      // endings of the provider's mail servers
	IMAP          string   `toml:"imap"`    // see parseServer; "" for generic
	SMTP          string   `toml:"smtp"`
	Sent          string   `toml:"sent"`           // the folder with copies of sent mail
	ProviderSaves bool     `toml:"provider_saves"` // the provider files the copies
	Trusted       []string `toml:"trusted"`        // authors of Authentication-Results
	ShortLogin    bool     `toml:"short_login"`    // IMAP wants the user name without a domain
	Password      string   `toml:"password"`       // where the password comes from

	// With a TokenURL, the provider takes OAuth tokens instead of passwords.
	TokenURL  string   `toml:"token_url"`
	DeviceURL string   `toml:"device_url"`
	Scopes    []string `toml:"scopes"`
}

// generic is the provider without servers of its own.
const generic = "generic"

//go:embed providers.toml
var providersFile []byte

var providers = lazy.Value[[]Provider]{New: func() []Provider {
	var file struct {
		Provider []Provider `toml:"provider"`
	}
	if err := toml.Unmarshal(providersFile, &file); err != nil {
		panic(err) // the tests read the file
	}
	return file.Provider
}}

// Providers returns all known providers, generic last.
func Providers() []Provider { return slices.Clone(providers.Get()) }

// find returns the provider with a name.
func find(name string) (Provider, error) {
	var names []string
	for _, p := range providers.Get() {
		if p.Name == strings.ToLower(name) {
			return p, nil
		}
		names = append(names, p.Name)
	}
	known := strings.Join(names, ", ")
	return Provider{}, fmt.Errorf("unknown provider %q; known are %s", name, known)
}
