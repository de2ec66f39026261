package task

import (
	"encoding/json"
	"strings"
	"testing"
)

// Numbers that a float64 can't hold, or that fmt writes as 2.026112e+07, stay exact.
func TestNumbersStayAsTheyAre(t *testing.T) {
	w := Write{Tool: "add_note", Args: json.RawMessage(`{"id":9007199254740993,"paid":1,"text":"late"}`)}
	for name, c := range map[string]struct{ field, value, want string }{
		"another argument": {"text", "paid", `{"id":9007199254740993,"paid":1,"text":"paid"}`},
		"a number":         {"id", "9007199254740995", `{"id":9007199254740995,"paid":1,"text":"late"}`},
		"no number":        {"id", "12 or 13", ""},
		"two":              {"id", "12 13", ""},
		"a list":           {"id", "[1]", ""},
	} {
		changed, err := w.With(c.field, c.value)
		if (err == nil) != (c.want != "") || err == nil && string(changed.Args) != c.want {
			t.Errorf("%s: %s, %v", name, changed.Args, err)
		}
	}
	csv := string(Compilation{Results: []Result{{Agent: "ap", Status: Found, Data: json.RawMessage(`[{"invoice":20261120,"account":9007199254740993}]`)}}}.CSV(nil))
	for _, want := range []string{",invoice,20261120\r\n", ",account,9007199254740993\r\n"} {
		if !strings.Contains(csv, want) {
			t.Errorf("%q is not in %s", want, csv)
		}
	}
}
