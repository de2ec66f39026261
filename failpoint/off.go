//go:build !failpoints

package failpoint

// Pass may kill the program at p.
func Pass(Place) {}

// Before may kill the program just before b.
func Before(Boundary) {}

// After may kill the program just after b.
func After(Boundary) {}
