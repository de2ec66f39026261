package config

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	_ "time/tzdata" // a bare machine has no time zones
)

// Load reads and validates the configuration in the file at path. Where the file
// holds mistakes the error is Problems, with every one of them.
func Load(path string) (*Config, error) { return read(path, toServe) }

// LoadOffline is Load for who reaches no server: passwords, API keys and CA files must
// be named, but are not read, and the store may turn out to be Keyless.
func LoadOffline(path string) (*Config, error) { return read(path, offline) }

// LoadToLogIn is Load for who gets a refresh token: those that the file names are not read,
// and the paths of their files are resolved.
func LoadToLogIn(path string) (*Config, error) { return read(path, toLogIn) }

// purpose is what a configuration is read for.
type purpose int

const (
	toServe purpose = iota
	offline
	toLogIn
)

// byteOrderMark is what some editors write in front of a text.
const byteOrderMark = "\ufeff"

func read(path string, why purpose) (*Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading configuration: %w", err)
	}
	return parse(path, data, why)
}

func parse(file string, data []byte, why purpose) (*Config, error) {
	l := &loader{file: file, offline: why == offline, logsIn: why == toLogIn, at: map[string]*node{}, failed: map[string]bool{}}
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return nil, Problems{{file, 1, 1, "", "not TOML: the file is in UTF-16", "allowed: UTF-8"}}
	}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	root, invalid := parseTree(data)
	if root == nil {
		return nil, Problems{syntax(file, data, invalid)}
	}
	cfg := Default()
	l.bindTable(root, "", reflect.ValueOf(cfg).Elem())
	l.check(cfg)
	l.checkRepeated()
	if invalid != nil && (len(l.problems) == 0 || isOfValue(invalid)) {
		l.problems = l.problems.with(syntax(file, data, invalid))
	}
	if len(l.problems) > 0 {
		return nil, sorted(l.problems)
	}
	cfg.warnings = sorted(l.warnings)
	return cfg, nil
}

// loader gathers what is wrong with one file.
type loader struct {
	file     string
	offline  bool             // no server is reached
	logsIn   bool             // a refresh token is yet to be got
	at       map[string]*node // what the file holds, by key
	failed   map[string]bool  // keys with a problem; a second one would follow from the first
	problems Problems
	warnings Problems
}

// checkRepeated reports what the file states more than once.
func (l *loader) checkRepeated() {
	for key, n := range l.at {
		if of := strings.Replace(key, "smtp.agency.", "smtp.", 1); of != key && l.at[of] == n {
			continue // what [smtp.agency] takes over from [smtp]
		}
		for _, at := range n.again {
			l.problems = append(l.problems, Problem{l.file, at.line, at.column, key, "stated again", fmt.Sprintf("allowed: once, as in line %d", n.key.line)})
		}
	}
}

// refuse reports that the value of key, which the file states, is not allowed.
func (l *loader) refuse(key, allowed string) {
	l.report(key, "found "+l.at[key].describe(), "allowed: "+allowed)
}

// report reports a problem with key, where it stands or else where its table does.
func (l *loader) report(key, found, want string) {
	l.reportAt(l.place(key), key, found, want)
}

func (l *loader) reportAt(at position, key, found, want string) {
	if !l.sound(key) {
		return
	}
	l.failed[key] = true
	l.problems = once(l.problems, Problem{l.file, at.line, at.column, key, found, want})
}

func (l *loader) warn(key, found, want string) {
	at := l.place(key)
	l.warnings = once(l.warnings, Problem{l.file, at.line, at.column, key, found, want})
}

// once adds a problem. What [smtp.agency] takes over from [smtp] is one of [smtp] only.
func once(to Problems, p Problem) Problems {
	origin := p
	origin.Key = strings.Replace(p.Key, "smtp.agency.", "smtp.", 1)
	if p != origin && slices.Contains(to, origin) {
		return to
	}
	return append(to, p)
}

// place returns where the value of key stands, or the nearest table around it.
func (l *loader) place(key string) position {
	for key != "" {
		if n := l.at[key]; n != nil {
			return n.value
		}
		key = parent(key)
	}
	return position{1, 1}
}

// sound reports whether neither these keys nor the tables around them have a problem.
func (l *loader) sound(keys ...string) bool {
	for _, key := range keys {
		for ; key != ""; key = parent(key) {
			if l.failed[key] {
				return false
			}
		}
	}
	return true
}

// resolve returns path as seen from the folder of the file.
func (l *loader) resolve(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(l.file), path)
}

func sorted(ps Problems) Problems {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return ps
}
