package configured

import (
	"ppamaild/config"
	"ppamaild/review"
)

// Staff is everyone who may decide: those who are asked, and those whom a review
// that nobody decided is escalated to.
func Staff(cfg config.Review) review.Staff {
	var s review.Staff
	for _, c := range cfg.Staff {
		s = append(s, review.Member{Name: c.Name, Address: c.Address, Aliases: c.Aliases, License: c.License})
	}
	for _, address := range cfg.EscalateTo {
		if _, is := s.Find(address); !is {
			s = append(s, review.Member{Address: address})
		}
	}
	return s
}
