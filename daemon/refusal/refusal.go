// Package refusal is the answer no: the reason why a request can't be fulfilled, in words for
// the person who asked. A refusal is no failure, and a retry does not help until the named
// cause has changed.
package refusal

import "fmt"

// Error explains why a request can't be fulfilled.
type Error string

func (e Error) Error() string { return string(e) }

// Errorf makes an Error of a format.
func Errorf(format string, args ...any) error { return Error(fmt.Sprintf(format, args...)) }
