package console

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"ppamaild/review"
)

// CanSetAside reports whether a row is a mail without a clear thread. Only such mails can be set
// aside together, without a look at each.
func (r Row) CanSetAside() bool { return r.Review > 0 && r.Kind == review.KindRouting }

// Item names the review of a row in a form.
func (r Row) Item() string { return r.Thread + "/" + strconv.Itoa(r.Review) }

// mostTogether bounds the mails that one form sets aside.
const mostTogether = 50

// setAside sets the chosen mails aside: an IGNORE on each review.
func (c inboxPage) setAside(w http.ResponseWriter, r *http.Request, m member) {
	if err := r.ParseForm(); err != nil {
		c.tooLong(w, r, m)
		return
	}
	chosen := r.PostForm["item"]
	done := 0
	for _, item := range chosen[:min(len(chosen), mostTogether)] {
		is, err := c.ignore(r.Context(), item, m)
		if err != nil {
			c.fail(w, r, err)
			return
		}
		if is {
			done++
		}
	}
	answer := Answer{
		Counts:  done == len(chosen) && done > 0,
		Heading: c.Templates.Phrases("en").Say("console.set_aside", strconv.Itoa(done)),
	}
	if left := len(chosen) - done; left > 0 || done == 0 {
		answer.Why = c.Templates.Phrases("en").Say("console.not_set_aside", strconv.Itoa(left))
	}
	c.answers.put(m.session.ID, "/", answer)
	q := Query{Tab: r.PostForm.Get("tab")}
	http.Redirect(w, r, q.path(q.Tab, 1), http.StatusSeeOther)
}

// ignore decides the review of an item with IGNORE. is is false for a review that does not allow
// the word, or changed.
func (c inboxPage) ignore(ctx context.Context, item string, m member) (is bool, err error) {
	thread, digits, _ := strings.Cut(item, "/")
	number, err := strconv.Atoi(digits)
	if err != nil {
		return false, nil
	}
	one, err := c.Desk.Case(ctx, strings.ToUpper(thread), number, m.Address)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil || one.Kind != review.KindRouting || one.Action("IGNORE") == nil {
		return false, err
	}
	decision, ok := review.Choose("IGNORE", "", c.Templates.Phrases("en"))
	if !ok {
		return false, nil
	}
	answer, err := c.Desk.Decide(ctx, Decision{
		Thread: one.Thread, Number: one.Number, Digest: one.Digest, By: m.Address,
		Decision: decision,
	})
	if errors.Is(err, ErrBusy) {
		return true, nil // the decision waits in the queue
	}
	return answer.Counts, err
}
