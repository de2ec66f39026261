package daemon

import "ppamaild/reading"

// Mask masks private numbers in an error message. The message may come from another program and
// quote a customer.
func Mask(text string) string { return reading.Mask(text) }
