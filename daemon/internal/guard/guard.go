// Package guard keeps one broken message from stopping the service for all others.
package guard

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"ppamaild/reading"
)

// RecoverPanic turns a panic of work into an error, with private numbers masked.
func RecoverPanic[T any](work func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked{reading.Mask(fmt.Sprint(p)), debug.Stack()}
		}
	}()
	return work()
}

// panicked is the error about a panic.
type panicked struct {
	value string
	stack []byte
}

func (p panicked) Error() string { return fmt.Sprintf("internal error: %s\n%s", p.value, p.stack) }

// Panicked reports whether a panic ended the work.
func Panicked(err error) bool {
	_, is := errors.AsType[panicked](err)
	return is
}

// FirstLine is the first line of an error, without a stack.
func FirstLine(s string) string {
	first, _, _ := strings.Cut(s, "\n")
	return first
}

// Run is RecoverPanic for work without a result.
func Run(work func() error) error {
	_, err := RecoverPanic(func() (struct{}, error) { return struct{}{}, work() })
	return err
}
