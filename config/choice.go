package config

// Mode says whether customers get mail.
type Mode string

// The modes.
const (
	ModeLive    Mode = "live"
	ModeObserve Mode = "observe" // mail is read, drafted and reviewed, but customers get no mail
)

// TLS is a way to secure a connection.
type TLS string

// The kinds of TLS. TLSNone is allowed for loopback hosts only.
const (
	TLSImplicit TLS = "implicit" // RFC 8314 §3
	TLSStartTLS TLS = "starttls"
	TLSNone     TLS = "none"
)

// Auth is a way to log in to a mail server.
type Auth string

// The ways to log in.
const (
	AuthPassword Auth = "password"
	AuthOAuth2   Auth = "oauth2" // with a token (RFC 6749) and OAUTHBEARER (RFC 7628) or XOAUTH2
)

// Backend is a kind of store.
type Backend string

// The kinds of store.
const (
	BackendBolt     Backend = "bolt"     // one file
	BackendPostgres Backend = "postgres" // a schema of a PostgreSQL database
)

// PlannerKind is a kind of planner.
type PlannerKind string

// The planners.
const (
	PlannerRules PlannerKind = "rules" // deterministic, embedded
	PlannerLLM   PlannerKind = "llm"   // any OpenAI-compatible API
)

// OnFailure says who continues when the model fails.
type OnFailure string

// The values of OnFailure.
const (
	FailureStaff OnFailure = "staff"
	FailureRules OnFailure = "rules"
)

// CarrierKind is a kind of quoting API.
type CarrierKind string

// The kinds of quoting API.
const (
	CarrierReference CarrierKind = "reference" // the embedded reference rater; its prices are illustrative
	CarrierHTTP      CarrierKind = "http"
)

// CarrierAuth is a way to log in to a carrier.
type CarrierAuth string

// The ways to log in to a carrier.
const (
	CarrierAPIKey CarrierAuth = "api_key"
	CarrierOAuth2 CarrierAuth = "oauth2" // client credentials (RFC 6749 §4.4)
)

// OnUnclear is the meaning of an unclear reply to a review.
type OnUnclear string

// The values of OnUnclear. UnclearAccept never applies to steps that send mail to a customer.
const (
	UnclearAsk    OnUnclear = "ask"
	UnclearAccept OnUnclear = "accept"
)

// Notify says which mails a member of staff gets.
type Notify string

// The values of Notify. In every case, an owner of a thread gets the mails of that thread.
const (
	NotifyAll    Notify = "all"    // all reviews and all decisions
	NotifyMine   Notify = "mine"   // reviews without an owner, and decisions with an unusual result
	NotifyDigest Notify = "digest" // only the daily digest
)

// SenderPolicy says how the sender of a decision must be authenticated.
type SenderPolicy string

// The sender policies.
const (
	SenderAlways SenderPolicy = "always" // the sender must be authenticated
	SenderAuto   SenderPolicy = "auto"   // authentication must not fail, and must pass if the address passed before
	SenderNever  SenderPolicy = "never"  // no check
)

// Gate says whether a person decides on a step.
type Gate string

// The gates.
const (
	GateAlways Gate = "always" // a person decides
	GateAuto   Gate = "auto"   // a person decides if something is doubtful, contradictory or failing
	GateNever  Gate = "never"  // no person decides
	// GateSession is for the carrier's calls. A person decides on the first call of a quote. The
	// calls after it are as under GateAuto.
	GateSession Gate = "session"
)

// AgentKind is a kind of agent of the workflow task.
type AgentKind string

// The kinds of agents.
const (
	AgentMailbox AgentKind = "mailbox" // searches the agency's own mail
	AgentMCP     AgentKind = "mcp"     // asks an MCP server
	AgentLLM     AgentKind = "llm"     // asks a language model
)

// WhenUnavailable says what replaces the data of an agent that is not available.
type WhenUnavailable string

// The values of WhenUnavailable. The results name the replacement.
const (
	UnavailableMissing WhenUnavailable = "missing" // no data
	UnavailableSample  WhenUnavailable = "sample"  // sample data
)

// Milestone is a point of a task. Staff may get a mail there.
type Milestone string

// The milestones.
const (
	MilestonePlan    Milestone = "plan"    // the plan was approved
	MilestoneResults Milestone = "results" // all agents are done
)

// LogLevel is the lowest severity in the log, in the form of slog.Level.
type LogLevel string

// LogFormat is the format of a line of the log.
type LogFormat string

// The formats of the log.
const (
	LogText LogFormat = "text"
	LogJSON LogFormat = "json"
)

// Choices implements toml.Choice.
func (Mode) Choices() []string { return []string{"live", "observe"} }

// Choices implements toml.Choice.
func (TLS) Choices() []string { return []string{"implicit", "starttls", "none (loopback hosts only)"} }

// Choices implements toml.Choice.
func (Auth) Choices() []string { return []string{"password", "oauth2"} }

// Choices implements toml.Choice.
func (Backend) Choices() []string { return []string{"bolt", "postgres"} }

// Choices implements toml.Choice.
func (PlannerKind) Choices() []string { return []string{"rules", "llm"} }

// Choices implements toml.Choice.
func (OnFailure) Choices() []string { return []string{"staff", "rules"} }

// Choices implements toml.Choice.
func (CarrierKind) Choices() []string { return []string{"reference", "http"} }

// Choices implements toml.Choice.
func (CarrierAuth) Choices() []string { return []string{"api_key", "oauth2"} }

// Choices implements toml.Choice.
func (OnUnclear) Choices() []string { return []string{"ask", "accept"} }

// Choices implements toml.Choice.
func (Notify) Choices() []string { return []string{"all", "mine", "digest"} }

// Choices implements toml.Choice.
func (SenderPolicy) Choices() []string { return []string{"always", "auto", "never"} }

// Choices implements toml.Choice.
func (Gate) Choices() []string { return []string{"always", "auto", "never", "session"} }

// Choices implements toml.Choice.
func (AgentKind) Choices() []string { return []string{"mailbox", "mcp", "llm"} }

// Choices implements toml.Choice.
func (WhenUnavailable) Choices() []string { return []string{"missing", "sample"} }

// Choices implements toml.Choice.
func (Milestone) Choices() []string { return []string{"plan", "results"} }

// Choices implements toml.Choice.
func (LogLevel) Choices() []string { return []string{"debug", "info", "warn", "error"} }

// Choices implements toml.Choice.
func (LogFormat) Choices() []string { return []string{"text", "json"} }
