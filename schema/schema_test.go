package schema_test

import (
	"os"
	"strings"
	"testing"

	"ppamaild/schema"
)

const person = `{"type":"object","additionalProperties":false,"required":["name"],"properties":{
	"name":{"type":"string"},"born":{"type":"integer"},"cars":{"type":"array","items":{"type":"string"}}}}`

func compile(t *testing.T, raw string) *schema.Schema {
	t.Helper()
	s, err := schema.Compile([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCheck(t *testing.T) {
	s := compile(t, person)
	for raw, want := range map[string]string{
		`{"name":"Ana","born":1980,"cars":["Civic"]}`: "",
		`{}`:                                     "at '': missing property 'name'",
		`{"name":"Ana","w":1,"a":2,"k":3,"c":4}`: "at '': additional properties 'a', 'c', 'k', 'w' not allowed",
		`{"name":7,"cars":[1,"a",2],"born":"x","z":0}`: "at '': additional properties 'z' not allowed; " +
			"at '/born': got string, want integer; at '/cars': validation failed; at '/cars/0': got number, want string; " +
			"at '/cars/2': got number, want string; at '/name': got number, want string",
		`{"name":`: "it is not JSON: unexpected EOF",
	} {
		for range 20 { // causes come from maps
			got := ""
			if err := s.Check([]byte(raw)); err != nil {
				got = err.Error()
			}
			if got != want {
				t.Fatalf("%s:\n got %s\nwant %s", raw, got, want)
			}
		}
	}
}

// Models and staff read the errors, which must not contain paths of the machine.
func TestSaysNothingOfTheMachine(t *testing.T) {
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, raw := range []string{`{"type":"thing"}`, `{"$ref":"other.json"}`, `{"$ref":"file:///etc/hostname"}`, `{"pattern":"("}`, `7`, `{`} {
		_, err := schema.Compile([]byte(raw))
		if err == nil {
			t.Fatalf("%s compiles", raw)
		}
		if text := err.Error(); strings.Contains(text, folder) || strings.Contains(text, "\n") {
			t.Errorf("%s: %s", raw, text)
		}
	}
	if err := compile(t, person).Check([]byte(`[]`)); err == nil || strings.Contains(err.Error(), folder) {
		t.Error(err)
	}
}
