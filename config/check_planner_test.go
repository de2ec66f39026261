package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPlanner(t *testing.T) {
	t.Setenv("PPAMAILD_TEST_KEY", "sk-hush")
	const llm = "[planner]\nkind = \"llm\"\nmodel = \"m\"\n"
	for _, c := range []struct{ name, toml, want string }{
		{"sound", llm, ""},
		{"sound, abroad", llm + "base_url = \"https://api.example.test/v1\"\napi_key_env = \"PPAMAILD_TEST_KEY\"", ""},
		{"sound, with prices", llm + "prices = { prompt = 2.50, cached_prompt = 1, completion = 1_0 }\n[limits]\ndollars_per_event = 0.5", ""},
		{"no model", "[planner]\nkind = \"llm\"", `19:2: planner.model: missing; required: the model's name, as the API knows it`},
		{"rules need none", "[planner]\nbase_url = \"x\"\napi_key_env = \"PPAMAILD_TEST_UNSET\"", ""},
		{"kind", "[planner]\nkind = \"magic\"", `20:8: planner.kind: found "magic"; allowed: rules, llm`},
		{"plain HTTP abroad", llm + `base_url = "http://api.example.test/v1"`,
			`22:12: planner.base_url: found "http://api.example.test/v1"; allowed: https, because http is for loopback hosts only`},
		{"the address of one call", llm + `base_url = "https://api.test/v1/chat/completions/"`,
			`22:12: planner.base_url: found "https://api.test/v1/chat/completions/"; allowed: the part before /chat/completions, such as "https://api.test/v1"`},
		{"no URL", llm + `base_url = "localhost:1"`, `22:12: planner.base_url: found "localhost:1"; allowed: a URL such as "https://api.test/v1"`},
		{"a user in the URL", llm + `base_url = "https://u:hush@api.example.test/v1"`, `22:12: planner.base_url: found a URL with credentials; allowed: one without`},
		{"two keys", llm + "api_key = \"sk-hush\"\napi_key_env = \"HOME\"", `23:15: planner.api_key_env: found together with planner.api_key; allowed: exactly one of api_key, api_key_file, api_key_env`},
		{"unset", llm + `api_key_env = "PPAMAILD_TEST_UNSET"`, `22:15: planner.api_key_env: environment variable PPAMAILD_TEST_UNSET is not set`},
		{"no file", llm + `api_key_file = "none"`, `22:16: planner.api_key_file: found ***; allowed: a file that holds the API key (no such file or directory, as seen from HERE)`},
		{"key that is none", llm + "api_key = 12345", `22:11: planner.api_key: found ***; allowed: a string`},
		{"on failure", llm + `on_failure = "panic"`, `22:14: planner.on_failure: found "panic"; allowed: staff, rules`},
		{"concurrency", llm + "concurrency = 0", `22:15: planner.concurrency: found 0; allowed: from 1 to 1000`},
		{"repairs", llm + "repairs = -1", `22:11: planner.repairs: found -1; allowed: 0 or more`},
		{"answers", llm + "max_answer_tokens = 0", `22:21: planner.max_answer_tokens: found 0; allowed: 1 or more`},
		{"both", llm + "record = \"a\"\nreplay = \"b\"", `23:10: planner.replay: found "b"; allowed: only without planner.record`},
		{"no recording", llm + `replay = "none"`, `22:10: planner.replay: found "none"; allowed: a folder that planner.record has filled`},
		{"dollars without prices", llm + "[limits]\ndollars_per_thread = 3", `23:22: limits.dollars_per_thread: found 3; allowed: a limit in dollars only with planner.prices, the prices of tokens`},
		{"tokens", "[limits]\ntokens_per_event = -1", `20:20: limits.tokens_per_event: found -1; allowed: 0 or more`},
		{"prices", llm + "prices = { prompt = -1, completion = \"x\", cached_prompt = inf }", "22:21: planner.prices.prompt: found -1; allowed: a number from 0 to 1000000, such as 2.50\n" +
			"22:38: planner.prices.completion: found \"x\"; allowed: a number from 0 to 1000000, such as 2.50\n" +
			"22:59: planner.prices.cached_prompt: found inf; allowed: a number from 0 to 1000000, such as 2.50"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(problems(t, sound+c.toml+"\n"), "\n"); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestAPIKeyIsReadAndNotPrinted(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "model.secret"), []byte("sk-hush\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := load(dir, sound+"[planner]\nkind = \"llm\"\nmodel = \"m\"\napi_key_file = \"model.secret\"\nrecord = \"answers\"\n")
	if err != nil {
		t.Fatal(err)
	}
	if p := cfg.Planner; p.APIKey.Reveal() != "sk-hush" || p.Record != filepath.Join(dir, "answers") || strings.Contains(fmt.Sprintf("%+v %#v", p, p), "hush") {
		t.Errorf("%+v", p)
	}
}
