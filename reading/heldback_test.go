package reading

import "testing"

// TestHeldBack scores mails that were written before they were read, and that
// are not to be looked at while rules are written.
func TestHeldBack(t *testing.T) { scoreFolder(t, "heldback", 0.92, 0.90) }
