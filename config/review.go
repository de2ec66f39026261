package config

// Review configures the review of drafts by staff.
type Review struct {
	Staff                      []Staff         `toml:"staff" required:"one member of staff at least"`
	Notify                     Notify          `toml:"notify"`
	MaxRetries                 int             `toml:"max_retries"` // 0: no limit
	OnUnclear                  OnUnclear       `toml:"on_unclear"`
	RequireAuthenticatedSender SenderPolicy    `toml:"require_authenticated_sender"`
	TrustedAuthservIDs         []string        `toml:"trusted_authserv_ids"` // lower case; "*.isp.test" for all hosts of isp.test
	RemindAfter                Duration        `toml:"remind_after"`
	EscalateAfter              Duration        `toml:"escalate_after"` // longer than RemindAfter
	ExpireAfter                Duration        `toml:"expire_after"`   // longer than EscalateAfter
	BounceWait                 Wait            `toml:"bounce_wait"`    // after which staff are asked about a mail with an uncertain status; 0: no wait
	DigestAt                   TimeOfDay       `toml:"digest_at"`      // daily, in the time zone of the agency
	EscalateTo                 []string        `toml:"escalate_to"`    // addresses, lower case
	AlwaysRequireFeedback      bool            `toml:"always_require_feedback"`
	EnableFeedbackTool         bool            `toml:"enable_feedback_tool"`
	Gates                      map[string]Gate `toml:"gates"` // by step; contains every step
}

// Staff is a member of staff. The file contains a table or only the address. Addresses are
// unique and differ from the addresses of the mailboxes. The default of Notify is the value of
// Review.
type Staff struct {
	Name    string   `toml:"name"`
	Address string   `toml:"address" required:"the address this member of staff writes from"` // lower case
	Aliases []string `toml:"aliases"`                                                         // other addresses of the same person, lower case
	License string   `toml:"license"`                                                         // if any member has a license, only licensed staff decide `quote`
	Notify  Notify   `toml:"notify"`
}

// Gate returns the gate of a step. It returns GateAlways for unknown steps, and for all steps
// if AlwaysRequireFeedback is set.
func (r Review) Gate(step string) Gate {
	gate, known := r.Gates[step]
	if !known || r.AlwaysRequireFeedback {
		return GateAlways
	}
	return gate
}
