package console

import (
	"context"
	"errors"
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

// FileReader reads the files of a task.
type FileReader interface {
	// ReadFile returns the text of a file, or the reason why a part is missing.
	ReadFile(ctx context.Context, name string, content []byte) (text, why string)
}

const (
	newTaskPath = "/tasks/new"
	maxFiles    = 3         // of a task
	filesInput  = "in_text" // names of the files already in the text

	MaxTask   = 64 << 10 // bytes of the text of a task
	maxTitle  = 120      // characters of a subject
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
	Once          string   // one form gives one task
	Files         []string // names of the files in Text
	Problems      []string
}

// tasks lists tasks, a page at a time.
func (c newTaskPage) tasks(w http.ResponseWriter, r *http.Request, m member) {
	page, _ := strconv.Atoi(r.FormValue("page")) // 0 is the first page
	given, err := c.Tasks.Given(r.Context(), page)
	if err != nil {
		c.fail(w, r, m, err)
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
			c.fail(w, r, m, err)
			return
		}
		view.Subject, view.Text, view.Test = old.Subject, old.Text, old.Test
		if old.Test { // the form adds the mark again
			mark := c.say("task.test_subject", "")
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
		c.fail(w, r, m, err)
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

func newTaskViewOf(r *http.Request) newTaskView {
	return newTaskView{
		Subject: oneLine(r.PostForm.Get("subject")),
		Text:    plain(r.PostForm.Get("text")),
		Once:    r.PostForm.Get("once"),
		Files:   r.PostForm[filesInput],
		Test:    r.PostForm.Get("test") != "",
	}
}

// give begins a task. A form that is sent twice begins one task.
func (c newTaskPage) give(w http.ResponseWriter, r *http.Request, m member) {
	sent, err := readForm(r)
	if err != nil {
		c.unread(w, r, m, err)
		return
	}
	view := newTaskViewOf(r)
	c.addFiles(r, &view, sent)
	if PutsBack(r) {
		c.form(w, r, m, http.StatusOK, view)
		return
	}
	once := "once " + view.Once
	if before := c.answers.take(m.session.ID, once); before != nil && view.Once != "" {
		c.answers.put(m.session.ID, once, *before)
		http.Redirect(w, r, taskPath(before.Heading), http.StatusSeeOther)
		return
	}
	switch {
	case view.Text == "":
		view.Problems = append(view.Problems, c.say("console.no_text"))
	case len(view.Text) > MaxTask:
		view.Problems = append(view.Problems, c.say("console.task_long"))
	}
	if len(view.Problems) > 0 {
		c.form(w, r, m, http.StatusUnprocessableEntity, view)
		return
	}
	thread, err := c.Tasks.Give(r.Context(), Assignment{
		By: m.Address, Subject: Title(view.Subject, view.Text), Text: view.Text,
		Test: view.Test, Files: view.Files,
	})
	if err != nil {
		c.fail(w, r, m, err)
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
	return short(subject)
}

// short cuts a long title.
func short(title string) string {
	if runes := []rune(title); len(runes) > maxTitle {
		return strings.TrimSpace(string(runes[:maxTitle])) + "…"
	}
	return title
}

// addFiles adds the text of files to the text of a task.
func (c newTaskPage) addFiles(r *http.Request, view *newTaskView, files []sentFile) {
	if len(files) > maxFiles {
		many := c.say("console.files_many", strconv.Itoa(maxFiles))
		view.Problems = append(view.Problems, many)
		return
	}
	for _, f := range files {
		text, why := c.Reader.ReadFile(r.Context(), f.name, f.content)
		if why != "" {
			view.Problems = append(view.Problems, why)
		}
		if text = plain(text); text != "" {
			view.Text = strings.TrimSpace(view.Text + "\n\n" + f.name + ":\n" + text)
			view.Files = append(view.Files, f.name)
		}
	}
	if len(view.Problems) > 0 && len(view.Files) > 0 {
		view.Problems = append(view.Problems, c.say("console.files_read"))
	}
}

// unread answers a form with files that is too large or damaged.
func (c newTaskPage) unread(w http.ResponseWriter, r *http.Request, m member, err error) {
	if _, is := errors.AsType[*http.MaxBytesError](err); !is {
		c.fail(w, r, m, err)
		return
	}
	view := newTaskViewOf(r)
	view.Problems = []string{c.say("console.files_large")}
	c.form(w, r, m, http.StatusRequestEntityTooLarge, view)
}
