package api

import (
	"net/http"
	"strings"

	"ppamaild/console"
)

// agents lists the agents of tasks.
func (a *API) agents(w http.ResponseWriter, r *http.Request, _ caller) error {
	return sendJSON(w, http.StatusOK, agents{mapped(a.Tasks.Crew(r.Context()), agentOf)})
}

// tasks lists tasks, the latest change first.
func (a *API) tasks(w http.ResponseWriter, r *http.Request, who caller) error {
	q, err := query(r, who)
	if err != nil {
		return err
	}
	q.Tab = console.TabTasks
	return a.list(w, r, q)
}

// assignment is the order to begin a task.
type assignment struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
	Test    bool   `json:"test"`
}

type begun struct {
	Thread string `json:"thread"`
}

// maxKey bounds the bytes of an Idempotency-Key.
const maxKey = 255

// onceKey is the Idempotency-Key of a request, apart from the keys of other tokens; "" for none.
func onceKey(r *http.Request, who caller) (string, error) {
	given := r.Header.Values("Idempotency-Key")
	if len(given) == 0 {
		return "", nil
	}
	if len(given) > 1 || given[0] == "" || len(given[0]) > maxKey {
		return "", problemOf(http.StatusBadRequest, "key", "Idempotency-Key has 1 to 255 bytes")
	}
	return who.token.Name + "\n" + given[0], nil
}

// checkText checks the text of a task or of a customer.
func checkText(text string) error {
	switch {
	case text == "":
		return invalid("text is missing")
	case len(text) > console.MaxTask:
		return invalid("text is longer than 64 KiB")
	}
	return nil
}

// give begins a task. A repeated request with the same Idempotency-Key gets the first answer.
func (a *API) give(w http.ResponseWriter, r *http.Request, who caller) error {
	var order assignment
	if err := read(r, &order); err != nil {
		return err
	}
	text := strings.TrimSpace(strings.ReplaceAll(order.Text, "\r\n", "\n"))
	if err := checkText(text); err != nil {
		return err
	}
	key, err := onceKey(r, who)
	if err != nil {
		return err
	}
	subject := strings.Join(strings.Fields(order.Subject), " ")
	id, err := a.Tasks.Give(r.Context(), console.Assignment{
		By: who.Address, Subject: console.Title(subject, text), Text: text,
		Program: true, Once: key, Test: order.Test,
	})
	if err != nil {
		return err
	}
	a.Logger.Info("api: task", "thread", id, "by", who.Address, "token", who.token.Name)
	w.Header().Set("Location", base+"/tasks/"+id)
	return sendJSON(w, http.StatusCreated, begun{id})
}

// task answers a task with its plan, progress and results.
func (a *API) task(w http.ResponseWriter, r *http.Request, who caller) error {
	one, err := a.Tasks.Task(r.Context(), threadOf(r), who.Address)
	if err != nil {
		return err
	}
	return sendJSON(w, http.StatusOK, taskOf(one))
}

// results answers the results of a task as a file.
func (a *API) results(w http.ResponseWriter, r *http.Request, who caller) error {
	file, err := a.Tasks.Results(r.Context(), threadOf(r), r.PathValue("kind"))
	if err != nil {
		return err
	}
	a.Logger.Info("api: export", "thread", threadOf(r), "file", file.Name, "by", who.Address,
		"token", who.token.Name)
	w.Header().Set("Content-Type", file.Type)
	w.Header().Set("Content-Disposition", `attachment; filename="`+file.Name+`"`)
	_, _ = w.Write(file.Content) // a client may hang up
	return nil
}
