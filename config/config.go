// Package config turns one TOML file into a typed, validated configuration.
//
// A Config from Load is complete and valid. Load reads secrets, CA files and the time zone. It
// resolves relative paths against the folder of the file. A Config from LoadOffline lacks
// secrets and CAs. Load returns all mistakes as Problems with file, line, column and key.
// Messages never contain a secret.
//
// The fields of the sections define the keys of the file. Package config/toml documents the
// tags.
package config

import (
	"crypto/x509"
	"time"

	"ppamaild/config/toml"
	"ppamaild/quote"
	"ppamaild/store/crypt"
)

// Config is the whole configuration. Each field is a table of the file.
type Config struct {
	Agency    Agency    `toml:"agency"`
	Mailbox   Mailbox   `toml:"mailbox"`
	SMTP      SMTP      `toml:"smtp"`
	Store     Store     `toml:"store"`
	Planner   Planner   `toml:"planner"`
	Carrier   Carrier   `toml:"carrier"`
	Review    Review    `toml:"review"`
	Quote     Quote     `toml:"quote"`
	Task      Task      `toml:"task"`
	Limits    Limits    `toml:"limits"`
	Privacy   Privacy   `toml:"privacy"`
	Templates Templates `toml:"templates"`
	Log       Log       `toml:"log"`
	Metrics   Metrics   `toml:"metrics"`
	Tracing   Tracing   `toml:"tracing"`
	Console   Console   `toml:"console"`
	Agents    []Agent   `toml:"agent"`

	warnings []Warning
	file     *toml.File // nil: made by Default
}

// Problem is a mistake in the file, or a warning about the file.
type Problem = toml.Problem

// Problems is every mistake of a file, sorted by line.
type Problems = toml.Problems

// Warning is a setting that is allowed but unwise.
type Warning struct {
	Problem
	Insecure bool // every user of the machine can read a secret
}

// Warnings returns the warnings, sorted by line.
func (c *Config) Warnings() []Warning { return c.warnings }

// Mistake returns a problem with a key that only another file can show.
func (c *Config) Mistake(key, found, want string) Problem { return c.file.Problem(key, found, want) }

// Agency is the insurance agency.
type Agency struct {
	Name           string        `toml:"name" required:"the agency's name, as customers know it"`
	Phone          string        `toml:"phone"` // as customers see it; may be empty
	Logo           string        `toml:"logo"`  // file of a picture for customers; may be empty
	Mode           Mode          `toml:"mode"`
	Timezone       string        `toml:"timezone" required:"a time zone such as \"America/Los_Angeles\""`
	LicensedStates []string      `toml:"licensed_states" required:"the states the agency may sell in, such as [\"CA\", \"OR\"]"`
	Producer       Producer      `toml:"producer"`
	BusinessHours  BusinessHours `toml:"business_hours"` // in Timezone; reminders to staff count them, and customers get reminders in them

	Location *time.Location `toml:"-"` // from Timezone; never nil
	Picture  Logo           `toml:"-"` // from Logo
}

// Producer is the licensed person in quotes. Both fields may be empty.
type Producer struct {
	Name    string `toml:"name"`
	License string `toml:"license"`
}

// Store configures the store.
type Store struct {
	Backend Backend `toml:"backend"`
	// Path is resolved. With PostgreSQL, Path is only the place of the control socket.
	Path string `toml:"path" required:"the file that keeps the state"`
	// DSN is the connection string for PostgreSQL, given in one of three ways.
	DSN     Secret `toml:"dsn"`
	DSNFile string `toml:"dsn_file"`
	DSNEnv  string `toml:"dsn_env"`
	// Schema is the schema in the database; "": the first one of the search_path.
	Schema string `toml:"schema"`

	EncryptionKeyFile string `toml:"encryption_key_file"` // at most one of the two keys;
	EncryptionKeyEnv  string `toml:"encryption_key_env"`  // without them the store is not encrypted

	Keys    *crypt.Ring `toml:"-"` // from one of the two keys; nil: no encryption, or Keyless
	Keyless string      `toml:"-"` // why this command can't read the keys that the daemon reads
}

// Planner configures the choice of the next action. Fields other than Kind serve PlannerLLM
// only.
type Planner struct {
	Kind            PlannerKind `toml:"kind"`
	BaseURL         string      `toml:"base_url"` // https, or http to a loopback host
	Model           string      `toml:"model"`
	APIKey          Secret      `toml:"api_key"` // from one of the three keys; may be empty
	APIKeyFile      string      `toml:"api_key_file"`
	APIKeyEnv       string      `toml:"api_key_env"`
	OnFailure       OnFailure   `toml:"on_failure"`
	Timeout         Duration    `toml:"timeout"`     // of one request
	Patience        Duration    `toml:"patience"`    // for a model that does not answer, before OnFailure
	Repairs         int         `toml:"repairs"`     // how often a bad answer goes back to the model
	Concurrency     int         `toml:"concurrency"` // threads that run, and may ask the model, at the same time
	MaxAnswerTokens int         `toml:"max_answer_tokens"`
	Prices          Prices      `toml:"prices"`
	Record          string      `toml:"record"` // resolved; "": no recording
	Replay          string      `toml:"replay"` // resolved; "": no replay
}

// Prices are the prices of a model in dollars per million tokens; 0 is unknown or free.
type Prices struct {
	Prompt       float64 `toml:"prompt"`
	CachedPrompt float64 `toml:"cached_prompt"`
	Completion   float64 `toml:"completion"`
}

