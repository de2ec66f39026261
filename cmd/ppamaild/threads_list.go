package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
	"ppamaild/store"
)

type threadsList struct {
	withConfig
	JSON    bool     `help:"Print JSON."`
	Status  []string `help:"Only threads with this status; repeatable."`
	Waiting string   `enum:",staff,customer" default:"" help:"Only threads that wait for staff, or for the customer."`
	Address string   `aliases:"from" placeholder:"TEXT" help:"Only threads with this text in an address."`
	Since   when     `aliases:"within" placeholder:"24h" help:"Only threads that changed within this time, or since a day."`
	Limit   int      `placeholder:"N" help:"Only the N latest changes."`
	After   string   `placeholder:"ID" help:"Only threads behind this one in the list."`
}

// Validate implements a hook of kong.
func (c threadsList) Validate() error {
	if c.Waiting != "" && len(c.Status) > 0 {
		return errors.New("--status and --waiting can't be used together")
	}
	return nil
}

// when is a time: a day, or a duration before now.
type when struct{ time.Time }

// UnmarshalText parses a day in the local time zone, or a duration.
func (w *when) UnmarshalText(text []byte) (err error) {
	if ago, wrong := time.ParseDuration(string(text)); wrong == nil && ago > 0 {
		w.Time = time.Now().Add(-ago)
		return nil
	}
	if w.Time, err = time.ParseInLocation(time.DateOnly, string(text), time.Local); err != nil {
		return fmt.Errorf("%q is neither a day such as 2026-11-20 nor a time such as 24h", text)
	}
	return nil
}

// waitingFor is the person that a thread with a status waits for; "": no one.
func waitingFor(status store.ThreadStatus) string {
	switch status {
	case store.ThreadAwaitingReview, store.ThreadHandedOver:
		return "staff"
	case store.ThreadAwaitingCustomer:
		return "customer"
	}
	return ""
}

func (c threadsList) query() history.Query {
	q := history.Query{
		Status: slices.Clone(c.Status),
		From:   c.Address,
		Since:  c.Since.Time,
		After:  strings.ToUpper(c.After),
		Limit:  max(c.Limit, 0),
	}
	for _, status := range []store.ThreadStatus{
		store.ThreadAwaitingReview, store.ThreadHandedOver, store.ThreadAwaitingCustomer,
	} {
		if c.Waiting != "" && waitingFor(status) == c.Waiting {
			q.Status = append(q.Status, string(status))
		}
	}
	return q
}

// Run lists threads.
func (c threadsList) Run(env *environment) error {
	return c.ask(env, func(asked admin.Commands) error {
		list, err := asked.Threads(env, c.query())
		if err != nil {
			return (oneThread{ID: c.After}).absent(err)
		}
		if c.JSON {
			return printJSON(env.stdout, list)
		}
		return printThreads(env.stdout, list, time.Now())
	})
}

// printThreads prints a line for each thread. The age is the time since the first message.
func printThreads(out io.Writer, list []history.Summary, now time.Time) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "THREAD\tSTATUS\tWAITS FOR\tAGE\tUPDATED\tFROM\tSUBJECT")
	for _, t := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", t.Thread, t.Status, waitingFor(t.Status),
			age(now.Sub(t.CreatedAt)), clock(t.UpdatedAt), strings.Join(t.Participants, ","), t.Subject)
	}
	return w.Flush()
}

// age formats a duration in its largest unit, such as 5m, 3h or 12d.
func age(d time.Duration) string {
	switch {
	case d < time.Hour:
		return strconv.Itoa(int(max(d, 0).Minutes())) + "m"
	case d < 48*time.Hour:
		return strconv.Itoa(int(d.Hours())) + "h"
	}
	return strconv.Itoa(int(d.Hours()/24)) + "d"
}
