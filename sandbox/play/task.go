package play

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ppamaild/sandbox"
)

const agents = `
[[agent]]
name = "mailbox"
kind = "mailbox"
description = "Searches the agency's own mail"
keywords = ["mail", "message"]

[[agent]]
name = "accounts_payable"
kind = "mcp"
description = "Invoices of vendors, and whether they are paid"
keywords = ["invoice", "unpaid", "vendor"]
command = [%s, "mcp-sandbox", "accounts_payable", "--db", %q]
tools = ["*"]

[[agent]]
name = "crm"
kind = "mcp"
description = "Contacts, their policies and notes"
keywords = ["crm", "note", "policy"]
command = [%s, "mcp-sandbox", "crm", "--db", %q]
tools = ["*"]
`

const testAgents = `
[[agent]]
name = "accounts_payable"
kind = "mcp"
description = "Made-up invoices"
keywords = ["invoice", "unpaid", "vendor"]
command = [%s, "mcp-sandbox", "accounts_payable"]
tools = ["*"]
test = true

[[agent]]
name = "crm"
kind = "mcp"
description = "Made-up contacts, policies and notes"
keywords = ["crm", "note", "policy"]
command = [%s, "mcp-sandbox", "crm"]
tools = ["*"]
test = true
`

// AddAgents adds the agents of the task to a configuration: the agency's mail, and two office
// systems that ppamaild, with the given command, serves with sample data in the configuration's
// folder.
func AddAgents(file string, command ...string) error {
	dir, program := filepath.Dir(file), quoted(command)
	return add(file, fmt.Sprintf(agents, program, filepath.Join(dir, "accounts_payable.db"),
		program, filepath.Join(dir, "crm.db")))
}

// AddTestAgents adds the agents of test tasks to a configuration. ppamaild, with the given
// command, serves their made-up records from memory.
func AddTestAgents(file string, command ...string) error {
	return add(file, fmt.Sprintf(testAgents, quoted(command), quoted(command)))
}

// quoted is a command as the beginning of a list in a configuration.
func quoted(command []string) string {
	words := make([]string, len(command))
	for i, word := range command {
		words[i] = strconv.Quote(word)
	}
	return strings.Join(words, ", ")
}

// add appends agents to a configuration.
func add(file, text string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(text)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("adding the agents: %w", err)
	}
	return nil
}

const (
	task        = "What do we know about the Hendersons: mails, unpaid invoices, CRM notes?\n"
	roofMail    = "Hi Lee,\n\nGrace Henderson called: the roofers are done and the invoice HR-2026-118 is on its way to us.\n\nDana\n"
	pianoMail   = "Lee,\n\nthe piano tuner comes on Monday.\n\nDana\n"
	taskSubject = "The Hendersons"
)

// Task plays a task for several agents. Staff mail the task and approve its plan in another
// order. The daemon is killed and restarted. Staff reject part of the results, and the other
// results stay.
func (s Stage) Task(ctx context.Context) (Transcript, error) {
	sc := &scene{Stage: s}
	err := errors.Join(
		sc.cast(ctx, "Alice Moreno", Alice, &sc.alice), sc.cast(ctx, "Lee Tran", Lee, &sc.lee), sc.cast(ctx, "Dana Reyes", Dana, &sc.dana))
	if err == nil {
		err = sc.playTask(ctx)
	}
	if err == nil {
		err = sc.nothingElse(ctx)
	}
	return sc.transcript, err
}

// Correspond fills the agency's mailbox with mails for the task to find, and an unrelated mail.
// Correspond must run before the daemon, because the daemon handles only later mail.
func Correspond(ctx context.Context, host sandbox.Host) error {
	dana, err := sandbox.NewPerson(ctx, host, "Dana Reyes", Dana)
	if err != nil {
		return err
	}
	_, err = dana.Send(ctx, sandbox.Mail{To: []string{Reviews}, Subject: "Roof of the Hendersons", Text: roofMail})
	if err != nil {
		return err
	}
	_, err = dana.Send(ctx, sandbox.Mail{To: []string{Reviews}, Subject: "Piano", Text: pianoMail})
	return err
}

func (s *scene) playTask(ctx context.Context) error {
	s.say("Lee mails a task to the agency's address.")
	if err := s.send(ctx, s.lee, sandbox.Mail{To: []string{Reviews}, Subject: taskSubject, Text: task}); err != nil {
		return err
	}
	plan, err := s.reviewed(ctx, "Plan: "+taskSubject, has("1. mailbox"), has("2. accounts_payable"), has("3. crm"), has("4. analysis"))
	if err != nil {
		return err
	}
	s.say("The daemon is killed, and started again. Lee has the agents work in another order.")
	if err := s.kill(ctx); err != nil {
		return err
	}
	if err := s.reply(ctx, s.lee, plan, "ORDER: crm, accounts_payable, mailbox, analysis"); err != nil {
		return err
	}
	if err := s.decided(ctx, "answered with “order”"); err != nil {
		return err
	}
	results, err := s.reviewed(ctx, "Results: "+taskSubject, has("HR-2026-118"), has("Roof of the Hendersons"), has("Grace Henderson"), hasNot("Piano"))
	if err != nil {
		return err
	}
	s.say("Lee wants more of the CRM; the others keep their results.")
	if err := s.reply(ctx, s.lee, results, "REVISE crm: also Ifeoma Okafor"); err != nil {
		return err
	}
	if err := s.decided(ctx, "answered with “revise”"); err != nil {
		return err
	}
	results, err = s.reviewed(ctx, "Results: "+taskSubject, has("Okafor"), has("HR-2026-118"), has("Roof of the Hendersons"), has("also Ifeoma Okafor"))
	if err != nil {
		return err
	}
	s.say("Lee asks for the results as files, and accepts them.")
	if err := s.reply(ctx, s.lee, results, "EXPORT"); err != nil {
		return err
	}
	files, err := s.await(ctx, s.lee, "the files", subject("Results as files"))
	if err != nil {
		return err
	}
	if len(files.Files) != 3 {
		return fmt.Errorf("%d files came, not 3", len(files.Files))
	}
	if err := s.reply(ctx, s.lee, results, "ACCEPT"); err != nil {
		return err
	}
	return s.decided(ctx, "accepted the final results")
}
