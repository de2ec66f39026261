package api

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ppamaild/console"
	"ppamaild/review"
)

// read reads the JSON of a request. Unknown fields are an error, so that a misspelled field does
// not change a decision.
func read(r *http.Request, into any) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return problemOf(http.StatusUnsupportedMediaType, "not_json",
			"send Content-Type: application/json")
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err = d.Decode(into)
	if err == nil {
		if _, err = d.Token(); err == io.EOF {
			return nil
		}
		if err == nil {
			err = errors.New("more than one value")
		}
	}
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return err
	}
	return problemOf(http.StatusBadRequest, "malformed", err.Error())
}

// decision is the order to decide a review.
type decision struct {
	Digest  string            `json:"digest"`
	Word    string            `json:"word"`
	Text    string            `json:"text"`
	Answers map[string]string `json:"answers"` // of ANSWER, by the number of the question
	Fields  map[string]string `json:"fields"`  // of EDIT, by path
	Agent   string            `json:"agent"`   // of REVISE and RETRY
	Order   []string          `json:"order"`   // of ACCEPT for a plan
	Skip    []string          `json:"skip"`    // of ACCEPT for a plan
}

// decided is the result of a decision.
type decided struct {
	Status  string   `json:"status"` // "decided", or "queued" for a late result
	Heading string   `json:"heading,omitempty"`
	Lead    []string `json:"lead"`
	NotDone string   `json:"not_done,omitempty"`
}

// decide passes a decision to the thread of its review.
func (a *API) decide(w http.ResponseWriter, r *http.Request, who caller) error {
	var order decision
	if err := read(r, &order); err != nil {
		return err
	}
	one, err := a.caseOf(r, who)
	if err != nil {
		return err
	}
	if order.Digest == "" && one.Digest != "" {
		return invalid("digest is missing; GET the review, and send its digest")
	}
	if a.needsRecent(one, who) {
		return errRecent
	}
	if part := order.unused(); part != "" {
		return invalid(part + " is no part of this decision")
	}
	d, err := a.decisionOf(r, order, one, who)
	if err != nil {
		return err
	}
	_, argument := d.Written()
	answer, err := a.Desk.Decide(r.Context(), console.Decision{
		Thread: one.Thread, Number: one.Number, Digest: order.Digest, By: who.Address,
		Decision: d, Text: strings.TrimSpace(order.typed() + "\n" + argument), Program: true,
	})
	a.Logger.Info("api: decision", "thread", one.Thread, "review", one.Number, "word", order.Word,
		"by", who.Address, "token", who.token.Name, "counts", answer.Counts, "error", err)
	switch {
	case errors.Is(err, console.ErrBusy):
		return sendJSON(w, http.StatusAccepted, decided{Status: "queued", Lead: []string{}})
	case err != nil:
		return err
	case !answer.Counts:
		p := problemOf(http.StatusConflict, "no_effect", answer.Heading)
		p.Lines = answer.Lead
		return p
	}
	return sendJSON(w, http.StatusOK, decided{
		Status: "decided", Heading: answer.Heading, Lead: filled(answer.Lead),
		NotDone: answer.NotDone,
	})
}

// needsRecent reports whether a token is too old for a review. Where staff have licenses, a
// licensed person decides quotes, and an old token proves too little.
func (a *API) needsRecent(one console.Case, who caller) bool {
	old := a.Now().Sub(who.token.CreatedAt) > recent
	return one.Step == "quote" && a.Staff.Licensed() && old && !who.token.Licensed
}

// unused names a part that the word does not use; "" for none.
func (d decision) unused() string {
	plan := d.Word == "ACCEPT" && (d.Order != nil || d.Skip != nil)
	agent := d.Word == "REVISE" || d.Word == "RETRY"
	values := d.Word == "EDIT" && d.Fields != nil || d.Word == "ANSWER" && d.Answers != nil
	switch {
	case d.Fields != nil && d.Word != "EDIT":
		return "fields"
	case d.Answers != nil && d.Word != "ANSWER":
		return "answers"
	case d.Agent != "" && !agent:
		return "agent"
	case (d.Order != nil || d.Skip != nil) && !plan:
		return "order or skip"
	case d.Text != "" && (values || plan || d.Word == "RETRY"):
		return "text"
	}
	return ""
}

// typed is the text of a decision, for the copies to colleagues.
func (d decision) typed() string {
	switch {
	case d.Fields != nil:
		return lines(d.Fields, ": ")
	case d.Answers != nil:
		return lines(d.Answers, ". ")
	}
	return d.Text
}

// lines writes one line for each value.
func lines(values map[string]string, mark string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all = append(all, name+mark+strings.Join(strings.Fields(values[name]), " "))
	}
	return strings.Join(all, "\n")
}

// decisionOf is the decision of an order.
func (a *API) decisionOf(
	r *http.Request, d decision, one console.Case, who caller,
) (review.Decision, error) {
	text := d.Text
	switch {
	case d.Word == "ANSWER" && d.Answers != nil:
		return d.answers()
	case d.Word == "ACCEPT" && (d.Order != nil || d.Skip != nil):
		plan, err := a.Tasks.Task(r.Context(), one.Thread, who.Address)
		if err == nil && (!plan.IsPlan() || plan.Case.Number != one.Number) {
			err = invalid("order and skip belong to the review of a plan")
		}
		return console.PlanDecision(plan, d.Order, d.Skip), err
	case d.Word == "REVISE":
		revise := review.Command{Word: d.Word, Name: d.Agent, Argument: strings.TrimSpace(text)}
		if revise.Name == "" || revise.Argument == "" {
			return review.Decision{}, invalid("REVISE needs agent and text")
		}
		return review.Decision{
			Verdict: review.VerdictCommand, Commands: []review.Command{revise},
		}, nil
	case d.Word == "EDIT" && d.Fields != nil:
		for path := range d.Fields {
			if !one.HasField(path) {
				return review.Decision{}, invalid("the review has no field " + strconv.Quote(path))
			}
		}
		text = d.typed()
	case d.Word == "RETRY":
		text = d.Agent
	}
	chosen, ok := review.Choose(d.Word, text, a.Phrases)
	if !ok {
		return chosen, missing(d.Word, chosen.Why, one)
	}
	return chosen, nil
}

// missing says why a word and its text are no decision.
func missing(word, why string, one console.Case) problem {
	switch {
	case why != "":
		return invalid(why)
	case one.Action(word) != nil:
		return invalid(word + " needs a text")
	}
	var words []string
	for _, a := range one.Actions {
		words = append(words, a.Word)
	}
	return invalid("word is one of " + strings.Join(words, ", "))
}

// answers is the decision of answers by number.
func (d decision) answers() (review.Decision, error) {
	all := map[int]string{}
	for name, text := range d.Answers {
		n, err := strconv.Atoi(name)
		if text = strings.TrimSpace(text); err != nil || n < 1 || text == "" {
			return review.Decision{}, invalid("answers have the number of a question, and a text")
		}
		all[n] = text
	}
	if len(all) == 0 {
		return review.Decision{}, invalid("answers are missing")
	}
	return review.Decision{Verdict: review.VerdictAnswer, Answers: all}, nil
}

// undo withdraws the mail of a decision a moment ago.
func (a *API) undo(w http.ResponseWriter, r *http.Request, who caller) error {
	one, err := a.caseOf(r, who)
	if err == nil {
		err = a.Desk.Undo(r.Context(), one.Thread, one.Number, who.Address)
	}
	if err != nil {
		return err
	}
	a.Logger.Info("api: undo", "thread", one.Thread, "review", one.Number,
		"by", who.Address, "token", who.token.Name)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
