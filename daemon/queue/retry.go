package queue

import "time"

// MaxAttempts bounds how often a message or an event that fails is tried.
const MaxAttempts = 3

// RetryDelay is how long a station waits after a failure, or for work that another station
// is about to finish.
const RetryDelay = 2 * time.Second
