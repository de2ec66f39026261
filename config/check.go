package config

import (
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/config/toml"
	"ppamaild/quote"
)

// check validates the values and reads the files that they name. Missing and invalid values
// are zero here, because Bind has reported them.
func (l *loader) check(cfg *Config) {
	l.checkAgency(&cfg.Agency)
	l.checkMailbox("mailbox.customer", &cfg.Mailbox.Customer)
	l.checkMailbox("mailbox.agency", &cfg.Mailbox.Agency)
	l.checkServer("smtp", &cfg.SMTP.Server)
	l.checkServer("smtp.agency", &cfg.SMTP.Agency)
	l.checkGrants(cfg.Sections())
	cfg.Carrier.check(l)
	l.checkReview(&cfg.Review, cfg.Mailbox, cfg.Agency.BusinessHours)
	l.checkLists("mailbox.customer", &cfg.Mailbox.Customer, cfg.Review.Staff)
	l.checkLists("mailbox.agency", &cfg.Mailbox.Agency, cfg.Review.Staff)
	l.checkCoverages("quote.default_coverages.", cfg.Quote.DefaultCoverages)
	if cfg.Quote.CompareCoverages != (quote.Coverages{}) {
		l.checkCoverages("quote.compare_coverages.", cfg.Quote.CompareCoverages)
	}
	cfg.Quote.checkPayments(l, cfg.Carrier.Kind)
	if cfg.Quote.FollowUp {
		l.checkOrder("quote.remind_customer_after", cfg.Quote.RemindAfter.Duration, "quote.customer_wait", cfg.Quote.CustomerWait.Duration)
	}
	l.checkLimits(cfg.Limits)
	l.checkRetention(cfg.Privacy.RetentionDays)
	cfg.Planner.check(l, cfg.Limits)
	cfg.Task.check(l)
	checkAgents(l, cfg.Agents, cfg.Planner.Kind)
	cfg.Store.check(l)
	l.checkTemplates(&cfg.Templates)
	l.checkListen("metrics.listen", cfg.Metrics.Listen)
	if cfg.Tracing.Endpoint != "" {
		l.checkURL("tracing.endpoint", cfg.Tracing.Endpoint, "", "http://127.0.0.1:4318/v1/traces")
	}
	cfg.Console.check(l)
	cfg.Console.checkAdmins(l, cfg.Review.Staff)
	cfg.Console.checkWebhooks(l)
}

func (l *loader) checkListen(key, listen string) {
	if listen == "" {
		return
	}
	_, port, err := net.SplitHostPort(listen)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 1 || n > 65535 {
		l.Refuse(key, `an address and a port, such as "127.0.0.1:9108", or "" for none`)
	}
}

func (l *loader) checkAgency(a *Agency) {
	if a.Mode == ModeObserve {
		l.Warn("agency.mode", `found "observe"`, `nothing is sent to customers until it is "live"`)
	}
	l.checkLogo(a)
	if a.Timezone != "" {
		location, err := time.LoadLocation(a.Timezone)
		if err != nil || a.Timezone == "Local" {
			l.Refuse("agency.timezone", `an IANA time zone such as "America/Los_Angeles"`)
		}
		a.Location = location
	}
	for i, state := range a.LicensedStates {
		if !slices.Contains(strings.Fields(states), state) {
			l.Refuse(toml.Element("agency.licensed_states", i), `a state's two capital letters, such as "OR"`)
		}
	}
	refuseRepeated(l, "agency.licensed_states", a.LicensedStates, "each state once")
}

// refuseRepeated refuses each value of a list that the list has before.
func refuseRepeated[T comparable](l *loader, list string, values []T, once string) {
	for i, value := range values {
		if slices.Contains(values[:i], value) {
			l.Refuse(toml.Element(list, i), once)
		}
	}
}

// refuseWithout refuses a key that has no effect without another setting.
func (l *loader) refuseWithout(key, needs string) {
	l.Report(key, "found without "+needs, "allowed: only together with "+needs)
}

// states lists the postal codes of the states and the District of Columbia.
const states = "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT " +
	"NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY"

// checkCoverages refuses default limits that no carrier sells. Otherwise customers would be
// asked about limits that they never named.
func (l *loader) checkCoverages(prefix string, c quote.Coverages) {
	for _, split := range []struct{ key, value string }{
		{prefix + "bodily_injury", c.BodilyInjury}, {prefix + "uninsured_motorist", c.UninsuredMotorist},
	} {
		allowed := "thousands a person and an accident: " + strings.Join(quote.BodilyInjuryLimits(), ", ")
		if split.value == "" && !l.Stated(split.key) {
			l.Report(split.key, "missing", "required: "+allowed)
		} else if !slices.Contains(quote.BodilyInjuryLimits(), split.value) {
			l.Refuse(split.key, allowed)
		}
	}
	none := []int{0}
	l.checkSold(prefix+"property_damage", c.PropertyDamage, "thousands: ", quote.PropertyDamageLimits())
	l.checkSold(prefix+"medical_payments", c.MedicalPayments, "dollars: ", append(none, quote.MedicalPaymentsLimits()...))
	l.checkSold(prefix+"comprehensive_deductible", c.ComprehensiveDeductible, "dollars: ", quote.ComprehensiveDeductibles())
	l.checkSold(prefix+"collision_deductible", c.CollisionDeductible, "dollars: ", quote.CollisionDeductibles())
	if c.PersonalInjury != nil && *c.PersonalInjury < 0 {
		l.Refuse(prefix+"personal_injury_protection", "0 or more")
	}
}

func (l *loader) checkSold(key string, value *int, in string, sold []int) {
	if value == nil || slices.Contains(sold, *value) {
		return
	}
	l.Refuse(key, in+strings.Trim(strings.ReplaceAll(fmt.Sprint(sold), " ", ", "), "[]"))
}

func (l *loader) checkLimits(limits Limits) {
	for key, value := range map[string]int{
		"limits.actions_per_event":  limits.ActionsPerEvent,
		"limits.actions_per_thread": limits.ActionsPerThread,
		"limits.mails_per_hour":     limits.MailsPerHour,
		"limits.messages_per_hour":  limits.MessagesPerHour,
	} {
		if value < 1 {
			l.Refuse(key, "1 or more")
		}
	}
	if limits.NewCustomersPerHour < 0 {
		l.Refuse("limits.new_customers_per_hour", "0 (no limit) or more")
	}
}

// retentionFloor is seven years. California requires insurance records for five years after
// a policy expires (Ins. Code 2190.2). New York requires six calendar years, also for
// applications without a policy (Reg. 152).
const retentionFloor = 7*365 + 2

func (l *loader) checkRetention(days int) {
	const key = "privacy.retention_days"
	switch {
	case days < 0:
		l.Refuse(key, "a number of days, or 0 to keep everything")
	case days > 0 && days < retentionFloor:
		l.Warn(key, fmt.Sprintf("found %d", days), fmt.Sprintf("insurance law mostly asks for records of five to seven years (%d days)", retentionFloor))
	}
}

func (l *loader) checkTemplates(t *Templates) {
	if t.Dir == "" {
		return
	}
	t.Dir = l.resolve(t.Dir)
	if info, err := os.Stat(t.Dir); err != nil || !info.IsDir() {
		l.Refuse("templates.dir", `a folder that exists, or "" for the embedded templates`)
	}
}
