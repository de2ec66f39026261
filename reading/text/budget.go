package text

import "errors"

// A reading takes a bounded number of steps. A step is one look at a token, so the count is the
// same on every machine and in every replay; a clock is not. A reading that takes more steps than
// its text allows fails, as does a reading that panics. A person reads the mail then.

// Each document may take stepsAtLeast steps, and stepsPerToken for each of its tokens. The labeled
// mails take 170 steps per token in the middle and 480 at most; mutations of them take up to 780.
const (
	stepsAtLeast  = 200_000
	stepsPerToken = 20_000
)

var errExhausted = errors.New("the text takes too many steps to read")

// step counts one look at a token.
func (d *Document) step() {
	if d.StepsLeft--; d.StepsLeft < 0 {
		panic(errExhausted)
	}
}

// Bounded runs read, which reads an outside text, and returns why it failed, or "".
func Bounded(read func()) (failed string) {
	defer func() {
		switch broke := recover().(type) {
		case nil:
		case error:
			failed = broke.Error()
		default:
			failed = "panic"
		}
	}()
	read()
	return ""
}
