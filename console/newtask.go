package console

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// newTaskPage lists tasks and takes new ones.
type newTaskPage struct{ *Console }

func (c newTaskPage) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /tasks", c.signedIn(c.tasks))
	mux.HandleFunc("GET /tasks/new", c.signedIn(c.newTask))
	mux.HandleFunc("POST /tasks/new", c.signedIn(c.give))
}

const (
	MostTask  = 64 << 10 // bytes of the text of a task
	mostTitle = 120      // characters of a subject
	lastTasks = 6        // shown as templates
)

type tasksView struct{ TaskList }

// Earlier is the page before; 0 on the first page.
func (v tasksView) Earlier() int { return max(v.Page-1, 0) }

// Later is the next page; 0 on the last page.
func (v tasksView) Later() int {
	if v.Page >= v.Pages {
		return 0
	}
	return v.Page + 1
}

type newTaskView struct {
	Crew, Tests   []Agent
	Test          bool // the reader chose a test
	Last          []TaskRow
	Subject, Text string
	Once          string // one form gives one task
	Problem       string
}

// tasks lists tasks, a page at a time.
func (c newTaskPage) tasks(w http.ResponseWriter, r *http.Request, m member) {
	page, _ := strconv.Atoi(r.FormValue("page")) // 0 is the first page
	given, err := c.Tasks.Given(r.Context(), page)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	c.show(w, r, m, http.StatusOK, "tasks", tasksView{given})
}

// newTask shows the form of a task; with the text of an earlier task if the reader chose one.
func (c newTaskPage) newTask(w http.ResponseWriter, r *http.Request, m member) {
	var view newTaskView
	if from := r.FormValue("from"); from != "" {
		old, err := c.Tasks.Task(r.Context(), strings.ToUpper(from), m.Address)
		if err != nil {
			c.fail(w, r, err)
			return
		}
		view.Subject, view.Text, view.Test = old.Subject, old.Text, old.Test
		if old.Test { // the form adds the mark again
			mark := c.Templates.Phrases("en").Say("task.test_subject", "")
			view.Subject = strings.TrimSpace(strings.TrimPrefix(old.Subject, mark))
		}
	}
	c.form(w, r, m, http.StatusOK, view)
}

func (c newTaskPage) form(
	w http.ResponseWriter, r *http.Request, m member, status int, view newTaskView,
) {
	given, err := c.Tasks.Given(r.Context(), 1)
	if err == nil && view.Once == "" {
		view.Once, err = token(c.Rand)
	}
	if err != nil {
		c.fail(w, r, err)
		return
	}
	view.Last = given.Rows[:min(len(given.Rows), lastTasks)]
	view.Crew, view.Tests = c.crew(r)
	c.show(w, r, m, status, "newtask", view)
}

// crew lists the agents of real tasks, and the test agents.
func (c newTaskPage) crew(r *http.Request) (agents, tests []Agent) {
	all := c.Tasks.Crew(r.Context())
	at := slices.IndexFunc(all, func(a Agent) bool { return a.Test })
	if at < 0 {
		return all, nil
	}
	return all[:at], all[at:]
}

// give begins a task. A form that is sent twice begins one task.
func (c newTaskPage) give(w http.ResponseWriter, r *http.Request, m member) {
	if err := r.ParseForm(); err != nil {
		c.tooLong(w, r, m)
		return
	}
	view := newTaskView{
		Subject: strings.Join(strings.Fields(r.PostForm.Get("subject")), " "),
		Text:    strings.TrimSpace(strings.ReplaceAll(r.PostForm.Get("text"), "\r\n", "\n")),
		Once:    r.PostForm.Get("once"),
		Test:    r.PostForm.Get("test") != "",
	}
	if putsBack(r) {
		c.form(w, r, m, http.StatusOK, view)
		return
	}
	once := "once " + view.Once
	if before := c.answers.take(m.session.ID, once); before != nil && view.Once != "" {
		c.answers.put(m.session.ID, once, *before)
		http.Redirect(w, r, taskPath(before.Heading), http.StatusSeeOther)
		return
	}
	if view.Text == "" || len(view.Text) > MostTask {
		view.Problem = "console.no_text"
		if view.Text != "" {
			view.Problem = "console.task_long"
		}
		c.form(w, r, m, http.StatusUnprocessableEntity, view)
		return
	}
	thread, err := c.Tasks.Give(r.Context(), Assignment{
		By: m.Address, Subject: Title(view.Subject, view.Text), Text: view.Text,
		Test: view.Test,
	})
	if err != nil {
		c.fail(w, r, err)
		return
	}
	c.answers.put(m.session.ID, once, Answer{Heading: thread})
	http.Redirect(w, r, taskPath(thread), http.StatusSeeOther)
}

// Title is the subject of a task; without one, the beginning of the text.
func Title(subject, text string) string {
	if subject == "" {
		subject, _, _ = strings.Cut(text, "\n")
	}
	if runes := []rune(subject); len(runes) > mostTitle {
		subject = strings.TrimSpace(string(runes[:mostTitle])) + "…"
	}
	return subject
}
