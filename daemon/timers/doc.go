// Package timers handles what the clock brings: the digest of the day.
package timers
