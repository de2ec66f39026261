package team_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
	"ppamaild/agent/task/team"
	"ppamaild/sandbox/desk"
)

// TestMain runs the test program as a server if it was started as one.
func TestMain(m *testing.M) {
	system := os.Getenv("PPAMAILD_TEST_DESK")
	if system == "" {
		goleak.VerifyTestMain(m)
		return
	}
	if err := serve(context.Background(), system); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, system string) error {
	var faults []desk.Fault
	if f := os.Getenv("PPAMAILD_TEST_FAULT"); f != "" {
		fault, err := desk.ParseFault(f)
		if err != nil {
			return err
		}
		faults = append(faults, fault)
	}
	d, err := desk.New(desk.Options{System: system, Faults: faults, Now: time.Now, Exit: os.Exit, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Serve(ctx)
}

// started is an agent that calls a real process.
func started(t *testing.T, name, system, fault string) team.Agent {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	client, err := mcp.New(mcp.Options{
		Name: name, Command: []string{program}, Env: map[string]string{"PPAMAILD_TEST_DESK": system, "PPAMAILD_TEST_FAULT": fault},
		Allow: []string{"*"}, Timeout: 10 * time.Second, MaxAnswer: 1 << 20,
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return team.Agent{Name: name, Kind: task.KindMCP, Source: name + "-server", Server: client}
}

const hendersons = "What do we know about the Hendersons: mails, unpaid invoices, CRM notes? Draft the renewal answer."

func TestProcessesAreAskedWithoutAModel(t *testing.T) {
	c := newTeam(t, started(t, "crm", desk.CRM, ""), started(t, "accounts_payable", desk.AccountsPayable, ""))
	tests := map[string]struct{ has, hasNot []string }{
		"crm":              {[]string{"C-1041", "C-1043", "PA-204417", "Walter prefers calls after five", "list_notes"}, []string{"Not related to the Hendersons", "C-1188", "add_note"}},
		"accounts_payable": {[]string{"CAG-7731", "HR-2026-118", "Waits for the adjuster", "get_invoice"}, []string{"NT-5520", "WA-0988", "mark_invoice_paid"}},
	}
	for name, test := range tests {
		r := c.Run(t.Context(), assigned(name, hendersons))
		if r.Status != task.Found || r.Meta.Service != name+"-server" || r.Meta.Took <= 0 {
			t.Errorf("%s: %s %s %+v", name, r.Status, r.Error, r.Meta)
		}
		for _, want := range test.has {
			if !strings.Contains(string(r.Data), want) {
				t.Errorf("%s did not find %q:\n%s", name, want, r.Data)
			}
		}
		for _, no := range test.hasNot {
			if strings.Contains(string(r.Data), no) {
				t.Errorf("%s has %q:\n%s", name, no, r.Data)
			}
		}
		t.Log(r.Summary)
	}
}

func TestProcessDies(t *testing.T) {
	c := newTeam(t, started(t, "crm", desk.CRM, "list_notes:exit"))
	r := c.Run(t.Context(), assigned("crm", hendersons))
	if r.Status != task.Partial || !strings.Contains(r.Error, "list_notes") || !strings.Contains(string(r.Data), "C-1041") {
		t.Errorf("%s: %s\n%s", r.Status, r.Error, r.Data)
	}
}

func TestModelWorksWithProcesses(t *testing.T) {
	o, api := play(t, script{"You are closing,": {
		calling("crm__search_contacts", `{"name":"Grace Henderson","email":null,"phone":null,"policy":null}`),
		calling("crm__list_notes", `{"id":"C-1041","since":"2026-10-01"}`),
		calling("accounts_payable__search_invoices", `{"vendor":null,"person":"Grace Henderson","number":null,"status":"unpaid","due_from":null,"due_to":null}`),
		calling("crm__add_note", `{"id":"C-1041","author":"closing","text":"Renewal drafted."}`),
		calling("report", `{"summary":"CAG-7731 over $618.50 and HR-2026-118 over $4,280.00 are unpaid, $4,898.50 together.","text":"Dear Grace, the renewal shows the new roof.","missing":["the renewal's price"]}`),
	}})
	closing := team.Agent{Name: "closing", Kind: task.KindLLM, Prompt: "closing", Tools: []string{"*"}}
	c := with(t, o, started(t, "crm", desk.CRM, ""), started(t, "accounts_payable", desk.AccountsPayable, ""), closing)
	r := c.Run(t.Context(), assigned("closing", hendersons))
	accepted(t, api)
	if r.Status != task.Found || r.Error != "" || !strings.Contains(r.Summary, "Missing: the renewal's price.") || !strings.Contains(string(r.Data), "new roof") {
		t.Fatalf("%+v\n%s", r, r.Data)
	}
	if len(r.Wants) != 1 || r.Wants[0].Tool != "crm.add_note" || r.Wants[0].Agent != "closing" {
		t.Fatalf("%+v", r.Wants)
	}
	answer, err := c.Write(t.Context(), r.Wants[0], "k", false)
	var note struct{ Contact, Text string }
	if err != nil || json.Unmarshal(answer, &note) != nil || note.Contact != "C-1041" || note.Text != "Renewal drafted." {
		t.Errorf("%s, %v", answer, err)
	}
}
