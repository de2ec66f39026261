package config

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files again")

// sound is a configuration that states what is required and no more.
const sound = `[agency]
name = "Sunrise"
timezone = "America/Los_Angeles"
licensed_states = ["CA", "OR"]
[mailbox.customer]
address = "Quotes@Agency.test"
host = "imap.agency.test"
username = "quotes"
password = "one"
[mailbox.agency]
address = "reviews@agency.test"
host = "imap.agency.test"
username = "reviews"
password = "two"
[smtp]
host = "smtp.agency.test"
[review]
staff = ["Lee@Agency.test"]
`

// with returns the sound configuration, a line of it replaced.
func with(t *testing.T, line, by string) string {
	t.Helper()
	if strings.Count(sound, line) == 0 {
		t.Fatalf("no line %q", line)
	}
	return strings.Replace(sound, line, by, 1)
}

// load parses text as the file ppamaild.toml in dir.
func load(dir, text string) (*Config, error) {
	return parse(filepath.Join(dir, "ppamaild.toml"), []byte(text), toServe)
}

func mustLoad(t *testing.T, text string) *Config {
	t.Helper()
	cfg, err := load(t.TempDir(), text)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// problems returns the problems of text without the name of the file. HERE replaces the folder
// of the file.
func problems(t *testing.T, text string) []string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	_, err = load("", text)
	if err == nil {
		return nil
	}
	ps, ok := errors.AsType[Problems](err)
	if !ok {
		t.Fatalf("%T: %v", err, err)
	}
	var lines []string
	for _, p := range ps {
		lines = append(lines, strings.ReplaceAll(strings.TrimPrefix(p.String(), "ppamaild.toml:"), here, "HERE"))
	}
	return lines
}

func TestLoadSound(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "ppamaild.toml")
	if err := os.WriteFile(path, []byte(sound), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ what, got, want string }{
		{"address", cfg.Mailbox.Customer.Address, "quotes@agency.test"},
		{"staff", cfg.Review.Staff[0].Address, "lee@agency.test"},
		{"location", cfg.Agency.Location.String(), "America/Los_Angeles"},
		{"password", cfg.Mailbox.Agency.Password.Reveal(), "two"},
		{"store", cfg.Store.Path, filepath.Join(dir, "ppamaild.db")},
		{"smtp for agency", cfg.SMTPFor("agency").Host, "smtp.agency.test"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
	if len(cfg.Warnings()) > 0 {
		t.Errorf("warnings: %v", cfg.Warnings())
	}
}

func TestLoadWithoutFile(t *testing.T) {
	_, err := Load(filepath.Join(t.TempDir(), "none.toml"))
	if !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "reading configuration: ") {
		t.Errorf("got %v", err)
	}
}

// Golden: testdata/NAME.toml is reported as testdata/NAME.txt.
func TestLoadReports(t *testing.T) {
	files, err := filepath.Glob("testdata/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, err = parse(filepath.Base(file), data, toServe)
			got := fmt.Sprintln(err)
			golden := strings.TrimSuffix(file, ".toml") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%swant:\n%s", got, want)
			}
		})
	}
}

func TestWarnings(t *testing.T) {
	cfg := mustLoad(t, sound+"on_unclear = \"accept\"\n")
	warnings := cfg.Warnings()
	if len(warnings) != 1 || warnings[0].Line != 19 || warnings[0].Key != "review.on_unclear" || warnings[0].Insecure {
		t.Errorf("got %v", warnings)
	}
}

// An open gate is no mistake, but nothing that should go unnoticed.
func TestMailThatNobodyDecidesIsWarnedOf(t *testing.T) {
	for gates, want := range map[string][]string{
		`{ quote = "never", carrier_call = "never", info_request = "auto" }`: {
			`review.gates.info_request: found "auto"; mails reach customers without a review if nothing seems doubtful; with "always", a person decides`,
			`review.gates.quote: found "never"; mails reach customers without a review; with "always", a person decides`},
		"{ quote = \"never\" }\nalways_require_feedback = true": nil,
		`{ tool_call = "auto" }`:                                nil,
	} {
		var got []string
		for _, p := range mustLoad(t, sound+"gates = "+gates+"\n").Warnings() {
			got = append(got, p.Key+": "+p.Found+"; "+p.Want)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", gates, got, want)
		}
	}
}

