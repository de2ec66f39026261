package daemon

import "testing"

func benchSteps(b *testing.B, t *table) {}
