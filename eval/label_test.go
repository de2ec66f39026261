package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLabel(t *testing.T) {
	l, err := parseLabel([]byte(`{"intent": "new_quote", "refer": null, "missing": ["vehicles[1].use"], "application":
		{"drivers": [{"given_name": "Ann"}, {"relationship": "spouse"}], "discounts": ["eft", "military"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	a := l.Application
	if l.Intent != "new_quote" || *l.Refer != "" || (*l.Missing)[0] != "vehicles[1].use" ||
		len(a.Drivers) != 2 || a.Drivers[1].Relationship != "spouse" || len(a.Discounts) != 2 {
		t.Errorf("%+v", l)
	}
	l, err = parseLabel([]byte(`{"intent": "spam"}`))
	if err != nil || l.Application != nil || l.Missing != nil || l.Refer != nil {
		t.Errorf("%+v, %v", l, err)
	}
}

// Each mistake in a label is reported with its position.
func TestMalformedLabels(t *testing.T) {
	for label, want := range map[string]string{
		"{\n \"intent\": \"spam\",\n}":           "3:1: invalid character",
		"":                                       "1:1: unexpected end",
		`[]`:                                     "1:1: json: cannot unmarshal array",
		`{}`:                                     " intent: is missing",
		`{"refer": null}`:                        " intent: is missing",
		`{"intent": "buy"}`:                      ` intent: "buy" is none of new_quote`,
		`{"intent": null}`:                       ` intent: "" is none of`,
		`{"intent": "spam", "kind": "new"}`:      " kind: is not a label's key",
		`{"intent": "spam", "refer": "bad_day"}`: ` refer: "bad_day" is none of sr22`,
		`{"intent": "spam", "refer": 3}`:         " refer: must be a string",
		`{"intent": "spam", "missing": ["vehicles[0].trim"]}`:                   ` missing: "vehicles[0].trim" is not a path`,
		`{"intent": "spam", "missing": null}`:                                   " missing: must be a list",
		`{"intent": "spam", "application": null}`:                               " application: must be an object",
		`{"intent": "spam", "application": {"drivers": [{"sex": "f"}]}}`:        ` application: path "drivers[0].sex": there is no "sex" here`,
		`{"intent": "spam", "application": {"vehicles": [{"year": "2019"}]}}`:   " application: vehicles[0].year: must be a whole number",
		`{"intent": "spam", "application": {"vehicles": [{"year": null}]}}`:     " application: vehicles[0].year: null is no value",
		`{"intent": "spam", "application": {"effective_date": "12/1/26"}}`:      ` application: effective_date: "12/1/26" is not a day`,
		`{"intent": "spam", "application": {"discounts": ["charm"]}}`:           ` application: discounts: "charm" is not allowed`,
		`{"intent": "spam", "application": {"named_insured": {"phone": ""}}}`:   " application: named_insured.phone: must not be empty",
		`{"intent": "spam", "application": {"drivers": [{}, {"surname":"x"}]}}`: ` application: path "drivers[1].surname": drivers has 0 entries`,
	} {
		_, err := parseLabel([]byte(label))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", label, err, want)
		}
	}
}

func TestNothingIsSilentlySkipped(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good.eml": "", "good.json": `{"intent": "spam"}`, "README.md": "",
		"below/deep.eml": "", "below/deep.json": `{"intent": "claim"}`,
		"bare.eml": "", "lone.json": `{"intent": "spam"}`,
		"bad.eml": "", "bad.json": "{\n  \"intent\" \"spam\"\n}",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cases, err := Load(dir)
	if len(cases) != 2 || cases[0].Name != "below/deep" || cases[1].Name != "good" {
		t.Errorf("cases: %+v", cases)
	}
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""), "\n")
	for i, want := range []string{
		"bad.json:2:12: invalid character",
		"bare.eml: its label bare.json is missing",
		"lone.json: there is no mail to this label",
	} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
			t.Errorf("want %q in %q", want, lines)
		}
	}
	if _, err := Load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "holds no mails") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := Load(filepath.Join(dir, "none")); err == nil {
		t.Error("no folder: no error")
	}
}