// The observe mode gives a warning, because it looks like a failure.
func TestObservingIsWarnedOf(t *testing.T) {
	cfg := mustLoad(t, with(t, `name = "Sunrise"`, "name = \"Sunrise\"\nmode = \"observe\""))
	if w := cfg.Warnings(); cfg.Agency.Mode != ModeObserve || len(w) != 1 || w[0].Key != "agency.mode" {
		t.Errorf("%s: %v", cfg.Agency.Mode, w)
	}
}

func TestStaffForms(t *testing.T) {
	cfg := mustLoad(t, with(t, `staff = ["Lee@Agency.test"]`,
		`staff = ["Lee@Agency.test", { name = "Dana", address = "dana@agency.test", aliases = ["Dana@Phone.test"], license = "0X1" }]`))
	if s := cfg.Review.Staff; len(s) != 2 || s[0].Address != "lee@agency.test" ||
		s[1].Name != "Dana" || s[1].Aliases[0] != "dana@phone.test" || s[1].License != "0X1" {
		t.Errorf("got %+v", s)
	}
	tables := mustLoad(t, strings.Replace(sound, "staff = [\"Lee@Agency.test\"]\n", "", 1)+
		"[[review.staff]]\naddress = \"lee@agency.test\"\n[[review.staff]]\naddress = \"dana@agency.test\"\n")
	if s := tables.Review.Staff; len(s) != 2 || s[1].Address != "dana@agency.test" {
		t.Errorf("got %+v", s)
	}
}

func TestSMTPAgencyOverridesKeyByKey(t *testing.T) {
	t.Setenv("PPAMAILD_TEST_PASSWORD", "hush")
	cfg := mustLoad(t, with(t, `host = "smtp.agency.test"`, `host = "smtp.agency.test"
port = 2525
username = "quotes"
password = "one"
[smtp.agency]
username = "reviews"
password_env = "PPAMAILD_TEST_PASSWORD"`))
	customer, agency := cfg.SMTPFor("customer"), cfg.SMTPFor("agency")
	if customer.Username != "quotes" || customer.Password.Reveal() != "one" {
		t.Errorf("customer: %s %s", customer.Username, customer.Password.Reveal())
	}
	if agency.Username != "reviews" || agency.Password.Reveal() != "hush" || agency.Port != 2525 || agency.Host != customer.Host {
		t.Errorf("agency: %+v %s", agency, agency.Password.Reveal())
	}
}

func TestGate(t *testing.T) {
	r := mustLoad(t, sound+"[review.gates]\ninfo_analysis = \"never\"\n").Review
	for step, want := range map[string]Gate{
		"info_analysis": GateNever, "carrier_call": GateAuto, "quote": GateAlways, "no_such_step": GateAlways,
	} {
		if got := r.Gate(step); got != want {
			t.Errorf("%s: %s, want %s", step, got, want)
		}
	}
	r.AlwaysRequireFeedback = true
	if got := r.Gate("info_analysis"); got != GateAlways {
		t.Errorf("with always_require_feedback: %s", got)
	}
}

func TestStartFloor(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for start, want := range map[Start]string{
		StartNow: "2026-11-20T12:00:00Z", StartAll: "0001-01-01T00:00:00Z", "2026-01-02": "2026-01-02T00:00:00-08:00",
	} {
		location := mustLoad(t, sound).Agency.Location
		if got := start.Floor(now, location).Format(time.RFC3339); got != want {
			t.Errorf("%s: %s, want %s", start, got, want)
		}
	}
}

func TestByteOrderMark(t *testing.T) {
	mustLoad(t, "\ufeff"+strings.ReplaceAll(sound, "\n", "\r\n"))
	for _, mark := range []string{"\xff\xfe[\x00", "\xfe\xff\x00["} {
		if got := problems(t, mark); len(got) != 1 || got[0] != "1:1: not TOML: the file is in UTF-16; allowed: UTF-8" {
			t.Errorf("%q: %q", mark, got)
		}
	}
}

// Quotes name the carrier of a price.
func TestUnnamedCarrierWarns(t *testing.T) {
	const http = sound + "[carrier]\nkind = \"http\"\nbase_url = \"http://127.0.0.1:8089/v1\"\napi_key = \"a\"\n"
	if w := mustLoad(t, http).Warnings(); len(w) != 1 || w[0].Key != "carrier.name" {
		t.Errorf("got %v", w)
	}
	if w := mustLoad(t, http+"name = \"Sandbox Mutual\"\n").Warnings(); len(w) > 0 {
		t.Errorf("got %v", w)
	}
}