// Carrier is the quoting API. All fields except Kind are for a remote carrier only.
type Carrier struct {
	Kind             CarrierKind `toml:"kind"`
	Name             string      `toml:"name"` // the name in quotes
	BaseURL          string      `toml:"base_url"`
	Auth             CarrierAuth `toml:"auth"`
	APIKey           Secret      `toml:"api_key"` // from one of the three keys
	APIKeyFile       string      `toml:"api_key_file"`
	APIKeyEnv        string      `toml:"api_key_env"`
	TokenURL         string      `toml:"token_url"`
	ClientID         string      `toml:"client_id"`
	ClientSecret     Secret      `toml:"client_secret"` // from one of the three keys
	ClientSecretFile string      `toml:"client_secret_file"`
	ClientSecretEnv  string      `toml:"client_secret_env"`
	Scopes           []string    `toml:"scopes"`
	CAFile           string      `toml:"ca_file"`
	Timeout          Duration    `toml:"timeout"`         // of one request
	GiveUpAfter      Duration    `toml:"give_up_after"`   // of one call with all requests
	AskAgainAfter    Wait        `toml:"ask_again_after"` // when the carrier waits for a report; 0: never
	AskAgainFor      Duration    `toml:"ask_again_for"`   // in total
	OrderReports     bool        `toml:"order_reports"`   // motor vehicle and claims records, before rating

	RootCAs *x509.CertPool `toml:"-"` // from CAFile; nil: the CAs of the system
}

// Quote configures the workflow quote.
type Quote struct {
	DefaultCoverages quote.Coverages `toml:"default_coverages"`     // used if neither customer nor staff state coverages
	ValidFor         Duration        `toml:"valid_for"`             // how long a rated quote is valid
	CustomerWait     Duration        `toml:"customer_wait"`         // after which the thread of a silent customer expires
	Acknowledge      bool            `toml:"acknowledge"`           // the first mail of a thread gets an immediate answer without promises
	FollowUp         bool            `toml:"follow_up"`             // the approval of an information request includes a reminder and a polite close
	RemindAfter      Duration        `toml:"remind_customer_after"` // shorter than CustomerWait, after which the polite close leaves
	Payments         int             `toml:"payments"`              // installments in a quote; 1: in full only
	CompareMinimum   bool            `toml:"compare_minimum"`       // quotes show the price of the state minimum too
	CompareNow       bool            `toml:"compare_now"`           // quotes show the price of the customer's present limits too
	CompareCoverages quote.Coverages `toml:"compare_coverages"`     // quotes show the price of these coverages too; zero: none
}

// Limits bound the actions of a run before a person takes over, and the mails that leave
// before mail has to wait.
type Limits struct {
	ActionsPerEvent  int `toml:"actions_per_event"`
	ActionsPerThread int `toml:"actions_per_thread"`
	MailsPerHour     int `toml:"mails_per_hour"`    // to one correspondent, except reviews and their results
	MessagesPerHour  int `toml:"messages_per_hour"` // from one sender, except decisions
	// NewCustomersPerHour limits new threads from all addresses; 0 is no limit.
	NewCustomersPerHour int `toml:"new_customers_per_hour"`
	// For PlannerLLM; 0 is no limit.
	TokensPerEvent   int     `toml:"tokens_per_event"`
	TokensPerThread  int     `toml:"tokens_per_thread"`
	DollarsPerEvent  float64 `toml:"dollars_per_event"`
	DollarsPerThread float64 `toml:"dollars_per_thread"`
}

// Privacy says how long the store keeps customer data.
type Privacy struct {
	RetentionDays int `toml:"retention_days"` // after the end of a thread; 0: no limit
}

// Templates names a folder with files that override the embedded templates; "" for none.
type Templates struct {
	Dir string `toml:"dir"` // resolved
}

// Log configures the log.
type Log struct {
	Level  LogLevel  `toml:"level"`
	Format LogFormat `toml:"format"`
}

// Metrics configures the metrics for monitoring over HTTP; "" turns them off.
type Metrics struct {
	Listen string `toml:"listen"` // address and port
	// TenantLabel adds the label "tenant". Tenants with the label may share an address.
	TenantLabel bool `toml:"tenant_label"`
}

// Tracing configures the export of traces in the OpenTelemetry protocol.
type Tracing struct {
	Endpoint string `toml:"endpoint"` // URL of a collector; "": no traces
}

// Console configures the web pages for staff. An empty Listen turns them off.
type Console struct {
	Listen   string `toml:"listen"`    // address and port
	URL      string `toml:"url"`       // for browsers: https, or http to a loopback host; no path
	CertFile string `toml:"cert_file"` // resolved; "": without TLS, or behind a proxy
	KeyFile  string `toml:"key_file"`  // resolved

	// Admins are the addresses of staff who may see the settings, download backups and erase data.
	Admins []string `toml:"admins"` // canonical

	Webhooks []Webhook `toml:"webhook"`
}

// Webhook is an address that gets events, also without the web pages.
type Webhook struct {
	URL        string   `toml:"url"`
	Secret     Secret   `toml:"secret"` // whsec_ and base64
	SecretFile string   `toml:"secret_file"`
	SecretEnv  string   `toml:"secret_env"`
	Events     []string `toml:"events"` // empty: all
}
