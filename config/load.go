package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	_ "time/tzdata" // minimal machines have no time zone data

	"ppamaild/config/toml"
)

// Load reads and validates the configuration file at path. If the file contains mistakes,
// the error is a Problems with all of them.
func Load(path string) (*Config, error) { return read(path, toServe) }

// LoadOffline is Load for commands that reach no server. It requires passwords, API keys and
// CA files but does not read them, and the store may be Keyless.
func LoadOffline(path string) (*Config, error) { return read(path, offline) }

// LoadToLogIn is Load for the command that obtains refresh tokens. It does not read refresh
// tokens, but resolves the paths of their files.
func LoadToLogIn(path string) (*Config, error) { return read(path, toLogIn) }

// purpose is the use of a configuration.
type purpose int

const (
	toServe purpose = iota
	offline
	toLogIn
)

func read(path string, why purpose) (*Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading configuration: %w", err)
	}
	return parse(path, data, why)
}

func parse(file string, data []byte, why purpose) (*Config, error) {
	parsed, err := toml.Parse(file, data)
	if err != nil {
		return nil, err
	}
	l := &loader{File: parsed, file: file, offline: why == offline, logsIn: why == toLogIn, open: map[string]bool{}}
	cfg := Default()
	l.Bind(cfg, toml.Hooks{Prepare: prepare, Origin: origin})
	l.check(cfg)
	if err := l.Err(); err != nil {
		return nil, err
	}
	cfg.file = l.File
	for _, p := range l.Warnings() {
		cfg.warnings = append(cfg.warnings, Warning{p, l.open[p.Key]})
	}
	return cfg, nil
}

// loader checks the values of one file and reads the files that it names.
type loader struct {
	*toml.File
	file    string          // its path
	offline bool            // the program connects to no server
	logsIn  bool            // the program is about to get the refresh token
	open    map[string]bool // keys of secrets that every user of the machine can read
}

// prepare completes a node, or its target, before the target is bound.
func prepare(n *toml.Node, target any) (allowed string) {
	switch target := target.(type) {
	case *Staff:
		if n.Expand("address"); !n.IsTable() {
			return `an address such as "lee@agency.test", or a table`
		}
	case *Agent:
		*target = defaultAgent()
	case *SMTP:
		inherit(n)
	}
	return ""
}

// resolve makes path relative to the folder of the file.
func (l *loader) resolve(path string) string {
	folder := os.Getenv(credentials[1:])
	if rest, is := strings.CutPrefix(path, credentials+"/"); is && folder != "" {
		return filepath.Join(folder, rest)
	}
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(l.file), path)
}
