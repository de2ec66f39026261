//go:build !linux

package clock

import "time"

// machineUptime may not count the time that the machine sleeps: its end is a leap then.
func machineUptime() func() time.Duration {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
