//go:build race

package mailbox

// slowdown is what the race detector costs.
const slowdown = 5
