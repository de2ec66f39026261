package configured

import (
	"slices"

	"ppamaild/config"
	"ppamaild/review"
)

// Staff is everyone who may decide: those who are asked, and those whom a review that
// nobody decided is escalated to. All addresses are canonical.
type Staff struct {
	review.Staff
	asked, escalateTo []string
}

// NewStaff returns the staff that are configured.
func NewStaff(cfg config.Review) Staff {
	var s Staff
	for _, c := range cfg.Staff {
		s.Staff = append(s.Staff, review.Member{Name: c.Name, Address: c.Address, Aliases: c.Aliases, License: c.License})
		s.asked = append(s.asked, c.Address)
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

// Everyone is who is asked and told.
func (s Staff) Everyone() []string { return slices.Clone(s.asked) }

// ToTell is who is told that a reference was misused: its owner, or everyone of staff
// where that one has left.
func (s Staff) ToTell(owner string) (told []string, left string) {
	if _, is := s.Find(owner); is {
		return []string{owner}, ""
	}
	return s.Everyone(), owner
}

// Asked is who is asked to decide a step.
func (s Staff) Asked(step string) []string { return s.whoMay(s.asked, step) }

// StillAsked is who of those who were asked may decide a step as staff are now; where
// the configuration has left nobody of them, whoever would be asked today.
func (s Staff) StillAsked(asked []string, step string) []string {
	if still := s.whoMay(asked, step); len(still) > 0 {
		return still
	}
	return s.Asked(step)
}

// EscalateTo is who gets what those who were asked did not decide: those configured who
// may decide it, else the asked once more.
func (s Staff) EscalateTo(asked []string, step string) []string {
	if to := s.whoMay(s.escalateTo, step); len(to) > 0 {
		return to
	}
	return asked
}

// whoMay is those of some who may decide a step.
func (s Staff) whoMay(some []string, step string) []string {
	may := s.Deciders(step)
	return slices.DeleteFunc(slices.Clone(some), func(address string) bool { return !slices.Contains(may, address) })
}
