package configured

import (
	"fmt"
	"time"

	"ppamaild/config"
)

// Span writes a duration for people, in the largest unit with a whole number: "3 days", "36
// hours".
func Span(d time.Duration) string {
	for _, u := range []struct {
		name string
		size time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}, {"second", time.Second}} {
		switch {
		case d == u.size:
			return "1 " + u.name
		case d > u.size && d%u.size == 0:
			return fmt.Sprintf("%d %ss", d/u.size, u.name)
		}
	}
	return d.String()
}

// Within adds that a duration counts or ends in business hours.
func Within(h config.BusinessHours) string {
	if h.Always() {
		return ""
	}
	return ", within " + h.String()
}
