package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A syntax error names the remedy, not the expectation of the parser.
func TestWhatIsNoTOMLIsToldWithItsRemedy(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"no quotes":           {"[log]\nlevel = info\n", `2:12: not TOML: expected newline but got U+006F 'o'; allowed: one key = value a line, with text in straight quotes, as in "INBOX"`},
		"no quotes at all":    {"[agency]\nname = Sunrise\n", `2:8: not TOML: 'S' at start of value; allowed: text in straight quotes, as in "INBOX"`},
		"quotes of a writer":  {"[agency]\nname = “Sunrise”\n", `2:8: not TOML: '“' at start of value; allowed: text in straight quotes, as in "INBOX"`},
		"nothing":             {"[agency]\nname = \n", `2:8: not TOML: no value after the =; allowed: a value, such as "text", 4 or true`},
		"nothing, at the end": {"[agency]\nname =", `2:6: not TOML: no value after the =; allowed: a value, such as "text", 4 or true`},
		"one quote":           {"[agency]\nname = \"Sunrise\nmode = 1\n", `2:16: not TOML: basic strings cannot have new lines; allowed: text ends in its line, with the quote that it begins with`},
		"braces, and then brackets": {"store = { path = \"a.db\" }\n[store]\npath = \"b.db\"\n",
			`2:2: not TOML: store is already set above, as store = …; put this between its braces there, or write all of it below [store], a key a line`},
		"brackets below braces": {"review = { max_retries = 2 }\n[review.gates]\nquote = \"always\"\n",
			`2:2: not TOML: review is already set above, as review = …; put this between its braces there`},
		"below the last table": {"[log]\nlevel = \"info\"\nreview.max_retries = 2\n",
			`3:1: log.review: unknown key; review does not belong below [log]: put it above the first line in brackets, or below [review]`},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "ppamaild.toml")
			if err := os.WriteFile(path, []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Load(path); err == nil || !strings.Contains(err.Error(), path+":"+c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}
