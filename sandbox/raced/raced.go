//go:build race

// Package raced says how much more time tests are to allow for work, as they run under
// the race detector or not.
package raced

// Slowdown is what the race detector costs.
const Slowdown = 3
