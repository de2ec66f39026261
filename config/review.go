package config

// Review is who decides on drafts, and when.
type Review struct {
	Staff                      []Staff         `toml:"staff" required:"one member of staff at least"`
	MaxRetries                 int             `toml:"max_retries"` // 0: no limit
	OnUnclear                  OnUnclear       `toml:"on_unclear"`
	RequireAuthenticatedSender SenderPolicy    `toml:"require_authenticated_sender"`
	TrustedAuthservIDs         []string        `toml:"trusted_authserv_ids"` // lower case; "*.isp.test" for the hosts below isp.test
	RemindAfter                Duration        `toml:"remind_after"`
	EscalateAfter              Duration        `toml:"escalate_after"` // longer than RemindAfter
	ExpireAfter                Duration        `toml:"expire_after"`   // longer than EscalateAfter
	BounceWait                 Duration        `toml:"bounce_wait"`    // after which staff are asked about a mail that may have left; 0: at once
	DigestAt                   TimeOfDay       `toml:"digest_at"`      // each day, in the agency's time zone
	EscalateTo                 []string        `toml:"escalate_to"`    // addresses, lower case
	AlwaysRequireFeedback      bool            `toml:"always_require_feedback"`
	EnableFeedbackTool         bool            `toml:"enable_feedback_tool"`
	Gates                      map[string]Gate `toml:"gates"` // by step; holds every step
}

// Staff is a member of staff, in the file a table or the address alone. No two share an address, and none has an address
// of the mailboxes.
type Staff struct {
	Name    string   `toml:"name"`
	Address string   `toml:"address" required:"the address this member of staff writes from"` // lower case
	Aliases []string `toml:"aliases"`                                                         // other addresses of the same person, lower case
	License string   `toml:"license"`                                                         // where anyone has one, only they decide `quote`
}

// Gate returns the gate of a step: always where AlwaysRequireFeedback is set, and
// for a step that is not known.
func (r Review) Gate(step string) Gate {
	gate, known := r.Gates[step]
	if !known || r.AlwaysRequireFeedback {
		return GateAlways
	}
	return gate
}
