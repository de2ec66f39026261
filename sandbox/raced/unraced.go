//go:build !race

// Package raced says how much more time tests are to allow for work, as they run under
// the race detector or not.
package raced

// Slowdown is 1 where nothing slows the tests down.
const Slowdown = 1
