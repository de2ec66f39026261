package queue

import "time"

// MaxAttempts bounds how often a message or an event that fails is tried.
const MaxAttempts = 3

// RetryDelay is how long a station waits after a failure, or for unfinished work of another
// station.
const RetryDelay = 2 * time.Second
