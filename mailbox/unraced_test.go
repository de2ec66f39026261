//go:build !race

package mailbox

const slowdown = 1
