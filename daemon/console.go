package daemon

import (
	"cmp"
	"context"
	"iter"
	"net"
	"net/http"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/console"
	"ppamaild/console/api"
	"ppamaild/console/office"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/backoffice"
	"ppamaild/daemon/changelog"
	"ppamaild/daemon/frontdesk"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/statistics"
	"ppamaild/daemon/webhook"
	"ppamaild/mailbox/document"
	"ppamaild/store"
)

// consoleDoor is the console with its sources.
type consoleDoor struct {
	desk    *frontdesk.Desk
	tasks   *frontdesk.Tasks
	console *console.Console
}

// offices serve the pages around single threads.
type offices struct {
	*frontdesk.Customers
	*backoffice.Office
}

// undoTime is the default of Options.UndoTime.
const undoTime = 10 * time.Second

// openConsole prepares the console, if configured.
func (d *Daemon) openConsole(o Options) (err error) {
	c := d.Config.Console
	if c.Listen == "" {
		return nil
	}
	feed := console.NewFeed()
	d.Signals.Changed = queue.NewChanged()
	count := statistics.New(d.Store, d.Now, d.Location)
	door := &consoleDoor{desk: frontdesk.New(frontdesk.Options{
		Deps: d.Deps, Known: d.toolbox.Known, Tools: d.toolsOf, Feed: feed, Count: count,
		Hold: cmp.Or(o.UndoTime, undoTime), Reassign: d.decision.Reassign,
		Alive: d.disk.Answers,
	})}
	door.tasks = &frontdesk.Tasks{Desk: door.desk, Roster: d.rosterOf}
	shown := &frontdesk.Customers{Desk: door.desk}
	rooms := offices{shown, backoffice.New(backoffice.Options{
		Deps: d.Deps, Admin: d.admin, Figures: count, Mailboxes: d.mailboxesShown,
		Crew: door.tasks.Crew, Reviews: shown.AgencyReviews, Try: d.checks(o.Check),
	})}
	door.console, err = console.New(console.Options{
		Agency: d.Config.Agency.Name, URL: c.URL, Hosts: hostsOf(c.Listen), Staff: d.Staff.Staff,
		Templates: d.Templates, Desk: door.desk, Feed: feed,
		Admins: c.Admins,
		Tasks:  door.tasks, Reader: fileReader{d},
		More: []console.Pages{office.Pages(rooms)},
		Now:  d.Now, When: d.When, Rand: d.Rand, Log: d.Log,
	})
	if err != nil {
		return err
	}
	door.console.API = d.api(door)
	d.door = door
	return nil
}

// api is the handler of programs.
func (d *Daemon) api(door *consoleDoor) http.Handler {
	return api.New(api.Options{
		Desk: door.desk, Tasks: door.tasks, Begins: &frontdesk.Customers{Desk: door.desk},
		Door: door.console, Staff: d.Staff.Staff,
		Feed: door.desk.Feed, Log: events{d.changes},
		Phrases: d.StaffWords(), Now: d.Now, Logger: d.Log,
	}).Handler()
}

// makeWebhooks prepares the configured webhooks.
func (d *Daemon) makeWebhooks() {
	var hooks []webhook.Hook
	for _, w := range d.Config.Console.Webhooks {
		hooks = append(hooks, webhook.Hook{URL: w.URL, Secret: w.Key(), Events: w.Events})
	}
	d.webhooks = webhook.New(webhook.Options{
		Hooks: hooks, Store: d.changes, Console: d.Config.Console.URL, Now: d.Now, Log: d.Log,
	})
}

// events is the log of changes as the API needs it.
type events struct{ *changelog.Store }

// After implements api.Log.
func (e events) After(ctx context.Context, seq uint64, limit int) (all []api.Event, err error) {
	found, err := e.Store.After(ctx, seq, limit)
	for _, one := range found {
		all = append(all, api.Event(one))
	}
	return all, err
}

// hostsOf are the names under which browsers on this machine reach an address.
func hostsOf(listen string) []string {
	hosts := []string{listen}
	host, port, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsLoopback() {
		hosts = append(hosts, net.JoinHostPort("localhost", port))
	}
	return hosts
}

// toolsOf returns the tools of the workflow of a thread.
func (d *Daemon) toolsOf(h store.Head) []agent.Tool {
	switch h.Workflow {
	case store.WorkflowTask:
		return d.tasks.workflow.Tools
	case store.WorkflowTest:
		return d.tests.workflow.Tools
	}
	return d.quote.Tools
}

// serveConsole serves the console until ctx ends.
func (d *Daemon) serveConsole(ctx context.Context) error {
	if d.door == nil {
		return nil
	}
	d.Log.Info("serving the console", "url", d.Config.Console.URL)
	return d.front.serve(ctx, d.door.console.Handler())
}

// runFrontdesk keeps the list of threads for the console until ctx ends.
func (d *Daemon) runFrontdesk(ctx context.Context) {
	if d.door != nil {
		d.door.desk.Run(ctx)
	}
}

// mailboxesShown is the state of the watched mailboxes for a page.
func (d *Daemon) mailboxesShown() (all []backoffice.Mailbox) {
	for i, w := range d.watching() {
		_, why := d.upkeep.Silent(i)
		address := d.Account(agency.Roles()[i]).Address
		all = append(all, backoffice.Mailbox{
			Address: address, Connected: w.Status().Connected, Silent: why,
		})
	}
	return all
}

// checks adapts the check of the configuration to a page.
func (d *Daemon) checks(
	check func(context.Context, *config.Config) iter.Seq[CheckResult],
) func(context.Context) []office.Part {
	if check == nil {
		return nil
	}
	return func(ctx context.Context) (parts []office.Part) {
		for r := range check(ctx, d.Config) {
			parts = append(parts, office.Part{Label: r.What, Value: r.Says, Bad: r.Failed})
		}
		return parts
	}
}

// fileReader reads the files of a task.
type fileReader struct{ *Daemon }

// ReadFile implements console.FileReader.
func (d fileReader) ReadFile(ctx context.Context, name string, content []byte) (text, why string) {
	read := document.ReadFile(ctx, name, content)
	if phrase := read.Phrase(); phrase != "" {
		why = d.Say(phrase, read.Name) + "."
	}
	return read.Text.Text, why
}
