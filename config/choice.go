package config

// Mode is whether customers get mail at all.
type Mode string

// The modes.
const (
	ModeLive    Mode = "live"
	ModeObserve Mode = "observe" // mail is read, drafted and reviewed, and nothing is sent to customers
)

// TLS is how a connection is secured.
type TLS string

// The kinds of TLS. TLSNone is allowed for loopback hosts only.
const (
	TLSImplicit TLS = "implicit" // RFC 8314 §3
	TLSStartTLS TLS = "starttls"
	TLSNone     TLS = "none"
)

// Auth is how the daemon proves to a mail server who it is.
type Auth string

// The ways to log in.
const (
	AuthPassword Auth = "password"
	AuthOAuth2   Auth = "oauth2" // by a token (RFC 6749), shown by OAUTHBEARER (RFC 7628) or XOAUTH2
)

// Backend is what keeps the state.
type Backend string

// BackendBolt keeps the state in one file.
const BackendBolt Backend = "bolt"

// PlannerKind is a kind of planner.
type PlannerKind string

// The planners.
const (
	PlannerRules PlannerKind = "rules" // deterministic, embedded
	PlannerLLM   PlannerKind = "llm"   // any OpenAI-compatible API
)

// OnFailure is who goes on where a model does not.
type OnFailure string

// Who goes on.
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

// CarrierAuth is how the daemon proves to a carrier who it is.
type CarrierAuth string

// The ways to prove it.
const (
	CarrierAPIKey CarrierAuth = "api_key"
	CarrierOAuth2 CarrierAuth = "oauth2" // client credentials (RFC 6749 §4.4)
)

// OnUnclear is what an unclear reply to a review means.
type OnUnclear string

// What an unclear reply means. UnclearAccept never applies to steps that send to
// a customer.
const (
	UnclearAsk    OnUnclear = "ask"
	UnclearAccept OnUnclear = "accept"
)

// SenderPolicy is how surely a decision must come from whom it says.
type SenderPolicy string

// The sender policies.
const (
	SenderAlways SenderPolicy = "always" // it must be proven
	SenderAuto   SenderPolicy = "auto"   // it must not be refuted, and be proven where its address was proven before
	SenderNever  SenderPolicy = "never"  // nobody looks
)

// Gate is the policy of a step: whether a person decides on it.
type Gate string

// The gates.
const (
	GateAlways Gate = "always" // a person decides
	GateAuto   Gate = "auto"   // a person decides where something is doubtful, contradictory or failing
	GateNever  Gate = "never"  // nobody is asked
)

// AgentKind is a kind of agent of the workflow task.
type AgentKind string

// The kinds of agents.
const (
	AgentMailbox AgentKind = "mailbox" // searches the agency's own mail
	AgentMCP     AgentKind = "mcp"     // asks an MCP server
	AgentLLM     AgentKind = "llm"     // asks a language model
)

// WhenUnavailable is what stands for the data of an agent that is down.
type WhenUnavailable string

// What stands for it.
const (
	UnavailableMissing WhenUnavailable = "missing" // nothing, and it is said so
	UnavailableSample  WhenUnavailable = "sample"  // sample data, and it is said so
)

// Milestone is a point of a task at which staff may get a mail.
type Milestone string

// The milestones.
const (
	MilestonePlan    Milestone = "plan"    // the plan was approved
	MilestoneResults Milestone = "results" // all agents are done
)

// LogLevel is the least severity that is logged, as slog.Level reads it.
type LogLevel string

// LogFormat is how a line of the log looks.
type LogFormat string

// The formats of the log.
const (
	LogText LogFormat = "text"
	LogJSON LogFormat = "json"
)

// Choices implements toml.Choice.
func (Mode) Choices() (built, later []string) {
	return []string{"live", "observe"}, nil
}

// Choices implements toml.Choice.
func (TLS) Choices() (built, later []string) {
	return []string{"implicit", "starttls", "none (loopback hosts only)"}, nil
}

// Choices implements toml.Choice.
func (Auth) Choices() (built, later []string) {
	return []string{"password", "oauth2"}, nil
}

// Choices implements toml.Choice.
func (Backend) Choices() (built, later []string) {
	return []string{"bolt"}, []string{"postgres"}
}

// Choices implements toml.Choice.
func (PlannerKind) Choices() (built, later []string) {
	return []string{"rules", "llm"}, nil
}

// Choices implements toml.Choice.
func (OnFailure) Choices() (built, later []string) {
	return []string{"staff", "rules"}, nil
}

// Choices implements toml.Choice.
func (CarrierKind) Choices() (built, later []string) {
	return []string{"reference", "http"}, nil
}

// Choices implements toml.Choice.
func (CarrierAuth) Choices() (built, later []string) {
	return []string{"api_key", "oauth2"}, nil
}

// Choices implements toml.Choice.
func (OnUnclear) Choices() (built, later []string) {
	return []string{"ask", "accept"}, nil
}

// Choices implements toml.Choice.
func (SenderPolicy) Choices() (built, later []string) {
	return []string{"always", "auto", "never"}, nil
}

// Choices implements toml.Choice.
func (Gate) Choices() (built, later []string) {
	return []string{"always", "auto", "never"}, nil
}

// Choices implements toml.Choice.
func (AgentKind) Choices() (built, later []string) {
	return []string{"mailbox", "mcp", "llm"}, nil
}

// Choices implements toml.Choice.
func (WhenUnavailable) Choices() (built, later []string) {
	return []string{"missing", "sample"}, nil
}

// Choices implements toml.Choice.
func (Milestone) Choices() (built, later []string) {
	return []string{"plan", "results"}, nil
}

// Choices implements toml.Choice.
func (LogLevel) Choices() (built, later []string) {
	return []string{"debug", "info", "warn", "error"}, nil
}

// Choices implements toml.Choice.
func (LogFormat) Choices() (built, later []string) {
	return []string{"text", "json"}, nil
}
