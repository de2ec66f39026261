package console

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ppamaild/review"
)

// The names of the inputs of values and answers, before their path or number, of the chosen
// mails, and of short reasons.
const (
	fieldInput  = "field."
	beforeInput = "was."
	answerInput = "answer."
	chosenInput = "chosen"
	reasonInput = "reason"
)

const wordRelease = "RELEASE"

// wordFields is the word of the form with values. The decision of the form is an EDIT.
const wordFields = "FIELDS"

func fieldName(path string) string { return fieldInput + path }

// typed is the text of a form, to keep when the form has no effect.
func typed(r *http.Request) string {
	if text := written(r); text != "" {
		return text
	}
	if r.PostFormValue("word") == wordFields {
		return changedLines(r.PostForm)
	}
	return strings.Join(answerLines(r.PostForm), "\n")
}

// written is the text of a form, after the chosen short reasons.
func written(r *http.Request) string {
	text := r.PostFormValue("text")
	chosen := r.PostForm[reasonInput]
	if len(chosen) == 0 {
		return text
	}
	return strings.TrimSpace(strings.Join(chosen, ".\n") + ".\n" + text)
}

// unknown is the value of an emptied input, as in a mail with EDIT.
const unknown = "unknown"

// changedLines writes the changed values of a form as lines "name: value", as in a mail with
// EDIT.
func changedLines(form url.Values) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(form)) {
		path, isField := strings.CutPrefix(name, fieldInput)
		value := oneLine(form.Get(name))
		if isField && value != form.Get(beforeInput+path) {
			lines = append(lines, path+": "+cmp.Or(value, unknown))
		}
	}
	return strings.Join(lines, "\n")
}

// answersOf reads numbered answers.
func answersOf(form url.Values) map[int]string {
	all := map[int]string{}
	for name := range form {
		digits, is := strings.CutPrefix(name, answerInput)
		n, err := strconv.Atoi(digits)
		if text := strings.TrimSpace(form.Get(name)); is && err == nil && n > 0 && text != "" {
			all[n] = text
		}
	}
	return all
}

func answerLines(form url.Values) (lines []string) {
	all := answersOf(form)
	for _, n := range slices.Sorted(maps.Keys(all)) {
		lines = append(lines, strconv.Itoa(n)+". "+all[n])
	}
	return lines
}

// readDecision reads the decision in a form. ok is false if a text is missing.
func (c reviewPage) readDecision(r *http.Request) (d review.Decision, ok bool) {
	word, text := r.PostFormValue("word"), written(r)
	switch word {
	case wordFields:
		word, text = "EDIT", changedLines(r.PostForm)
	case wordRelease:
		text = strings.Join(r.PostForm[chosenInput], ", ")
	case "ANSWER":
		d = review.Decision{Verdict: review.VerdictAnswer, Answers: answersOf(r.PostForm)}
		return d, len(d.Answers) > 0
	}
	return review.Choose(word, text, c.Templates.Phrases("en"))
}

// decide passes the decision in a form to the thread, and shows the result.
func (c reviewPage) decide(w http.ResponseWriter, r *http.Request, m member) {
	one, err := c.caseOf(r, m)
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	if c.needsRecent(one, m) {
		c.sessionEnded(w, r)
		return
	}
	view := reviewView{Case: one, Entries: r.PostForm}
	view.Word, view.Typed = r.PostFormValue("word"), typed(r)
	if PutsBack(r) {
		view.Stale = !one.Open || one.Digest != r.PostFormValue("digest")
		c.show(w, r, m, http.StatusOK, "review", view)
		return
	}
	decision, ok := c.readDecision(r)
	if !ok {
		view.Problem = &Answer{Why: c.missing(view.Word, decision)}
		c.show(w, r, m, http.StatusUnprocessableEntity, "review", view)
		return
	}
	answer, err := c.Desk.Decide(r.Context(), Decision{
		Thread: one.Thread, Number: one.Number, Digest: r.PostFormValue("digest"), By: m.Address,
		Decision: decision, Text: view.Typed,
	})
	if c.settled(w, r, m, view.Path(), answer, err) {
		return
	}
	if view.Case, err = c.caseOf(r, m); err != nil { // as the decision left it
		c.fail(w, r, m, err)
		return
	}
	view.Problem, view.Stale = &answer, !view.Open
	c.show(w, r, m, http.StatusConflict, "review", view)
}

