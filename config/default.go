package config

import (
	"time"

	"ppamaild/quote"
)

// Default returns the configuration of an empty file. Required values are missing.
func Default() *Config {
	smtp := Server{Port: 587, TLS: TLSStartTLS, Auth: AuthPassword, Timeout: Duration{time.Minute}}
	return &Config{
		Agency:  Agency{Mode: ModeLive, Location: time.UTC},
		Mailbox: Mailbox{Customer: defaultMailbox(), Agency: defaultMailbox()},
		SMTP:    SMTP{Server: smtp, Agency: smtp},
		Store:   Store{Backend: BackendBolt, Path: "ppamaild.db"},
		Planner: defaultPlanner(),
		Carrier: Carrier{
			Kind: CarrierReference, Name: "the carrier", Auth: CarrierAPIKey,
			Timeout: Duration{20 * time.Second}, GiveUpAfter: Duration{2 * time.Minute},
			AskAgainAfter: Wait{15 * time.Minute}, AskAgainFor: days(1),
		},
		Review: defaultReview(),
		Quote:  defaultQuote(),
		Task:   Task{Progress: []Milestone{MilestonePlan, MilestoneResults}, MaxResultSize: 1e6},
		Limits: defaultLimits(),
		Log:    Log{Level: "info", Format: LogText},
	}
}

func defaultLimits() Limits {
	return Limits{
		ActionsPerEvent:  40,
		ActionsPerThread: 400,
		MailsPerHour:     60,
		MessagesPerHour:  100,
		TokensPerEvent:   200_000,
		TokensPerThread:  1_000_000,
	}
}

func defaultAgent() Agent {
	return Agent{WhenUnavailable: UnavailableMissing, Timeout: Duration{30 * time.Second}}
}

func defaultPlanner() Planner {
	return Planner{
		Kind:            PlannerRules,
		BaseURL:         "http://127.0.0.1:11434/v1",
		OnFailure:       FailureStaff,
		Timeout:         Duration{time.Minute},
		Patience:        Duration{5 * time.Minute},
		Repairs:         2,
		Concurrency:     64,
		MaxAnswerTokens: 8000,
	}
}

func defaultMailbox() MailboxAccount {
	return MailboxAccount{
		Server:         Server{Port: 993, TLS: TLSImplicit, Auth: AuthPassword, Timeout: Duration{time.Minute}},
		Folder:         "INBOX",
		SentFolder:     "Sent",
		SaveSent:       true,
		Start:          StartNow,
		PollInterval:   Duration{time.Minute},
		IdleRefresh:    Duration{5 * time.Minute},
		SilenceAlarm:   Duration{30 * time.Minute},
		MaxMessageSize: 25e6,
	}
}

func defaultReview() Review {
	return Review{
		Notify:                     NotifyMine,
		MaxRetries:                 3,
		OnUnclear:                  UnclearAsk,
		RequireAuthenticatedSender: SenderAuto,
		RemindAfter:                Duration{4 * time.Hour},
		EscalateAfter:              Duration{24 * time.Hour},
		ExpireAfter:                days(14),
		BounceWait:                 Wait{2 * time.Minute},
		DigestAt:                   TimeOfDay{Hour: 8},
		EnableFeedbackTool:         true,
		Gates: map[string]Gate{
			"info_analysis":  GateAuto,
			"discount_check": GateAuto,
			"carrier_call":   GateAuto,
			"info_request":   GateAlways,
			"quote":          GateAlways,
			"final_response": GateAlways,
			"plan":           GateAlways,
			"specialist":     GateAlways,
			"tool_call":      GateAlways,
			"final_results":  GateAlways,
		},
	}
}

func defaultQuote() Quote {
	return Quote{
		DefaultCoverages: defaultCoverages(),
		ValidFor:         days(30),
		FollowUp:         true,
		RemindAfter:      days(3),
		CustomerWait:     days(14),
		Payments:         4,
	}
}

// defaultCoverages omits personal injury protection. Only some states sell it, and their
// minimum is added there.
func defaultCoverages() quote.Coverages {
	return quote.Coverages{
		BodilyInjury:            "50/100",
		PropertyDamage:          new(50),
		UninsuredMotorist:       "50/100",
		MedicalPayments:         new(0),
		ComprehensiveDeductible: new(500),
		CollisionDeductible:     new(500),
		Rental:                  new(false),
		Towing:                  new(false),
	}
}

func days(n int) Duration { return Duration{time.Duration(n) * day} }
