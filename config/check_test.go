package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestProblems(t *testing.T) {
	const customer = `host = "imap.agency.test"
username = "quotes"
password = "one"`
	for _, c := range []struct {
		name     string
		line, by string // of the sound configuration; "" puts by before it
		want     []string
	}{
		{"sound", "", "", nil},
		{"syntax comes alone", "", "a b\nc = 1\n[oops]\n", []string{"1:3: not TOML: expected '=' after key"}},
		{"a key twice", `name = "Sunrise"`, "name = \"Sunrise\"\nname = \"Sunset\"", []string{`3:1: agency.name: stated again; allowed: once, as in line 2`}},
		{"again, and other mistakes", "[smtp]", "[smtp]\ncolour = 1\ncolour = 2\nport = 25\nport = 26\n[agency]\nname = \"Sunset\"\n[smtp]", []string{
			"16:1: smtp.colour: unknown key",
			"19:1: smtp.port: stated again; allowed: once, as in line 18",
			"20:2: agency: stated again; allowed: once, as in line 1",
			"21:1: agency.name: stated again; allowed: once, as in line 2",
			"22:2: smtp: stated again; allowed: once, as in line 15",
		}},
		{"a value that is a table, too", "[smtp]", "[agency.name]\nx = 1\n[smtp]", []string{"15:2: not TOML: name is already set above, as name = …; put this between its braces there, or write all of it below [name], a key a line"}},

		{"unknown key", "[smtp]", "[smtp]\ncolour = 1", []string{"16:1: smtp.colour: unknown key"}},
		{"unknown key in quotes", "[smtp]", "\"a.b\\n\" = 1\n[smtp]", []string{`15:1: mailbox.agency."a.b\n": unknown key`}},
		{"long value", `"America/Los_Angeles"`, `"` + strings.Repeat("é", 80) + `"`, []string{
			`3:12: agency.timezone: found "` + strings.Repeat("é", 60) + `…"; allowed: an IANA time zone such as "America/Los_Angeles"`}},
		{"unknown table", "[smtp]", "[weather]\na = 1\n[smtp]", []string{"15:2: weather: unknown key"}},
		{"metrics at no port", "[smtp]", "[metrics]\nlisten = \"127.0.0.1\"\n[smtp]", []string{`16:10: metrics.listen: found "127.0.0.1"; allowed: an address and a port, such as "127.0.0.1:9108", or "" for none`}},
		{"metrics at any port", "[smtp]", "[metrics]\nlisten = \"127.0.0.1:0\"\n[smtp]", []string{`16:10: metrics.listen: found "127.0.0.1:0"; allowed: an address and a port, such as "127.0.0.1:9108", or "" for none`}},
		{"misspelt table is looked into", "[smtp]", "[stmp]\nport = \"x\"", []string{
			"15:2: stmp: unknown key; did you mean smtp?",
			`16:8: smtp.port: found "x"; allowed: a whole number`}},
		{"misspelt secret stays one", `password = "one"`, `pasword = 12345`, []string{
			"9:1: mailbox.customer.pasword: unknown key; did you mean password?",
			"9:11: mailbox.customer.password: found ***; allowed: a string"}},
		{"unknown gate", "[smtp]", "[review.gates]\nqoute = \"often\"\n[smtp]", []string{
			"16:1: review.gates.qoute: unknown key; did you mean quote?",
			`16:9: review.gates.quote: found "often"; allowed: always, auto, never, session`}},
		{"session of a quote", "[smtp]", "[review.gates]\nquote = \"session\"\ncarrier_call = \"session\"\n[smtp]", []string{
			`16:9: review.gates.quote: found "session"; allowed: "always", "auto" or "never"; only carrier_call has a session`}},
		{"unknown key of staff", `["Lee@Agency.test"]`, `[{ adress = "lee@agency.test" }]`, []string{
			"18:12: review.staff[0].adress: unknown key; did you mean address?"}},

		{"wrong types", "[mailbox.agency]", "[mailbox.agency]\nsave_sent = 1\nfolder = true\ntimeout = []\nport = 2.5\npassword_env = {}\nown_lists = 3", []string{
			"11:13: mailbox.agency.save_sent: found 1; allowed: true or false",
			"12:10: mailbox.agency.folder: found true; allowed: a string",
			`13:11: mailbox.agency.timeout: found a list of 0; allowed: a duration above zero, such as "90s", "4h" or "30d"`,
			"14:8: mailbox.agency.port: found 2.5; allowed: a whole number",
			"15:16: mailbox.agency.password_env: found ***; allowed: a string",
			"16:13: mailbox.agency.own_lists: found 3; allowed: a list"}},
		{"table expected", "[smtp]\nhost = \"smtp.agency.test\"", "", []string{`1:1: smtp.host: missing; required: the server's host name or IP address`}},
		{"huge number", "[smtp]", "[smtp]\nport = 99999999999999999999", []string{
			"16:8: smtp.port: found 99999999999999999999; allowed: a whole number"}},
		{"limit of a number", "[smtp]", "[smtp]\nport = 65536", []string{"16:8: smtp.port: found 65536; allowed: 1 to 65535"}},

		{"mode", `name = "Sunrise"`, "name = \"Sunrise\"\nmode = \"dry\"", []string{`3:8: agency.mode: found "dry"; allowed: live, observe`}},
		{"a wait before its reminder", "[smtp]", "[quote]\ncustomer_wait = \"2d\"\n[smtp]", []string{
			`16:17: quote.customer_wait: found "2d"; allowed: longer than quote.remind_customer_after, which is 3d`}},
		{"no reminder, no order", "[smtp]", "[quote]\nfollow_up = false\ncustomer_wait = \"2d\"\n[smtp]", nil},
		{"a blank license", `["Lee@Agency.test"]`, `[{ address = "lee@agency.test", license = " " }]`, []string{
			`18:51: review.staff[0].license: found " "; allowed: a license number, or nothing`}},
		{"time zone", `"America/Los_Angeles"`, `"Mars/Olympus"`, []string{
			`3:12: agency.timezone: found "Mars/Olympus"; allowed: an IANA time zone such as "America/Los_Angeles"`}},
		{"the machine's own time zone", `"America/Los_Angeles"`, `"Local"`, []string{
			`3:12: agency.timezone: found "Local"; allowed: an IANA time zone such as "America/Los_Angeles"`}},
		{"states", `["CA", "OR"]`, "[\"CA\",\n\"Oregon\", \"XX\", \"CA\", \"A \"]", []string{
			`5:1: agency.licensed_states[1]: found "Oregon"; allowed: a state's two capital letters, such as "OR"`,
			`5:11: agency.licensed_states[2]: found "XX"; allowed: a state's two capital letters, such as "OR"`,
			`5:17: agency.licensed_states[3]: found "CA"; allowed: each state once`,
			`5:23: agency.licensed_states[4]: found "A "; allowed: a state's two capital letters, such as "OR"`}},
		{"no state", `["CA", "OR"]`, "[]", []string{
			`4:19: agency.licensed_states: found a list of 0; allowed: the states the agency may sell in, such as ["CA", "OR"]`}},

		{"no TLS abroad", customer, customer + "\ntls = \"none\"", []string{
			`10:7: mailbox.customer.tls: found "none"; allowed: implicit or starttls for imap.agency.test, as none is for loopback hosts only`}},
		{"no TLS at home", customer, strings.Replace(customer, "imap.agency.test", "127.8.9.1", 1) + "\ntls = \"none\"", nil},
		{"no TLS at home, IPv6", customer, strings.Replace(customer, "imap.agency.test", "::1", 1) + "\ntls = \"none\"", nil},
		{"no TLS at home, by name", customer, strings.Replace(customer, "imap.agency.test", "localhost", 1) + "\ntls = \"none\"", nil},
		{"no TLS at a name that looks like home", customer, strings.Replace(customer, "imap.agency.test", "127.0.0.1.test", 1) + "\ntls = \"none\"", []string{
			`10:7: mailbox.customer.tls: found "none"; allowed: implicit or starttls for 127.0.0.1.test, as none is for loopback hosts only`}},
		{"port of the other TLS", customer, customer + "\nport = 143", []string{
			"10:8: mailbox.customer.port: found 143; allowed: a port and tls that go together (port 143 is for starttls)"}},
		{"TLS of the other port", customer, customer + "\ntls = \"starttls\"", []string{
			`10:7: mailbox.customer.tls: found "starttls"; allowed: a port and tls that go together (port 993 is for implicit)`}},
		{"host with port", `host = "smtp.agency.test"`, `host = "smtp.agency.test:587"`, []string{
			`16:8: smtp.host: found "smtp.agency.test:587"; allowed: a host name or an IP address alone, the port being a key of its own`}},
		{"host is empty", `host = "smtp.agency.test"`, `host = ""`, []string{
			`16:8: smtp.host: found ""; allowed: the server's host name or IP address`}},

		{"no password", `password = "one"`, ``, []string{
			"5:10: mailbox.customer.password: missing; required: exactly one of password, password_file, password_env"}},
		{"two passwords", `password = "one"`, "password = \"one\"\npassword_env = \"HOME\"", []string{
			"10:16: mailbox.customer.password_env: found together with mailbox.customer.password; allowed: exactly one of password, password_file, password_env"}},
		{"password without username", `host = "smtp.agency.test"`, "host = \"smtp.agency.test\"\npassword = \"x\"", []string{
			"17:12: smtp.password: found without a username; allowed: only together with a username"}},
		{"no username", `username = "quotes"`, ``, []string{"5:10: mailbox.customer.username: missing; required: the name to log in with"}},
		{"neither username nor password", "username = \"quotes\"\npassword = \"one\"", ``, []string{
			"5:10: mailbox.customer.username: missing; required: the name to log in with",
			"5:10: mailbox.customer.password: missing; required: exactly one of password, password_file, password_env"}},
		{"a username that is none", `host = "smtp.agency.test"`, "host = \"smtp.agency.test\"\nusername = 7", []string{
			"15:2: smtp.password: missing; required: exactly one of password, password_file, password_env",
			"17:12: smtp.username: found 7; allowed: a string"}},
		{"a password where its place belongs", `password = "one"`, "password_env = 2222", []string{
			"9:16: mailbox.customer.password_env: found ***; allowed: a string"}},
		{"a key where its place belongs", "[smtp]", "[store]\nencryption_key_file = \"hunter2\"\n[smtp]", []string{
			"16:23: store.encryption_key_file: found ***; allowed: a file that holds the keys (no such file or directory, as seen from HERE)"}},
		{"password file is missing", `password = "one"`, `password_file = "none.secret"`, []string{
			`9:17: mailbox.customer.password_file: found "none.secret"; allowed: a file that holds the password (no such file or directory, as seen from HERE)`}},
		{"password file is a folder", `password = "one"`, `password_file = "/"`, []string{
			`9:17: mailbox.customer.password_file: found ***; allowed: a file that holds the password (not a regular file)`}},
		{"password file is empty", `password = "one"`, `password_file = "testdata/empty"`, []string{
			`9:17: mailbox.customer.password_file: the password file is empty`}},
		{"password file with more than a password", `password = "one"`, `password_file = "check_secret.go"`, []string{
			`9:17: mailbox.customer.password_file: the password file has several lines; keep only the password`}},
		{"password variable is unset", `password = "one"`, `password_env = "PPAMAILD_TEST_UNSET"`, []string{
			`9:16: mailbox.customer.password_env: environment variable PPAMAILD_TEST_UNSET is not set`}},
		{"a password in place of a variable's name is not printed", `password = "one"`, `password_env = "hush-Hush_1"`, []string{
			`9:16: mailbox.customer.password_env: environment variable *** is not set`}},
		{"CA file without a certificate", "[smtp]", "[smtp]\nca_file = \"testdata/empty\"", []string{
			`16:11: smtp.ca_file: found "testdata/empty"; the file has no PEM certificate`}},
		{"what is inherited is reported once", "[review]", "ca_file = \"none\"\nhots = 1\n[smtp.agency]\nport = 70000\n[review]", []string{
			`17:11: smtp.ca_file: found "none"; allowed: a file of PEM certificates (no such file or directory, as seen from HERE)`,
			"18:1: smtp.hots: unknown key; did you mean host?",
			"20:8: smtp.agency.port: found 70000; allowed: 1 to 65535"}},

		{"no staff", `["Lee@Agency.test"]`, `[]`, []string{"18:9: review.staff: found a list of 0; allowed: one member of staff at least"}},
		{"an admin by an alias", `staff = ["Lee@Agency.test"]`, "[[review.staff]]\naddress = \"lee@agency.test\"\n" +
			"aliases = [\"l@agency.test\"]\n[console]\nadmins = [\"l@agency.test\"]", nil},
		{"staff missing", `staff = ["Lee@Agency.test"]`, ``, []string{"17:2: review.staff: missing; required: one member of staff at least"}},
		{"staff without address", `["Lee@Agency.test"]`, `[{ name = "Lee" }]`, []string{
			"18:10: review.staff[0].address: missing; required: the address this member of staff writes from"}},
		{"staff that is no address", `["Lee@Agency.test"]`, `["Lee <lee@agency.test>", "", 7]`, []string{
			`18:10: review.staff[0].address: found "Lee <lee@agency.test>"; allowed: a plain address such as "lee@agency.test"`,
			`18:35: review.staff[1].address: found ""; allowed: the address this member of staff writes from`,
			`18:39: review.staff[2]: found 7; allowed: an address such as "lee@agency.test", or a table`}},
		{"staff twice", `["Lee@Agency.test"]`, `["lee@agency.test", { address = "a@b.test", aliases = ["LEE@agency.test", "a@b.test"] }]`, []string{
			`18:64: review.staff[1].aliases[0]: found "LEE@agency.test"; allowed: each address once (review.staff[0].address has it)`,
			`18:83: review.staff[1].aliases[1]: found "a@b.test"; allowed: each address once (review.staff[1].address has it)`}},
		{"staff with our address", `["Lee@Agency.test"]`, `["lee@agency.test", "QUOTES@agency.test"]`, []string{
			`18:29: review.staff[1].address: found "QUOTES@agency.test"; allowed: any address but those of the mailboxes`}},
		{"escalation to us", "[review]", "[review]\nescalate_to = [\"reviews@agency.test\"]", []string{
			`18:16: review.escalate_to[0]: found "reviews@agency.test"; allowed: any address but those of the mailboxes`}},
		{"escalation before the reminder", "[review]", "[review]\nescalate_after = \"4h\"", []string{
			`18:18: review.escalate_after: found "4h"; allowed: longer than review.remind_after, which is 4h`}},
		{"reminder after the escalation", "[review]", "[review]\nremind_after = \"2d\"", []string{
			`18:16: review.remind_after: found "2d"; allowed: shorter than review.escalate_after, which is 1d`}},
		{"retries below none", "[review]", "[review]\nmax_retries = -1", []string{
			`18:15: review.max_retries: found -1; allowed: 0 (no limit) or more`}},

		{"IDLE for too long", customer, customer + "\nidle_refresh = \"30m\"", []string{
			`10:16: mailbox.customer.idle_refresh: found "30m"; allowed: 29m at most`}},
		{"start", customer, customer + "\nstart = 2026-02-30", []string{
			`10:9: mailbox.customer.start: found 2026-02-30; allowed: now, all, or a date such as "2026-12-01"`}},
		{"start by a date", customer, customer + "\nstart = 2026-02-28", nil},
		{"start by a date in quotes", customer, customer + "\nstart = \"2026-02-28\"", nil},
		{"start by a word", customer, customer + "\nstart = \"yesterday\"", []string{
			`10:9: mailbox.customer.start: found "yesterday"; allowed: now, all, or a date such as "2026-12-01"`}},
		{"cap on messages", "[smtp]", "[limits]\nmessages_per_hour = 0\n[smtp]", []string{`16:21: limits.messages_per_hour: found 0; allowed: 1 or more`}},
		{"cap on customers", "[smtp]", "[limits]\nnew_customers_per_hour = -1\n[smtp]", []string{`16:26: limits.new_customers_per_hour: found -1; allowed: 0 (no limit) or more`}},
		{"cap", "[smtp]", "[limits]\nmails_per_hour = 0\n[smtp]", []string{`16:18: limits.mails_per_hour: found 0; allowed: 1 or more`}},
		{"limits", "[smtp]", "[limits]\nactions_per_event = 0\n[smtp]", []string{`16:21: limits.actions_per_event: found 0; allowed: 1 or more`}},
		{"coverages", "[smtp]", "[quote]\ndefault_coverages = { bodily_injury = \"100/50\", rental = 1, towing = true, collision_deductible = -5 }\n[smtp]", []string{
			`16:39: quote.default_coverages.bodily_injury: found "100/50"; allowed: thousands a person and an accident: 15/30, 20/40, 25/50, 25/65, 30/60, 30/65, 35/70, 40/80, 50/100, 100/300, 250/500`,
			`16:58: quote.default_coverages.rental: found 1; allowed: true or false`,
			`16:99: quote.default_coverages.collision_deductible: found -5; allowed: dollars: 250, 500, 1000, 2000`}},
		{"limits that are not sold", "[smtp]", "[quote]\ndefault_coverages = { property_damage = 50000, medical_payments = 3, comprehensive_deductible = 333, personal_injury_protection = -1 }\n[smtp]", []string{
			`16:41: quote.default_coverages.property_damage: found 50000; allowed: thousands: 5, 10, 15, 20, 25, 30, 50, 100, 250`,
			`16:67: quote.default_coverages.medical_payments: found 3; allowed: dollars: 0, 1000, 2000, 5000, 10000`,
			`16:97: quote.default_coverages.comprehensive_deductible: found 333; allowed: dollars: 100, 250, 500, 1000, 2000`,
			`16:131: quote.default_coverages.personal_injury_protection: found -1; allowed: 0 or more`}},
		{"a name of two lines", "name = \"Sunrise", "name = \"Sunrise\\r\\nBcc: x@y.test", []string{
			`2:8: agency.name: found "Sunrise\r\nBcc: x@y.test"; allowed: text on one line, without control characters`}},
		{"a number too large", "[review]", "[review]\nmax_retries = 99999999999999999999\nremind_after = \"soon\"", []string{
			`18:15: review.max_retries: found 99999999999999999999; allowed: a whole number`,
			`19:16: review.remind_after: found "soon"; allowed: a duration above zero, such as "90s", "4h" or "30d"`}},
		{"limits in words", "[smtp]", "[quote]\ndefault_coverages = { bodily_injury = \"fifty\" }\n[smtp]", []string{
			`16:39: quote.default_coverages.bodily_injury: found "fifty"; allowed: thousands a person and an accident: 15/30, 20/40, 25/50, 25/65, 30/60, 30/65, 35/70, 40/80, 50/100, 100/300, 250/500`}},
		{"no payments", "[smtp]", "[quote]\npayments = 0\n[smtp]", []string{`16:12: quote.payments: found 0; allowed: a number of payments from 1 to 12`}},
		{"too many payments", "[smtp]", "[quote]\npayments = 13\n[smtp]", []string{`16:12: quote.payments: found 13; allowed: a number of payments from 1 to 12`}},
		{"gates without a name", "[review]", "[review]\ngates = 1", []string{`18:9: review.gates: found 1; allowed: a table`}},
		{"an account that is none", "[smtp]", "[smtp]\nagency = 3", []string{`16:10: smtp.agency: found 3; allowed: a table`}},
		{"a key that is no text", "[smtp]", "[store]\nencryption_key_file = 3\n[smtp]", []string{`16:23: store.encryption_key_file: found ***; allowed: a string`}},
		{"a key that is unset", "[smtp]", "[store]\nencryption_key_env = \"PPAMAILD_TEST_UNSET\"\n[smtp]", []string{
			`16:22: store.encryption_key_env: environment variable PPAMAILD_TEST_UNSET is not set`}},
		{"way to log in", customer, customer + "\nauth = \"ouath2\"", []string{
			`10:8: mailbox.customer.auth: found "ouath2"; allowed: password, oauth2`}},
		{"own lists", customer, customer + "\nown_lists = [\"all@agency.test\", \"all.agency.test\"]\nlead_senders = [\"A@b.test\"]", nil},
		{"what is no list", customer, customer + "\nown_lists = [\"\", \"All Staff\"]", []string{
			`10:14: mailbox.customer.own_lists[0]: found ""; allowed: an address such as "quotes@agency.test", or a List-Id such as "quotes.agency.test"`,
			`10:18: mailbox.customer.own_lists[1]: found "All Staff"; allowed: an address such as "quotes@agency.test", or a List-Id such as "quotes.agency.test"`}},
		{"web form of staff", customer, customer + "\nlead_senders = [\"LEE@agency.test\", \"form\"]", []string{
			`10:17: mailbox.customer.lead_senders[0]: found "LEE@agency.test"; allowed: any address but those of staff`,
			`10:36: mailbox.customer.lead_senders[1]: found "form"; allowed: a plain address such as "lee@agency.test"`}},
		{"authserv-ids", "[review]", "[review]\ntrusted_authserv_ids = [\"MX.Agency.test\", \"*.isp.test\", \"mx\"]", nil},
		{"authserv-ids of everybody", "[review]", "[review]\ntrusted_authserv_ids = [\"*\", \"*.test\", \"\", \"mx a\"]", []string{
			`18:25: review.trusted_authserv_ids[0]: found "*"; allowed: the server name that begins Authentication-Results, or "*.isp.test" for all of a provider's`,
			`18:30: review.trusted_authserv_ids[1]: found "*.test"; allowed: the server name that begins Authentication-Results, or "*.isp.test" for all of a provider's`,
			`18:40: review.trusted_authserv_ids[2]: found ""; allowed: the server name that begins Authentication-Results, or "*.isp.test" for all of a provider's`,
			`18:44: review.trusted_authserv_ids[3]: found "mx a"; allowed: the server name that begins Authentication-Results, or "*.isp.test" for all of a provider's`}},
		{"templates", "[smtp]", "[templates]\ndir = \"none\"\n[smtp]", []string{
			`16:7: templates.dir: found "none"; allowed: a folder that exists, or "" for the embedded templates`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.by + sound
			if c.line != "" {
				text = with(t, c.line, c.by)
			}
			if got := problems(t, text); !slices.Equal(got, c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestValuesWhereTablesBelong(t *testing.T) {
	got := problems(t, "agency = 1\nmailbox = { customer = 2, agency = [] }\nsmtp = \"x\"\nreview = true\nlog = []\nagent = 3\n")
	want := []string{
		"1:10: agency: found 1; allowed: a table",
		"2:24: mailbox.customer: found 2; allowed: a table",
		"2:36: mailbox.agency: found a list of 0; allowed: a table",
		`3:8: smtp: found "x"; allowed: a table`,
		"4:10: review: found true; allowed: a table",
		"5:7: log: found a list of 0; allowed: a table",
		"6:9: agent: found 3; allowed: a list",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestEmptyFileLacksWhatIsRequired(t *testing.T) {
	got := problems(t, "")
	for _, key := range []string{"agency.name", "agency.timezone", "agency.licensed_states",
		"mailbox.customer.address", "mailbox.customer.host", "mailbox.customer.username", "mailbox.customer.password",
		"mailbox.agency.address", "mailbox.agency.host", "mailbox.agency.username", "mailbox.agency.password",
		"smtp.host", "review.staff"} {
		if i := slices.IndexFunc(got, func(line string) bool { return strings.HasPrefix(line, "1:1: "+key+": missing") }); i >= 0 {
			got = slices.Delete(got, i, i+1)
		} else {
			t.Errorf("%s is not reported", key)
		}
	}
	if len(got) > 0 {
		t.Errorf("reported too: %q", got)
	}
}

func TestConnectionString(t *testing.T) {
	t.Setenv("PPAMAILD_TEST_DSN", "postgres://u:hush@h/d")
	const postgres = "[store]\nbackend = \"postgres\"\n"
	for _, c := range []struct{ toml, want string }{
		{postgres, `store.dsn: missing; required: exactly one of dsn, dsn_file, dsn_env`},
		{postgres + `dsn_env = "PPAMAILD_TEST_DSN"`, ""},
		{postgres + `dsn_env = "PPAMAILD_TEST_UNSET"`,
			`store.dsn_env: environment variable PPAMAILD_TEST_UNSET is not set`},
		{postgres + `dsn_file = "/nowhere/dsn.secret"`, `a file that holds the connection string`},
		{postgres + "dsn = \"hush\"\ndsn_env = \"PPAMAILD_TEST_DSN\"",
			`store.dsn_env: found together with store.dsn`},
		{"[store]\ndsn = \"hush\"",
			`store.dsn: found without backend = "postgres"; allowed: only together with`},
	} {
		got := strings.Join(problems(t, sound+c.toml+"\n"), "\n")
		reported := strings.Contains(got, c.want) && (c.want == "") == (got == "")
		if !reported || strings.Contains(got, "hush") {
			t.Errorf("%s: %q, not %q", c.toml, got, c.want)
		}
	}
}

func TestNotBuiltYet(t *testing.T) {
	for _, c := range []struct{ toml, want string }{
		{"require_authenticated_sender = \"always\"", ""},
		{"require_authenticated_sender = \"auto\"\ntrusted_authserv_ids = []\n[console]\nlisten = \"\"", ""},
		{"[review.gates]\nplan = \"auto\"\nspecialist = \"never\"\nfinal_results = \"always\"", ""},
	} {
		got := strings.Join(problems(t, sound+c.toml+"\n"), "\n")
		if got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.toml, got, c.want)
		}
	}
}

func TestPasswordFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "quotes.secret"), []byte("\ufeff pass word \r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := load(dir, with(t, `password = "one"`, `password_file = "quotes.secret"`))
	if err != nil {
		t.Fatal(err)
	}
	if got := cfg.Mailbox.Customer.Password.Reveal(); got != " pass word " {
		t.Errorf("got %q", got)
	}
}

func TestOneAccountForBothMailboxes(t *testing.T) {
	cfg := mustLoad(t, with(t, `"reviews@agency.test"`, `"quotes@agency.test"`))
	if cfg.Mailbox.Agency.Address != cfg.Mailbox.Customer.Address {
		t.Errorf("%s and %s", cfg.Mailbox.Agency.Address, cfg.Mailbox.Customer.Address)
	}
}

// A message names the file or the variable of a secret, but prints no possible secret.
func TestFinding30TheNameOfASecretIsShown(t *testing.T) {
	for line, want := range map[string]string{
		`password_file = "none.secret"`:        `found "none.secret"`,
		`password_file = "/run/secrets/mail"`:  `found "/run/secrets/mail"`,
		`password_file = "hunter2"`:            "found ***",
		`password_file = "/Zm9v/YmFy+iG8="`:    "found ***",
		`password_env = "PPAMAILD_TEST_UNSET"`: "environment variable PPAMAILD_TEST_UNSET is not set",
		`password_env = "hush-Hush_1"`:         "environment variable *** is not set",
	} {
		_, err := parse("test.toml", []byte(strings.Replace(sound, `password = "one"`, line, 1)), toServe)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}
