package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestTask(t *testing.T) {
	for _, c := range []struct{ toml, want string }{
		{"", ""},
		{"progress = []\nmax_result_size = \"64KiB\"\nmax_revisions = 3", ""},
		{"max_revisions = -1", `20:17: task.max_revisions: found -1; allowed: 0 (no limit) or more`},
		{`progress = ["plan", "lunch"]`, `20:21: task.progress[1]: found "lunch"; allowed: plan, results`},
		{`progress = ["plan", "plan"]`, `20:21: task.progress[1]: found "plan"; allowed: each milestone once`},
		{"max_result_size = 0", `20:19: task.max_result_size: found 0; allowed: a size above zero, such as "25MB" or "25MiB"`},
	} {
		if got := strings.Join(problems(t, sound+"[task]\n"+c.toml+"\n"), "\n"); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.toml, got, c.want)
		}
	}
}

func TestAgents(t *testing.T) {
	t.Setenv("PPAMAILD_TEST_TOKEN", "hush")
	const (
		agent = "[[agent]]\nname = \"crm\"\n"
		mcp   = agent + "kind = \"mcp\"\ntools = [\"*\"]\n" // its next line is 23
		llm   = "[planner]\nkind = \"llm\"\nmodel = \"m\"\n"
	)
	for _, c := range []struct{ name, toml, want string }{
		{"a command", mcp + "command = [\"crm\", \"--stdio\"]\nenv = { A = \"b\" }", ""},
		{"a URL", mcp + "url = \"https://crm.test/mcp\"\ntoken_env = \"PPAMAILD_TEST_TOKEN\"", ""},
		{"a URL here", mcp + "url = \"http://127.0.0.1:1/mcp\"", ""},
		{"the mailbox", agent + "kind = \"mailbox\"\nfolders = [\"INBOX\"]", ""},
		{"a model", llm + agent + "kind = \"llm\"\nprompt = \"closing\"\ntools = [\"crm.get_contact\"]", ""},
		{"no name", "[[agent]]\nkind = \"mailbox\"", `19:3: agent[0].name: missing; required: what it is called in plans and replies, such as "crm"`},
		{"no kind", agent, `19:3: agent[0].kind: missing; required: mailbox, mcp or llm`},
		{"a kind of its own", agent + `kind = "magic"`, `21:8: agent[0].kind: found "magic"; allowed: mailbox, mcp, llm`},
		{"a name in capitals", strings.Replace(mcp, "crm", "CRM", 1) + "command = [\"c\"]",
			`20:8: agent[0].name: found "CRM"; allowed: a lower-case letter, and then lower-case letters, digits and _`},
		{"a reserved name", "[[agent]]\nname = \"analysis\"\nkind = \"mailbox\"",
			`20:8: agent[0].name: found "analysis"; allowed: another name; the built-in agent of this name compiles the results`},
		{"a name twice", agent + "kind = \"mailbox\"\n" + agent + "kind = \"mailbox\"",
			`23:8: agent[1].name: found "crm"; allowed: each name once (agent[0].name has it)`},
		{"a test agent of the same name",
			mcp + "command = [\"c\"]\n" + mcp + "command = [\"c\"]\ntest = true", ""},
		{"two test agents of a name",
			mcp + "command = [\"c\"]\ntest = true\n" + mcp + "command = [\"c\"]\ntest = true",
			`26:8: agent[1].name: found "crm"; allowed: each name once (agent[0].name has it)`},
		{"a test agent for real mail", agent + "kind = \"mailbox\"\ntest = true",
			`22:8: agent[0].test: found in an agent of kind mailbox; ` +
				`allowed: for kind mcp or llm only, because a test reads no real mail`},
		{"an unknown key", mcp + "command = [\"c\"]\nurls = \"\"", "24:1: agent[0].urls: unknown key; did you mean url?"},
		{"no server", mcp, `19:3: agent[0].command: missing; required: exactly one of command, url`},
		{"two servers", mcp + "command = [\"c\"]\nurl = \"https://crm.test\"", `24:7: agent[0].url: found together with agent[0].command; allowed: exactly one of command and url`},
		{"no program", mcp + "command = [\"\"]", `23:12: agent[0].command[0]: found ""; allowed: a program and its arguments`},
		{"plain http abroad", mcp + "url = \"http://crm.test/mcp\"", `23:7: agent[0].url: found "http://crm.test/mcp"; allowed: https, because http is for loopback hosts only`},
		{"a token for a command", mcp + "command = [\"c\"]\ntoken = \"hush\"", `24:9: agent[0].token: found without a url; allowed: only together with a url`},
		{"two tokens", mcp + "url = \"https://crm.test\"\ntoken = \"hush\"\ntoken_env = \"HOME\"",
			`25:13: agent[0].token_env: found together with agent[0].token; allowed: exactly one of token, token_file, token_env`},
		{"no tools", agent + "kind = \"mcp\"\ncommand = [\"c\"]", `19:3: agent[0].tools: missing; required: the tools it may use, such as ["search_contacts"], or ["*"] for all`},
		{"tools without a name", agent + "kind = \"mcp\"\ncommand = [\"c\"]\ntools = [\"\", \"a\", \"a\"]",
			"23:10: agent[0].tools[0]: found \"\"; allowed: a tool's name, or \"*\"\n23:19: agent[0].tools[2]: found \"a\"; allowed: each tool once"},
		{"environment", mcp + "command = [\"c\"]\nenv = { \"A=B\" = \"hush\", C = 5 }",
			"24:17: agent[0].env.\"A=B\": not a valid variable; allowed: names without =, and no zero bytes\n24:29: agent[0].env.C: found ***; allowed: a string"},
		{"keys of another kind", agent + "kind = \"mailbox\"\ntoken = \"hush\"\nprompt = \"p\"\ntools = [\"t\"]\nurl = \"\"",
			"22:9: agent[0].token: found in an agent of kind mailbox; allowed: for kind mcp only\n" +
				"23:10: agent[0].prompt: found in an agent of kind mailbox; allowed: for kind llm only\n" +
				"24:9: agent[0].tools: found in an agent of kind mailbox; allowed: for kind mcp or llm only"},
		{"a model that is not there", agent + "kind = \"llm\"", `21:8: agent[0].kind: found "llm"; allowed: mailbox, mcp; llm only with planner.kind = "llm"`},
		{"sample without a file", mcp + "command = [\"c\"]\nwhen_unavailable = \"sample\"",
			`19:3: agent[0].sample_file: missing; required with when_unavailable = "sample": the file to show in its place`},
		{"a file without sample", mcp + "command = [\"c\"]\nsample_file = \"testdata/empty\"",
			`24:15: agent[0].sample_file: found without when_unavailable = "sample"; allowed: only together with when_unavailable = "sample"`},
		{"a file that is not there", mcp + "command = [\"c\"]\nwhen_unavailable = \"sample\"\nsample_file = \"none.json\"",
			`25:15: agent[0].sample_file: found "none.json"; allowed: a file that exists`},
		{"a tool that only reads and is none", agent + "kind = \"mcp\"\ntools = [\"find\"]\ncommand = [\"c\"]\nreads = [\"search\"]",
			`24:10: agent[0].reads[0]: found "search"; allowed: one of the agent's tools`},
		{"a kind that is no word", agent + "kind = 3\ncommand = [\"c\"]", `21:8: agent[0].kind: found 3; allowed: mailbox, mcp, llm`},
		{"mock is no word", mcp + "command = [\"c\"]\nwhen_unavailable = \"mock\"", `24:20: agent[0].when_unavailable: found "mock"; allowed: missing, sample`},
		{"a broken template", mcp + "command = [\"c\"]\n[agent.arguments.find]\nwho = [{ name = \"{{.Person\" }]",
			`25:17: agent[0].arguments.find.who[0].name: found "{{.Person"; allowed: a template (:1: unclosed action)`},
		{"arguments of nothing", mcp + "command = [\"c\"]\narguments = { find = 3, f = { limit = nan } }",
			"24:22: agent[0].arguments.find: found 3; allowed: a table\n24:39: agent[0].arguments.f.limit: found nan; allowed: a number that JSON has"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(problems(t, sound+c.toml+"\n"), "\n"); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestAgentIsRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "crm.secret"), []byte("hush\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := load(dir, sound+`[[agent]]
name = "crm"
kind = "mcp"
url = "https://crm.test/mcp"
token_file = "crm.secret"
tools = ["find"]
[agent.arguments.find]
who = "{{.Person}}"
limit = 1_0
open = true
near = [0.5, { a = "b" }]
[[agent]]
name = "local"
kind = "mcp"
command = ["./bin/crm", "./data"]
env = { KEY = "hush" }
tools = ["*"]
timeout = "5s"
`)
	if err != nil {
		t.Fatal(err)
	}
	crm, local := cfg.Agents[0], cfg.Agents[1]
	want := Arguments{"find": {"who": "{{.Person}}", "limit": int64(10), "open": true, "near": []any{0.5, map[string]any{"a": "b"}}}}
	if !reflect.DeepEqual(crm.Arguments, want) {
		t.Errorf("%#v", crm.Arguments)
	}
	if crm.Token.Reveal() != "hush" || crm.Timeout.Duration != 30*time.Second || crm.WhenUnavailable != UnavailableMissing {
		t.Errorf("%+v", crm)
	}
	if local.Command[0] != filepath.Join(dir, "bin/crm") || local.Command[1] != "./data" || local.Timeout.Duration != 5*time.Second {
		t.Errorf("%+v", local)
	}
	if key := local.Env["KEY"]; key.Reveal() != "hush" || strings.Contains(fmt.Sprintf("%+v %#v", cfg.Agents, cfg.Agents), "hush") {
		t.Errorf("%+v", cfg.Agents)
	}
}
