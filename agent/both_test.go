package agent

import "testing"

func TestBoth(t *testing.T) {
	var one, other bool
	both(func() { one = true }, func() { other = true })
	if !one || !other {
		t.Errorf("done: %v, %v", one, other)
	}
}

// TestBothPanic: what breaks in one of them breaks its caller, as if it had done it.
func TestBothPanic(t *testing.T) {
	breaks, holds := func() { panic("it broke") }, func() {}
	for _, two := range [][2]func(){{breaks, holds}, {holds, breaks}, {breaks, breaks}} {
		func() {
			defer func() {
				if broke := recover(); broke != "it broke" {
					t.Errorf("panicked with %v", broke)
				}
			}()
			both(two[0], two[1])
		}()
	}
}
