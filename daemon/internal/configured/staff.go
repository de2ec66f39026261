package configured

import (
	"cmp"
	"slices"

	"ppamaild/config"
	"ppamaild/review"
)

// Staff is everyone who may decide: the reviewers, and the escalation recipients for undecided
// reviews. All addresses are canonical.
type Staff struct {
	review.Staff
	Choices           *Choices // nil for none
	asked, escalateTo []string
	notify            map[string]config.Notify // by canonical address
}

// NewStaff returns the configured staff.
func NewStaff(cfg config.Review) Staff {
	s := Staff{notify: make(map[string]config.Notify)}
	for _, c := range cfg.Staff {
		s.Staff = append(s.Staff, review.Member{Name: c.Name, Address: c.Address, Aliases: c.Aliases, License: c.License})
		s.asked, s.notify[c.Address] = append(s.asked, c.Address), cmp.Or(c.Notify, cfg.Notify)
	}
	for _, address := range cfg.EscalateTo {
		m, is := s.Find(address)
		if !is {
			m = review.Member{Address: address}
			s.Staff = append(s.Staff, m)
		}
		s.escalateTo = append(s.escalateTo, m.Address)
	}
	return s
}

// Everyone returns all staff.
func (s Staff) Everyone() []string { return slices.Clone(s.asked) }

// ToTell returns the staff to notify of a misused reference: the owner, or everyone if the
// owner has left.
func (s Staff) ToTell(owner string) (told []string, left string) {
	if _, is := s.Find(owner); is {
		return []string{owner}, ""
	}
	return s.Everyone(), owner
}

// Asked returns the staff to ask about a step: the reviewers, or the escalation recipients while
// all reviewers are away. If everyone is away, Asked returns the reviewers.
func (s Staff) Asked(step string) []string {
	all := s.whoMay(s.asked, step)
	for _, some := range [][]string{all, s.whoMay(s.escalateTo, step)} {
		if here := s.here(some); len(here) > 0 {
			return here
		}
	}
	return all
}

// Away reports whether a member is away.
func (s Staff) Away(address string) bool { return !s.Choices.Of(address).AwayUntil.IsZero() }

// here returns the members who are not away.
func (s Staff) here(some []string) []string {
	return slices.DeleteFunc(slices.Clone(some), s.Away)
}

// ToNotify returns the staff who get a notice: all who are not away, without the members in but.
// If no such member remains, ToNotify returns all without but.
func (s Staff) ToNotify(but ...string) []string {
	all := slices.DeleteFunc(s.Everyone(), func(address string) bool {
		return slices.Contains(but, address)
	})
	if here := s.here(all); len(here) > 0 {
		return here
	}
	return all
}

// StillAsked returns the asked staff who are not away and may decide a step under the current
// configuration. If none are left, it returns the staff to ask today.
func (s Staff) StillAsked(asked []string, step string) []string {
	if still := s.here(s.whoMay(asked, step)); len(still) > 0 {
		return still
	}
	return s.Asked(step)
}

// AskedFirst returns the staff who get the mail of a new review: the owner of the thread, else
// everyone who wants reviews. If no such member may decide the step, all who may decide get it.
func (s Staff) AskedFirst(step, owner string) []string {
	asked := s.Asked(step)
	if slices.Contains(asked, owner) {
		return []string{owner}
	}
	digestOnly := func(address string) bool { return s.Notify(address) == config.NotifyDigest }
	if wanted := slices.DeleteFunc(slices.Clone(asked), digestOnly); len(wanted) > 0 {
		return wanted
	}
	return asked
}

// Notify says which mails a member gets: the choice of the member, else the configured value.
// Escalation recipients count as NotifyMine.
func (s Staff) Notify(address string) config.Notify {
	return cmp.Or(s.Choices.Of(address).Notify, s.notify[address], config.NotifyMine)
}

// Configured is the configured value of Notify; "" for escalation recipients.
func (s Staff) Configured(address string) config.Notify { return s.notify[address] }

// EscalateTo returns the recipients of a step that the asked staff did not decide: the
// configured recipients, else the rest of the staff. No one is asked twice. Members who are away
// come last.
func (s Staff) EscalateTo(asked []string, step string) []string {
	var first []string
	for _, more := range [][]string{s.escalateTo, s.asked} {
		isAsked := func(address string) bool { return slices.Contains(asked, address) }
		to := slices.DeleteFunc(s.whoMay(more, step), isAsked)
		if here := s.here(to); len(here) > 0 {
			return here
		}
		if len(first) == 0 {
			first = to
		}
	}
	return first
}

// whoMay returns the members who may decide a step.
func (s Staff) whoMay(some []string, step string) []string {
	may := s.Deciders(step)
	return slices.DeleteFunc(slices.Clone(some), func(address string) bool { return !slices.Contains(may, address) })
}
