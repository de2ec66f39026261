//go:build !linux

package clock

import "time"

// machineUptime may exclude the time that the machine sleeps. The end of a sleep is then a jump.
func machineUptime() func() time.Duration {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
