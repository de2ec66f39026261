package schema_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/schema"
)

// suite returns the folder of the official test suite, which package jsonschema contains.
func suite(t *testing.T) string {
	t.Helper()
	const module = "github.com/google/jsonschema-go"
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "jsonschema", "testdata")
}

// Package schema either follows the standard or refuses the schema.
func TestOfficialSuite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(suite(t), "draft*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	checked, refused := 0, 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []group
		if err := json.Unmarshal(raw, &groups); err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			if g.check(t, filepath.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file))) {
				checked += len(g.Tests)
			} else {
				refused += len(g.Tests)
			}
		}
	}
	t.Logf("%d cases checked, %d refused", checked, refused)
	if checked < 1700 {
		t.Errorf("only %d cases", checked)
	}
}

// group are the cases of a schema.
type group struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// check returns false for a refused schema.
func (g group) check(t *testing.T, file string) bool {
	t.Helper()
	s, err := schema.Compile(inDraft(g.Schema, file))
	if err != nil {
		text := err.Error()
		if !strings.Contains(text, "outside of the schema") && !strings.Contains(text, "is not supported") {
			t.Errorf("%s, %s: %s", file, g.Description, text)
		}
		return false
	}
	for _, c := range g.Tests {
		if err := s.Check(c.Data); (err == nil) != c.Valid {
			t.Errorf("%s, %s, %s: %v", file, g.Description, c.Description, err)
		}
	}
	return true
}

// inDraft adds $schema to a schema of draft 7.
func inDraft(raw json.RawMessage, file string) json.RawMessage {
	rest, isObject := strings.CutPrefix(string(raw), "{")
	if !isObject || !strings.HasPrefix(file, "draft7") {
		return raw
	}
	if strings.TrimSpace(rest) != "}" {
		rest = "," + rest
	}
	return json.RawMessage(`{"$schema":"http://json-schema.org/draft-07/schema#"` + rest)
}
