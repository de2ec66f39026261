//go:build !race

// Package raced says how much more time tests must allow for work under the race detector.
package raced

// Slowdown is 1 without the race detector.
const Slowdown = 1
