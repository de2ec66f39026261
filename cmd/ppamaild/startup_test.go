package main

import (
	"testing"

	"ppamaild/lazyregexp"
)

// The program compiles an expression on first use, and a wrong one would panic then.
func TestEveryRegularExpressionCompiles(t *testing.T) {
	if err := lazyregexp.Check(); err != nil {
		t.Error(err)
	}
}
