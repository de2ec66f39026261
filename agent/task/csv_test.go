package task_test

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"ppamaild/agent/task"
)

// Formulas become text, and numbers stay numbers.
func TestCSVGuardsFormulasAndNoNumbers(t *testing.T) {
	for value, want := range map[string]string{
		`-45.50`: "-45.50", `"-45.50"`: "-45.50", `"-$1,245.50"`: "-$1,245.50", `-4.5e3`: "-4.5e3", `-0`: "-0", `618.50`: "618.50",
		`"-1-2"`: "'-1-2", `"-45.50+A1"`: "'-45.50+A1", `"-A1"`: "'-A1", `"--1"`: "'--1", `"-1\n=A1"`: "'-1\n=A1", `"-"`: "'-",
		`"-cmd|' /C calc'!A0"`: "'-cmd|' /C calc'!A0", `"=1+1"`: "'=1+1", `"@SUM(A1)"`: "'@SUM(A1)", `"+15035550141"`: "'+15035550141", `"-1,2"`: "'-1,2",
	} {
		c := task.Compilation{Results: []task.Result{{Agent: "ap", Status: task.Found, Data: json.RawMessage(`[{"amount":` + value + `}]`)}}}
		rows, err := csv.NewReader(strings.NewReader(string(c.CSV(nil)))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if got := rows[len(rows)-1][4]; got != want {
			t.Errorf("%s: %q, not %q", value, got, want)
		}
	}
}

// The byte order mark tells spreadsheets that the table is UTF-8.
func TestCSVSaysThatItIsUTF8(t *testing.T) {
	c := task.Compilation{Results: []task.Result{{Agent: "crm", Status: task.Found, Data: json.RawMessage(`[{"name":"José Núñez"}]`)}}}
	if got := string(c.CSV(nil)); !strings.HasPrefix(got, "\ufeffagent,") || !strings.Contains(got, "José Núñez") {
		t.Errorf("%q", got)
	}
}
