package console

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/review"
)

// reviewPage shows a review and takes the decision.
type reviewPage struct{ *Console }

func (c reviewPage) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /r/{thread}/{number}", c.signedIn(c.review))
	mux.HandleFunc("POST /r/{thread}/{number}", c.signedIn(c.decide))
	mux.HandleFunc("POST /r/{thread}/{number}/undo", c.signedIn(c.undo))
	mux.HandleFunc("GET /r/{thread}/{number}/mail", c.signedIn(c.mailFrame))
	mux.HandleFunc("POST /r/{thread}/{number}/facts", c.signedIn(c.facts))
}

type reviewView struct {
	Case
	forms
	Entries url.Values // typed values, by path
}

// Path is the address of the review.
func (v reviewView) Path() string { return reviewPath(v.Thread, v.Number) }

// Primary is the action of the large button; nil for none. Failed facts have none.
func (v reviewView) Primary() *Action {
	if v.Card != nil && v.Card.Failed {
		return nil
	}
	return v.Action("ACCEPT")
}

// Reply is the action of a member who answers the customer by hand; nil for other reviews.
func (v reviewView) Reply() *Action {
	if v.Action("ACCEPT") != nil {
		return nil
	}
	return v.Action("SEND")
}

// Release is the action that releases mails of the daily list; nil for other reviews.
func (v reviewView) Release() *Action {
	if v.Kind != review.KindSetAside {
		return nil
	}
	return v.Action(wordRelease)
}

// Chose reports whether the reader chose a mail of the daily list.
func (v reviewView) Chose(number string) bool {
	return slices.Contains(v.Entries[chosenInput], number)
}

// More lists the actions without a place of their own.
func (v reviewView) More() (more []Action) {
	placed := []string{"ACCEPT", "REJECT", "EDIT", "ANSWER"}
	if v.Reply() != nil {
		placed = append(placed, "SEND")
	}
	if v.Release() != nil {
		placed = append(placed, wordRelease)
	}
	for _, a := range v.Actions {
		if !slices.Contains(placed, a.Word) {
			more = append(more, a)
		}
	}
	if v.Primary() == nil {
		if a := v.Action("ACCEPT"); a != nil {
			more = append(more, *a)
		}
	}
	return more
}

// EditText is the text in the form of EDIT: what was typed, else the draft.
func (v reviewView) EditText() string {
	if v.Word == "EDIT" && v.Typed != "" {
		return v.Typed
	}
	if v.Draft != nil {
		return v.Draft.Text
	}
	return ""
}

// Entry is the typed value of a field, else the known value.
func (v reviewView) Entry(f Field) string {
	if v.Entries.Has(fieldName(f.Path)) {
		return v.Entries.Get(fieldName(f.Path))
	}
	return f.Known()
}

// PicksDay reports whether a browser can show the entry of a field in its date picker.
func (v reviewView) PicksDay(f Field) bool {
	entry := v.Entry(f)
	_, err := time.Parse(time.DateOnly, entry)
	return f.IsDay && (entry == "" || err == nil)
}

// Options are the choices of a field, with the entry if it is another one.
func (v reviewView) Options(f Field) []choice {
	all := choices(f.Choices, v.Entry(f))
	return append([]choice{{Chosen: v.Entry(f) == ""}}, all...)
}

// Height is the height of the frame with a mail, in pixels. A sandboxed frame can't be measured.
func (d Draft) Height() int {
	const line, around, least, most = 29, 260, 320, 3200
	lines := 0
	for l := range strings.Lines(d.Text) {
		lines += 1 + len(l)/80
	}
	return min(max(lines*line+around, least), most)
}

func reviewPath(thread string, number int) string {
	return fmt.Sprintf("/r/%s/%d", url.PathEscape(thread), number)
}

// caseOf returns the review that a path names.
func (c reviewPage) caseOf(r *http.Request, m member) (Case, error) {
	number, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || number < 1 {
		return Case{}, ErrNotFound
	}
	return c.Desk.Case(r.Context(), strings.ToUpper(r.PathValue("thread")), number, m.Address)
}

// review shows a review with the forms of all allowed decisions.
func (c reviewPage) review(w http.ResponseWriter, r *http.Request, m member) {
	one, err := c.caseOf(r, m)
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	view := reviewView{Case: one, forms: c.formsOf(m, reviewPath(one.Thread, one.Number))}
	view.Word = r.FormValue("form")
	c.show(w, r, m, http.StatusOK, "review", view)
}

// facts checks a text while the reader types. The script of the page shows the answer.
func (c reviewPage) facts(w http.ResponseWriter, r *http.Request, m member) {
	one, err := c.caseOf(r, m)
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	failed, err := c.Desk.CheckText(r.Context(), one.Thread, one.Number, r.PostFormValue("text"))
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(append([]string{}, failed...)) // a browser may hang up
}

// mailPolicy lets a mail show its own styles, and load and run nothing. The frame has an origin
// of its own.
const mailPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
	"form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

// mailFrame is the draft of a review as a document for the sandboxed frame. A document of its
// own keeps the policy of the page strict, although mails have inline styles.
func (c reviewPage) mailFrame(w http.ResponseWriter, r *http.Request, m member) {
	one, err := c.caseOf(r, m)
	if err == nil && (one.Draft == nil || one.Draft.HTML == "") {
		err = ErrNotFound
	}
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	WriteMail(w, one.Draft.HTML)
}

// WriteMail answers with the HTML of a mail, for a sandboxed frame.
func WriteMail(w http.ResponseWriter, html string) {
	w.Header().Set("Content-Security-Policy", mailPolicy)
	w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte(html)) // a browser may hang up
}
