package config

import (
	"strings"
	"testing"
)

func TestCarrierProblems(t *testing.T) {
	const by = "[carrier]\nkind = \"http\"\n"
	const sandbox = by + "base_url = \"http://127.0.0.1:8089/v1\"\n"
	for name, c := range map[string]struct{ toml, want string }{
		"by key":                 {sandbox + `api_key = "sandbox-key"`, ""},
		"by token":               {sandbox + "auth = \"oauth2\"\ntoken_url = \"http://localhost:8089/token\"\nclient_id = \"a\"\nclient_secret = \"b\"\nscopes = [\"quote\"]", ""},
		"reference":              {"[carrier]\nkind = \"reference\"\nbase_url = \"\"", ""},
		"no key":                 {sandbox, `carrier.api_key: missing; required: exactly one of api_key, api_key_file, api_key_env`},
		"two keys":               {sandbox + "api_key = \"a\"\napi_key_env = \"B\"", `carrier.api_key_env: found together with carrier.api_key; allowed: exactly one of api_key, api_key_file, api_key_env`},
		"unset key":              {sandbox + `api_key_env = "PPAMAILD_NO_SUCH_VARIABLE"`, `environment variable PPAMAILD_NO_SUCH_VARIABLE is not set`},
		"no file":                {sandbox + `api_key_file = "none.secret"`, `a file that holds the API key (no such file or directory, as seen from HERE)`},
		"key, token":             {sandbox + "api_key = \"a\"\nclient_secret = \"b\"", `carrier.client_secret: found without kind = "http" and auth = "oauth2"; allowed: only together with kind = "http" and auth = "oauth2"`},
		"no URL":                 {by + `api_key = "a"`, `carrier.base_url: missing; required with kind = "http", such as "https://carrier.test/v1"`},
		"in clear":               {by + "base_url = \"http://carrier.test/v1\"\napi_key = \"a\"", `carrier.base_url: found "http://carrier.test/v1"; allowed: https, because http is for loopback hosts only`},
		"with secret":            {by + "base_url = \"https://u:p@carrier.test/v1\"\napi_key = \"a\"", `carrier.base_url: found a URL with credentials; allowed: one without`},
		"no scheme":              {by + "base_url = \"carrier.test\"\napi_key = \"a\"", `a URL such as "https://carrier.test/v1"`},
		"no client":              {sandbox + "auth = \"oauth2\"\ntoken_url = \"https://carrier.test/token\"\nclient_secret = \"b\"", `carrier.client_id: missing; required with auth = "oauth2"`},
		"no token":               {sandbox + "auth = \"oauth2\"\nclient_id = \"a\"\nclient_secret = \"b\"", `carrier.token_url: missing`},
		"gives up":               {sandbox + "api_key = \"a\"\ntimeout = \"10s\"\ngive_up_after = \"5s\"", `carrier.give_up_after: found "5s"; allowed: no less than timeout`},
		"too slow":               {sandbox + "api_key = \"a\"\ntimeout = \"10m\"", `carrier.timeout: found "10m"; allowed: no more than give_up_after`},
		"no name":                {sandbox + "api_key = \"a\"\nname = \"\"", `carrier.name: found ""; allowed: what the carrier is called in quotes`},
		"reference, in too many": {"[quote]\npayments = 7", `quote.payments: found 7; allowed: 1 to 6 with the reference carrier`},
		"by key, in many":        {sandbox + "api_key = \"sandbox-key\"\n[quote]\npayments = 12", ""},
		"by key, in too many":    {sandbox + "api_key = \"sandbox-key\"\n[quote]\npayments = 13", `allowed: a number of payments from 1 to 12`},
		"no kind":                {"[carrier]\nkind = \"bolt\"", `carrier.kind: found "bolt"; allowed: reference, http`},
	} {
		got := strings.Join(problems(t, sound+c.toml+"\n"), "\n")
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") || strings.Contains(got, "\n") {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
	}
}
