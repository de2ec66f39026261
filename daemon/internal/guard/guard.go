// Package guard keeps one broken message from stopping the service for all others.
package guard

import (
	"fmt"
	"runtime/debug"

	"ppamaild/reading"
)

// RecoverPanic turns a panic of work into an error, with private numbers masked.
func RecoverPanic[T any](work func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it broke: %s\n%s", reading.Mask(fmt.Sprint(p)), debug.Stack())
		}
	}()
	return work()
}

// FirstLine is the first line of an error, without a stack.
func FirstLine(s string) string {
	for i, r := range s {
		if r == '\n' {
			return s[:i]
		}
	}
	return s
}

// Run is RecoverPanic for work without a result.
func Run(work func() error) error {
	_, err := RecoverPanic(func() (struct{}, error) { return struct{}{}, work() })
	return err
}
