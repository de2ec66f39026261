package queue

import (
	"ppamaild/review"
	"ppamaild/store"
)

// Pauses reports whether the thread waits for the decision on rv. A thread has one such
// review at a time.
func Pauses(rv store.Review) bool {
	return rv.Kind == review.KindStep || rv.Kind == review.KindQuestions ||
		rv.Kind == review.KindAgent || rv.Kind == review.KindHandedOver
}

// Voidable reports whether rv is about the current step of the thread, and becomes void when
// the thread moves on.
func Voidable(rv store.Review) bool { return Pauses(rv) || rv.Kind == review.KindWritten }