// forms is the state of the forms of a page that decides a review.
type forms struct {
	Result  *Answer  // of a decision a moment ago
	Problem *Answer  // why a decision had no effect
	Stale   bool     // the form was about other content
	Typed   string   // text to keep in the form of Word
	Word    string   // of the form to open
	Others  []string // other readers
}

func (c *Console) formsOf(m member, path string) forms {
	here, _ := c.presence.at(path)
	return forms{Result: c.answers.take(m.session.ID, path), Others: c.names(here, m.Address)}
}

// Kept is the typed text in the form of a word.
func (f forms) Kept(word string) string {
	if word == f.Word {
		return f.Typed
	}
	return ""
}

// settled answers the request for a decision that took effect, waits in the queue, or failed. It
// is false for a decision without effect.
func (c *Console) settled(
	w http.ResponseWriter, r *http.Request, m member, path string, answer Answer, err error,
) bool {
	switch {
	case errors.Is(err, ErrBusy) || err == nil && answer.Counts:
		c.answers.put(m.session.ID, path, answer)
		http.Redirect(w, r, path, http.StatusSeeOther)
	case err != nil:
		c.fail(w, r, m, err)
	default:
		return false
	}
	return true
}

// undo withdraws the mail of a decision a moment ago.
func (c reviewPage) undo(w http.ResponseWriter, r *http.Request, m member) {
	one, err := c.caseOf(r, m)
	if err == nil {
		err = c.Desk.Undo(r.Context(), one.Thread, one.Number, m.Address)
	}
	phrase := ""
	switch {
	case errors.Is(err, ErrTooLate):
		phrase = "console.too_late"
	case errors.Is(err, ErrNotYours):
		phrase = "console.not_yours"
	}
	if phrase != "" {
		view := reviewView{Case: one, forms: forms{Problem: &Answer{Why: c.say(phrase)}}}
		c.show(w, r, m, http.StatusConflict, "review", view)
		return
	}
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	http.Redirect(w, r, reviewPath(one.Thread, one.Number), http.StatusSeeOther)
}

func (c *Console) say(phrase string, args ...string) string {
	return c.Templates.Phrases("en").Say(phrase, args...)
}

// missing names the missing part of a form.
func (c *Console) missing(word string, d review.Decision) string {
	if d.Why != "" {
		return d.Why
	}
	switch word {
	case wordFields:
		return c.say("console.no_change")
	case wordRelease:
		return c.say("console.no_message")
	}
	return c.say("console.no_text")
}

// needsRecent reports whether a decision needs a newer sign-in. Where staff have licenses, a
// licensed person decides quotes, and an old session proves too little.
func (c reviewPage) needsRecent(one Case, m member) bool {
	return one.Step == "quote" && c.Staff.Licensed() &&
		c.Now().Sub(m.session.SignedIn) > recent
}

// answers keeps the answer to a decision until the browser follows the redirect.
type answers struct {
	mu  sync.Mutex
	all map[string]Answer // by session and path
}

// maxAnswers bounds the answers without a browser.
const maxAnswers = 1000

func newAnswers() *answers { return &answers{all: make(map[string]Answer)} }

func (a *answers) put(session, path string, answer Answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.all) >= maxAnswers {
		clear(a.all)
	}
	a.all[session+path] = answer
}

// take returns an answer once; nil for none.
func (a *answers) take(session, path string) *Answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	answer, is := a.all[session+path]
	delete(a.all, session+path)
	if !is || answer.Heading == "" {
		return nil
	}
	return &answer
}
