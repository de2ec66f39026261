package team

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent/task"
	"ppamaild/agent/task/subject"
	"ppamaild/mailbox"
	"ppamaild/mailbox/search"
)

// Mail is a searchable mail account, such as search.Searcher.
type Mail interface {
	Search(ctx context.Context, q search.Query) (search.Found, error)
	Close()
}

// mailboxAgent searches the agency's mail for the values in the task.
type mailboxAgent struct {
	agent *Agent
	team  *Team
}

func (w *mailboxAgent) about() *Agent                   { return w.agent }
func (w *mailboxAgent) writes(context.Context) []string { return nil }

// down searches INBOX for mail of tomorrow, which needs a login and returns nothing. An account
// with a running search is available.
func (w *mailboxAgent) down(ctx context.Context) string {
	for _, account := range w.agent.Mail {
		q := search.Query{Since: w.team.o.Now().AddDate(0, 0, 1),
			Folders: []string{"INBOX"}, Limit: 1}
		if _, err := account.Search(ctx, q); err != nil && !errors.Is(err, mailbox.ErrBusy) {
			return err.Error()
		}
	}
	return ""
}

// maxHits limits the messages of one run.
const maxHits = 100

func (w *mailboxAgent) run(ctx context.Context, a task.Assignment) task.Result {
	subjects, unused := w.team.subjects(a)
	if subjects.IsEmpty() && len(subjects.Spans) == 0 {
		return task.Result{
			Status: task.Missing, Meta: task.Meta{Service: w.agent.Source},
			Summary: sentences(w.team.unusedParts(subjects), w.team.unusedFeedback(unused)),
			Error:   w.team.say("agents.no_search", w.agent.Name),
		}
	}
	var found []search.Found
	var wrong []string
	for _, q := range w.queries(subjects) {
		for _, account := range w.agent.Mail {
			one, err := account.Search(ctx, q)
			if err != nil {
				wrong = append(wrong, err.Error())
				continue
			}
			found = append(found, one)
		}
	}
	if len(found) == 0 {
		return w.team.unavailable(a, w.agent, joined(unique(wrong)...))
	}
	all := search.Merge(maxHits, found...)
	all.Hits = slices.DeleteFunc(all.Hits, func(h search.Hit) bool {
		// The task's own mail has all values.
		return h.MessageID != "" && h.MessageID == a.Task.MessageID
	})
	r := w.result(all, wrong)
	r.Summary = sentences(w.team.say("agents.searched", subjects.String()), w.anyTopicNote(subjects),
		w.team.unusedTimes(subjects), w.team.unusedParts(subjects), w.team.unusedFeedback(unused),
		r.Summary)
	return r
}

// anyTopicNote says that the search used no word about the topic.
func (w *mailboxAgent) anyTopicNote(s subject.Subjects) string {
	if len(s.Words) > 0 {
		return ""
	}
	return w.team.say("agents.only_name")
}

// queries returns the searches: people and addresses together, other values separately, for each
// time span.
func (w *mailboxAgent) queries(s subject.Subjects) (all []search.Query) {
	spans := s.Spans
	if len(spans) == 0 {
		spans = subject.Spans{{}}
	}
	single := slices.Concat(s.Vendors, s.Policies, s.Invoices, s.Numbers)
	for _, number := range s.Phones {
		single = append(single, number[5:8]+"-"+number[8:]) // with any country code
	}
	for _, span := range spans {
		q := search.Query{Since: span.Since, Before: span.Until, Folders: w.agent.Folders,
			Limit: maxHits}
		if who := q; len(s.People)+len(s.Emails)+len(s.Words) > 0 || len(single) == 0 {
			who.People, who.Addresses, who.Words = s.People, s.Emails, s.Words
			all = append(all, who)
		}
		for _, words := range single {
			one := q
			one.Words = []string{words}
			all = append(all, one)
		}
	}
	return all
}

// result describes the messages found. Folders that failed make the result partial, except for
// trash and similar folders.
func (w *mailboxAgent) result(f search.Found, wrong []string) task.Result {
	searched := unique(f.Searched)
	for _, why := range unique(f.Skipped) {
		if !strings.Contains(why, ": it is ") {
			wrong = append(wrong, why)
		}
	}
	wrong = unique(wrong)
	if f.Truncated {
		wrong = append(wrong, w.team.say("agents.more_messages", strconv.Itoa(len(f.Hits))))
	}
	r := task.Result{
		Status: task.Found, Data: asJSON(append([]search.Hit{}, f.Hits...)),
		Error: joined(wrong...), Summary: w.messages(f),
		Meta: task.Meta{Service: w.agent.Source + ": " + strings.Join(searched, ", ")},
	}
	if len(wrong) > 0 {
		r.Status = task.Partial
	}
	for _, h := range f.Hits {
		r.Refs = append(r.Refs,
			task.Reference{MessageID: h.MessageID, Folder: h.Folder, From: h.From, Date: h.Date,
				Subject: h.Subject})
	}
	return r
}

// messages lists the messages, newest first, one per line.
func (w *mailboxAgent) messages(f search.Found) string {
	text := several(len(f.Hits), "messages")
	if f.LeftOut > 0 {
		text = w.team.say("agents.reviews_omitted", text, several(f.LeftOut, "messages"))
	}
	lines := []string{text + "."}
	for _, h := range f.Hits[:min(len(f.Hits), mostLines)] {
		line := fmt.Sprintf("%s %s, “%s”: %s", h.Date.Format(time.DateOnly), h.From,
			h.Subject, h.Excerpt)
		lines = append(lines, truncated(strings.TrimSuffix(line, ": "), longestLine))
	}
	if more := len(f.Hits) - mostLines; more > 0 {
		lines = append(lines, w.team.say("agents.more", strconv.Itoa(more)))
	}
	return strings.Join(lines, "\n")
}
