package changelog

import "time"

// Keep replaces the limits of the log.
func (s *Store) Keep(age time.Duration, events uint64) { s.keep = limits{age, events} }
