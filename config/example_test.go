package config

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	gotoml "github.com/pelletier/go-toml/v2"

	"ppamaild/config/toml"
	"ppamaild/quote"
)

const exampleFile = "../config.example.toml"

// leftOut matches a line of the example with a commented key.
var leftOut = regexp.MustCompile(`(?m)^#([\[a-z])`)

func readExample(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// exampleConfig is what the example must load as: the defaults, and what it states
// because it is required.
func exampleConfig(dir string) *Config {
	cfg := Default()
	cfg.Agency.Name = "Sunrise Insurance Agency"
	cfg.Agency.Timezone = "America/Los_Angeles"
	cfg.Agency.LicensedStates = []string{"CA", "OR"}
	cfg.Agency.Producer = Producer{Name: "Dana Reyes", License: "0X00000"}
	for role, m := range map[string]*MailboxAccount{"quotes": &cfg.Mailbox.Customer, "reviews": &cfg.Mailbox.Agency} {
		m.Address = role + "@agency.test"
		m.Host = "imap.agency.test"
		m.Username = m.Address
		m.PasswordFile = role + ".secret"
		m.Password = NewSecret(role + " password")
	}
	for _, s := range []*Server{&cfg.SMTP.Server, &cfg.SMTP.Agency} {
		s.Host = "smtp.agency.test"
		s.Username = "quotes@agency.test"
		s.PasswordFile = "quotes.secret"
		s.Password = NewSecret("quotes password")
	}
	cfg.Store.Path = filepath.Join(dir, "ppamaild.db")
	cfg.Review.Staff = []Staff{
		{Address: "lee@agency.test"},
		{Name: "Dana Reyes", Address: "dana@agency.test", Aliases: []string{"dana.reyes@phone.test"}, License: "0X00000", Notify: NotifyMine},
	}
	return cfg
}

// exampleDir is a folder with the secrets that the example names.
func exampleDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, role := range []string{"quotes", "reviews"} {
		if err := os.WriteFile(filepath.Join(dir, role+".secret"), []byte(role+" password\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func checkExample(t *testing.T, text string, change func(*Config)) {
	t.Helper()
	dir := exampleDir(t)
	got, err := load(dir, text)
	if err != nil {
		t.Fatal(err)
	}
	want := exampleConfig(dir)
	change(want)
	if zone := got.Agency.Location.String(); zone != want.Agency.Timezone {
		t.Errorf("location %s", zone)
	}
	want.Agency.Location, want.file = got.Agency.Location, got.file
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got:\n%+v\nwant:\n%+v", got, want)
	}
}

func TestExampleLoadsAsItIs(t *testing.T) {
	checkExample(t, readExample(t), func(*Config) {})
}

func TestExampleHoldsTheDefaults(t *testing.T) {
	text, _, _ := strings.Cut(readExample(t), "#[[agent]]")
	checkExample(t, leftOut.ReplaceAllString(text, "$1"), func(want *Config) {
		want.Quote.DefaultCoverages.PersonalInjury = new(15000)
		want.Quote.CompareCoverages = quote.Coverages{
			BodilyInjury: "100/300", PropertyDamage: new(100), UninsuredMotorist: "100/300", MedicalPayments: new(5000), PersonalInjury: new(15000),
			ComprehensiveDeductible: new(500), CollisionDeductible: new(500), Rental: new(true), Towing: new(true),
		}
	})
}

// Each key of the example loads with its value. A feature that is not built has no key.
func TestFinding36EachKeyOfTheExampleLoads(t *testing.T) {
	text, _, _ := strings.Cut(readExample(t), "#[[agent]]")
	lines := strings.Split(text, "\n")
	table, n := -1, 0
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "["):
			table = -1
		case strings.HasPrefix(line, "#["):
			table = i
		}
		if !leftOut.MatchString(line) {
			continue
		}
		n++
		with := slices.Clone(lines)
		for j := max(table, 0); j < len(lines) && lines[j] != "" || j <= i; j++ {
			if table >= 0 || j == i { // the keys of a table belong together
				with[j] = leftOut.ReplaceAllString(lines[j], "$1")
			}
		}
		if _, err := load(exampleDir(t), strings.Join(with, "\n")); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if n < 40 {
		t.Errorf("%d keys", n)
	}
}

func TestExampleHoldsEveryKeyOnce(t *testing.T) {
	var root map[string]any
	if err := gotoml.Unmarshal([]byte(leftOut.ReplaceAllString(readExample(t), "$1")), &root); err != nil { // refuses a repeated key
		t.Fatal(err)
	}
	got, want := map[string]bool{}, map[string]bool{}
	keysOf(root, "", got)
	knownKeys(reflect.ValueOf(Default()).Elem(), "", want)
	for key := range want {
		if !got[key] {
			t.Errorf("the example lacks %s", key)
		}
	}
	for key := range got {
		if !want[key] {
			t.Errorf("the example has %s, which is no key", key)
		}
	}
}

func TestExampleAgentsLoad(t *testing.T) {
	t.Setenv("WEBHOOK_SECRET", "whsec_"+strings.Repeat("AAAA", 8))
	text := leftOut.ReplaceAllString(readExample(t), "$1")
	for line, by := range map[string]string{`kind = "rules" `: `kind = "llm" `, `model = "" `: `model = "m" `} {
		text = strings.Replace(text, line, by, 1)
	}
	cfg, err := load(exampleDir(t), text)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range cfg.Agents {
		names = append(names, a.Name)
	}
	want := []string{"accounts_payable", "crm", "mailbox", "closing", "crm"}
	if !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
}

// keysOf collects the keys of a file that hold a value, without the indexes of lists.
func keysOf(value any, key string, into map[string]bool) {
	if key == "agent.env" || key == "agent.arguments" { // tables of any keys
		into[key] = true
		return
	}
	table, isTable := value.(map[string]any)
	for name, child := range table {
		keysOf(child, toml.Join(key, name), into)
	}
	list, _ := value.([]any)
	tables := 0
	for _, child := range list {
		if _, is := child.(map[string]any); is {
			tables++
			keysOf(child, key, into)
		}
	}
	if !isTable && tables == 0 {
		into[key] = true
	}
}

// knownKeys collects the keys of v, without the indexes of lists.
func knownKeys(v reflect.Value, key string, into map[string]bool) {
	_, isText := v.Addr().Interface().(toml.Text)
	switch {
	case v.Kind() == reflect.Struct && !isText:
		for sf, value := range v.Fields() {
			name, option, _ := strings.Cut(sf.Tag.Get("toml")+sf.Tag.Get("json"), ",")
			switch {
			case option == "later": // any value is an error
			case sf.Anonymous:
				knownKeys(value, key, into)
			case name != "" && name != "-":
				knownKeys(value, toml.Join(key, name), into)
			}
		}
	case v.Type() == reflect.TypeFor[map[string]Gate]():
		for _, step := range slices.Sorted(maps.Keys(v.Interface().(map[string]Gate))) {
			into[toml.Join(key, step)] = true
		}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		knownKeys(reflect.New(v.Type().Elem()).Elem(), key, into)
	default:
		into[key] = true
	}
}
