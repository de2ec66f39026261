package intake

import (
	"errors"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/traits"
	"ppamaild/daemon/queue"
	"ppamaild/lazyregexp"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// longNumber matches a possible number of a thread or of a quote.
var longNumber = lazyregexp.MustCompile(`[0-9A-Za-z]+(?:-[0-9A-Za-z]+)*`)

// Limits of the numbers that one message looks up, and of the threads that it names.
const (
	minNumber  = 7 // characters
	maxNumbers = 30
	maxNamed   = 3
)

// numberNotes notes the threads that a text names by their number or by the number of their
// quote, except one thread. Only staff see the notes.
func numberNotes(
	tx store.Threads, m agent.Mail, except string, w review.Phrases,
) (notes []string, err error) {
	var seen []string
	for _, number := range numbersIn(m.Text + "\n" + m.Forwarded) {
		heads, err := namedBy(tx, number)
		if err != nil {
			return nil, err
		}
		for _, h := range heads {
			if h.Thread == except || slices.Contains(seen, h.Thread) || len(seen) == maxNamed {
				continue
			}
			seen = append(seen, h.Thread)
			notes = append(notes, w.Say("intake.text_names", number, h.Thread))
		}
	}
	return notes, nil
}

// numbersIn returns the possible numbers in a text, each once.
func numbersIn(text string) (numbers []string) {
	for _, number := range longNumber.FindAllString(text, -1) {
		if len(number) >= minNumber && strings.ContainsAny(number, "-0123456789") &&
			!slices.Contains(numbers, number) && len(numbers) < maxNumbers {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// namedBy returns the quote requests with a number of their own or of a quote.
func namedBy(tx store.Threads, number string) (heads []store.Head, err error) {
	if id := strings.ToUpper(number); threadresolver.IsThreadID(id) {
		h, err := queue.CurrentHead(tx, id)
		switch {
		case err == nil && !queue.IsTask(h) && len(h.Participants) > 0:
			return []store.Head{h}, nil
		case err != nil && !errors.Is(err, store.ErrNotFound):
			return nil, err
		}
	}
	err = tx.HeadsOf(traits.OfQuote(number), func(h store.Head) bool {
		if h.MergedInto == "" {
			heads = append(heads, h)
		}
		return len(heads) < maxNamed
	})
	return heads, err
}
