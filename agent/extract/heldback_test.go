package extract

import "testing"

// TestHeldBack scores mails that no rule was written with.
func TestHeldBack(t *testing.T) { scoreFolder(t, "heldback", 0.92, 0.95) }
