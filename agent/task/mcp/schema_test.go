package mcp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// doubling is a schema with a check time that doubles with each n.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString(`{"$defs":{"a0":{"type":"object"}`)
	for i := range n {
		fmt.Fprintf(&b, `,"a%d":{"allOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%[2]d"}]}`, i+1, i)
	}
	fmt.Fprintf(&b, `},"$ref":"#/$defs/a%d"}`, n)
	return b.String()
}

// A schema from a server reads no files, uses no network, and blocks no one.
func TestHostileSchemas(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(secret, []byte(`{}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ schema, says string }{
		"sound":            {`{"type":"object","required":["a"]}`, ""},
		"true":             {`true`, ""},
		"doubling, a bit":  {doubling(8), ""},
		"false":            {`false`, "false schema"},
		"itself":           {`{"$ref":"#"}`, "cycle"},
		"itself in a list": {`{"allOf":[{"$ref":"#"}]}`, "cycle"},
		"a file":           {`{"$ref":"file://` + secret + `"}`, "outside of the schema"},
		"a file as base":   {`{"$id":"file:///etc/","$ref":"hostname"}`, "outside of the schema"},
		"another host":     {`{"$schema":"http://127.0.0.1:9/meta"}`, "outside of the schema"},
		"a number":         {`7`, "want boolean or object"},
		"no regexp":        {`{"pattern":"("}`, "regexp"},
		"no type":          {`{"type":"thing"}`, "can't be used"},
		"deep":             {strings.Repeat(`{"not":`, 9000) + `{}` + strings.Repeat(`}`, 9000), "too deep"},
		"large":            {`{"description":"` + strings.Repeat("x", 1<<20) + `"}`, "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			var sent any
			if err := json.Unmarshal([]byte(c.schema), &sent); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			_, s := newSchema(sent)
			err := s.Check(json.RawMessage(`{"a":{"a":1}}`))
			if (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Error(err)
			}
			if err != nil && (strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "schema:///") || len(err.Error()) > 2200) {
				t.Errorf("it can't be read: %v", err)
			}
			if took := time.Since(began); took > time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// An endless check is abandoned and not repeated.
func TestSchemaWithoutEnd(t *testing.T) {
	var sent any
	if err := json.Unmarshal([]byte(doubling(17)), &sent); err != nil { // the check ends soon after the test
		t.Fatal(err)
	}
	_, s := newSchema(sent)
	s.patience = 50 * time.Millisecond
	for _, atMost := range []time.Duration{2 * time.Second, 40 * time.Millisecond} {
		began := time.Now()
		if err := s.Check(json.RawMessage(`{}`)); err != errEndless {
			t.Error(err)
		}
		if took := time.Since(began); took > atMost {
			t.Errorf("it took %v", took)
		}
	}
}
