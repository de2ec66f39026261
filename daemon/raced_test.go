//go:build race

package daemon_test

// slowdown is what the race detector costs.
const slowdown = 3
