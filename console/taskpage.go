package console

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ppamaild/review"
)

// taskPage shows a task and takes the decisions on it.
type taskPage struct{ *Console }

func (c taskPage) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /tasks/{thread}", c.signedIn(c.task))
	mux.HandleFunc("POST /tasks/{thread}", c.signedIn(c.decide))
	mux.HandleFunc("GET /tasks/{thread}/results/{kind}", c.signedIn(c.results))
}

func taskPath(thread string) string { return "/tasks/" + url.PathEscape(thread) }

func list(names []string) string { return strings.Join(names, ", ") }

type taskView struct {
	Task
	forms
	Agent string   // of the form to open
	Skips []string // agents that the reader left out
	Admin bool
}

// From lets the orders of the page lead back to the task.
func (taskView) From() string { return "task" }

// Moves are the inputs that keep the order of a plan on the next page.
func (v taskView) Moves() url.Values {
	if !v.IsPlan() {
		return nil
	}
	number := strconv.Itoa(v.Case.Number)
	return url.Values{"number": {number}, "order": v.Agents(), "skip": v.Skips}
}

// Path is the address of the task.
func (v taskView) Path() string { return taskPath(v.Thread) }

// Skipped reports whether the reader left an agent out.
func (v taskView) Skipped(agent string) bool { return slices.Contains(v.Skips, agent) }

// reason is a form with a reason.
type reason struct {
	Action
	Path     string
	Case     *Case
	ID, Text string
	Open     bool
}

// Reason is the form of a word with a reason; nil if the review does not allow the word.
func (v taskView) Reason(word string) *reason {
	a := v.Action(word)
	if a == nil {
		return nil
	}
	return &reason{*a, v.Path(), v.Case, strings.ToLower(word), v.Kept(word), v.Word == word}
}

// revision is the form that returns a result to its agent.
type revision struct {
	taskView
	Agent string
	Open  bool
}

// Revise is the form for the result of an agent; nil if the result takes no revision.
func (v taskView) Revise(agent string) *revision {
	if v.Action("REVISE") == nil || !slices.Contains(v.Agents(), agent) {
		return nil
	}
	return &revision{v, agent, v.Word == "REVISE" && v.Agent == agent}
}

// More lists the actions without a place of their own.
func (v taskView) More() (more []Action) {
	placed := []string{
		"ACCEPT", "REJECT", "EDIT", "EXPORT", "ORDER", "SKIP", "REVISE", "REPLAN",
		"RETRY", "CONTINUE",
	}
	if v.Case == nil {
		return nil
	}
	for _, a := range v.Case.Actions {
		if !slices.Contains(placed, a.Word) {
			more = append(more, a)
		}
	}
	return more
}

// CanMove reports whether a step has a place above or below, by the sign of by.
func (v taskView) CanMove(at, by int) bool {
	to := at + by
	return v.IsPlan() && to >= 0 && to < len(v.Steps) && !v.Steps[at].Last && !v.Steps[to].Last
}

// arrange puts the plan into the order of a form, and moves a step up or down. The order of an
// earlier plan has no effect.
func (v *taskView) arrange(form url.Values) {
	number := form.Get("number")
	if !v.IsPlan() || number != "" && number != strconv.Itoa(v.Case.Number) {
		return
	}
	v.Skips = form["skip"]
	v.Steps = v.arranged(form["order"])
	way, agent, _ := strings.Cut(form.Get("move"), " ")
	at := slices.Index(v.Agents(), agent)
	by := map[string]int{"up": -1, "down": 1}[way]
	if at >= 0 && by != 0 && v.CanMove(at, by) {
		v.Steps[at], v.Steps[at+by] = v.Steps[at+by], v.Steps[at]
	}
}

func (c taskPage) taskOf(r *http.Request, m member) (Task, error) {
	return c.Tasks.Task(r.Context(), strings.ToUpper(r.PathValue("thread")), m.Address)
}

// task shows a task. The buttons that move a step lead to the same page with another order, so
// that nothing changes before the approval.
func (c taskPage) task(w http.ResponseWriter, r *http.Request, m member) {
	one, err := c.taskOf(r, m)
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	view := taskView{Task: one, forms: c.formsOf(m, taskPath(one.Thread)), Admin: c.isAdmin(m)}
	view.arrange(r.URL.Query())
	c.show(w, r, m, http.StatusOK, "task", view)
}

// read reads the decision in a form. ok is false if a text is missing.
func (v taskView) read(form url.Values, phrases review.Phrases) (d review.Decision, ok bool) {
	text := strings.TrimSpace(v.Typed)
	switch {
	case v.Word == "ACCEPT" && v.IsPlan():
		return PlanDecision(v.Task, form["order"], form["skip"]), true
	case v.Word == "REVISE":
		revise := review.Command{Word: v.Word, Name: v.Agent, Argument: text}
		d = review.Decision{Verdict: review.VerdictCommand, Commands: []review.Command{revise}}
		return d, text != "" && v.Agent != ""
	case v.Word == "RETRY":
		text = v.Agent
	}
	return review.Choose(v.Word, text, phrases)
}

// decide passes the decision in a form to the thread of the task, and shows the result.
func (c taskPage) decide(w http.ResponseWriter, r *http.Request, m member) {
	one, err := c.taskOf(r, m)
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	view := taskView{Task: one, Agent: r.PostForm.Get("agent"), Admin: c.isAdmin(m)}
	view.Word, view.Typed = r.PostForm.Get("word"), r.PostForm.Get("text")
	number, _ := strconv.Atoi(r.PostForm.Get("number")) // 0 is no review
	if PutsBack(r) {
		view.Stale = one.Case == nil || one.Case.Number != number
		view.arrange(r.PostForm)
		c.show(w, r, m, http.StatusOK, "task", view)
		return
	}
	decision, ok := view.read(r.PostForm, c.Templates.Phrases("en"))
	if !ok {
		view.Problem = &Answer{Why: c.missing(view.Word, decision)}
		view.arrange(r.PostForm)
		c.show(w, r, m, http.StatusUnprocessableEntity, "task", view)
		return
	}
	_, argument := decision.Written()
	answer, err := c.Desk.Decide(r.Context(), Decision{
		Thread: one.Thread, Number: number, Digest: r.PostForm.Get("digest"), By: m.Address,
		Decision: decision, Text: strings.TrimSpace(view.Typed + "\n" + argument),
	})
	if c.settled(w, r, m, view.Path(), answer, err) {
		return
	}
	if view.Task, err = c.taskOf(r, m); err != nil { // as the decision left it
		c.fail(w, r, m, err)
		return
	}
	view.Problem, view.Stale = &answer, view.Case == nil || view.Case.Number != number
	view.arrange(r.PostForm)
	c.show(w, r, m, http.StatusConflict, "task", view)
}

// results downloads the results as a file.
func (c taskPage) results(w http.ResponseWriter, r *http.Request, m member) {
	thread, kind := strings.ToUpper(r.PathValue("thread")), r.PathValue("kind")
	file, err := c.Tasks.Results(r.Context(), thread, kind)
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	c.sendFile(w, file, "thread", thread, "by", m.Address)
}
