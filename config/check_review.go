package config

import (
	"cmp"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"ppamaild/config/toml"
	"ppamaild/lazyregexp"
)

func (l *loader) checkReview(r *Review, m Mailbox, hours BusinessHours) {
	if r.MaxRetries < 0 {
		l.Refuse("review.max_retries", "0 (no limit) or more")
	}
	l.checkStaff(r.Staff, m)
	l.checkNotify(r)
	for i, address := range r.EscalateTo {
		key := toml.Element("review.escalate_to", i)
		r.EscalateTo[i] = l.checkAddress(key, address)
		l.checkForeign(key, r.EscalateTo[i], m)
	}
	l.checkTrusted(r.TrustedAuthservIDs)
	l.checkOrder("review.remind_after", r.RemindAfter.Duration, "review.escalate_after", r.EscalateAfter.Duration)
	l.checkOrder("review.escalate_after", r.EscalateAfter.Duration, "review.expire_after", r.ExpireAfter.Duration)
	l.checkHours(hours, r.EscalateAfter.Duration, r.ExpireAfter.Duration)
	if r.OnUnclear == UnclearAccept {
		l.Warn("review.on_unclear", `found "accept"`,
			`an unclear reply then counts as approval, except of a mail to a customer; "ask" is safe`)
	}
	l.checkSession(*r)
	l.warnOfOpenGates(*r)
}

// checkSession refuses the gate of a session for a step that is no part of one.
func (l *loader) checkSession(r Review) {
	for stage, gate := range r.Gates {
		if gate == GateSession && stage != "carrier_call" {
			l.Refuse("review.gates."+stage, `"always", "auto" or "never"; only carrier_call has a session`)
		}
	}
}

// warnOfOpenGates warns of mails that reach customers without a decision of staff.
func (l *loader) warnOfOpenGates(r Review) {
	for _, stage := range []string{"info_request", "quote", "final_response"} {
		if gate := r.Gates[stage]; gate != GateAlways && !r.AlwaysRequireFeedback {
			unseen := map[Gate]string{GateNever: "", GateAuto: " if nothing seems doubtful"}[gate]
			l.Warn("review.gates."+stage, fmt.Sprintf("found %q", gate), "mails reach customers without a review"+unseen+`; with "always", a person decides`)
		}
	}
}

// checkHours refuses business hours that are so short that a review expires before its
// escalation.
func (l *loader) checkHours(hours BusinessHours, escalate, expire time.Duration) {
	if takes := hours.Longest(escalate); escalate < expire && takes >= expire {
		l.Refuse("agency.business_hours", fmt.Sprintf("more hours: %v of these take up to %v (review.escalate_after), and a review ends after %v (review.expire_after)", Duration{escalate}, Duration{takes}, Duration{expire}))
	}
}

// authservID matches a host name, or "*." with a domain of at least two labels. A shorter
// domain would include hosts of strangers.
var authservID = lazyregexp.MustCompile(`^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\*(\.[a-z0-9_-]+){2,})$`)

func (l *loader) checkTrusted(ids []string) {
	for i := range ids {
		ids[i] = strings.ToLower(ids[i])
		if !authservID.MatchString(ids[i]) {
			l.Refuse(toml.Element("review.trusted_authserv_ids", i), `the server name that begins Authentication-Results, or "*.isp.test" for all of a provider's`)
		}
	}
}

// checkStaff refuses repeated addresses, because a decision belongs to one person. It also
// refuses addresses of the mailboxes, because the program never decides.
func (l *loader) checkStaff(staff []Staff, m Mailbox) {
	owner := map[string]string{}
	check := func(key string, address *string) {
		*address = l.checkAddress(key, *address)
		l.checkForeign(key, *address, m)
		if first, taken := owner[*address]; taken && *address != "" {
			l.Refuse(key, fmt.Sprintf("each address once (%s has it)", first))
			return
		}
		owner[*address] = key
	}
	for i := range staff {
		key := toml.Element("review.staff", i)
		check(key+".address", &staff[i].Address)
		if license := staff[i].License; license != "" && strings.TrimSpace(license) == "" { // a blank license would stop all other staff from deciding
			l.Refuse(key+".license", "a license number, or nothing")
		}
		for j := range staff[i].Aliases {
			check(toml.Element(key+".aliases", j), &staff[i].Aliases[j])
		}
	}
}

// staffWith returns the index of the member with an address, or -1.
func staffWith(staff []Staff, address string) int {
	return slices.IndexFunc(staff, func(s Staff) bool {
		return s.Address == address || slices.Contains(s.Aliases, address)
	})
}

// checkNotify refuses a staff that gets no review mails.
func (l *loader) checkNotify(r *Review) {
	getsReviews := func(s Staff) bool { return cmp.Or(s.Notify, r.Notify) != NotifyDigest }
	if len(r.Staff) > 0 && l.Sound("review.notify") && !slices.ContainsFunc(r.Staff, getsReviews) {
		l.Refuse("review.notify",
			`"all" or "mine" for one member of staff at least, else no one gets a review mail`)
	}
}

// checkAddress returns address in lower case.
func (l *loader) checkAddress(key, address string) string {
	if !l.Sound(key) {
		return ""
	}
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address {
		l.Refuse(key, `a plain address such as "lee@agency.test"`)
	}
	return strings.ToLower(address)
}

func (l *loader) checkForeign(key, address string, m Mailbox) {
	if address != "" && (address == m.Customer.Address || address == m.Agency.Address) {
		l.Refuse(key, "any address but those of the mailboxes")
	}
}

// checkOrder refuses a short span that is not shorter than the long span. It reports the key
// that the file states.
func (l *loader) checkOrder(shortKey string, short time.Duration, longKey string, long time.Duration) {
	switch {
	case short < long || !l.Sound(shortKey, longKey):
	case l.Stated(longKey):
		l.Refuse(longKey, fmt.Sprintf("longer than %s, which is %v", shortKey, Duration{short}))
	default:
		l.Refuse(shortKey, fmt.Sprintf("shorter than %s, which is %v", longKey, Duration{long}))
	}
}
