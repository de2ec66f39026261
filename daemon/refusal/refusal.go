// Package refusal is the answer no: why something that was asked for can't be done,
// in words for whoever asked. It is no failure, and trying again does not help until
// what it names has changed.
package refusal

import "fmt"

// Error says why something that was asked for can't be done.
type Error string

func (e Error) Error() string { return string(e) }

// Errorf makes an Error of a format.
func Errorf(format string, args ...any) error { return Error(fmt.Sprintf(format, args...)) }
