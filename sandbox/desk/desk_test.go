package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// open serves a system to a client in this process.
func open(t *testing.T, system, file string) *mcp.ClientSession {
	t.Helper()
	d, err := New(Options{
		System: system, File: file, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Now:  func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) },
		Exit: func(code int) { t.Errorf("exit %d", code) },
	})
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- d.server.Run(ctx, theirs) }()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		cancel()
		<-served
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return session
}

// ask returns what a tool answers, on one line.
func ask(t *testing.T, s *mcp.ClientSession, tool, args string) string {
	t.Helper()
	result, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		return err.Error()
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		return "error: " + text
	}
	return text
}

func TestTools(t *testing.T) {
	for system, calls := range map[string][]struct{ tool, args, want string }{
		CRM: {
			{"search_contacts", `{"name":"henderson"}`, `C-1041|C-1042|C-1043`},
			{"search_contacts", `{"name":"Grace Henderson"}`, `C-1041`},
			{"search_contacts", `{"email":"WALT@henderson.test"}`, `C-1042`},
			{"search_contacts", `{"phone":"+15035550143","name":"nora"}`, `C-1043`},
			{"search_contacts", `{"policy":"HO-118820"}`, `C-1041`},
			{"search_contacts", `{"name":"%"}`, ``},
			{"search_contacts", `{}`, `error: name, email, phone or policy is required`},
			{"get_contact", `{"id":"C-1077"}`, `C-1077`},
			{"get_contact", `{"id":"C-9"}`, `error: there is no contact "C-9"`},
			{"list_policies", `{"id":"C-1042"}`, `PA-198002|UM-009331`},
			{"list_policies", `{"id":"C-9"}`, `error: there is no contact "C-9"`},
			{"list_notes", `{"id":"C-1041","since":"2026-08-19"}`, `2|3`},
			{"list_notes", `{"id":"C-1041","since":"yesterday"}`, `does not match`},
			{"add_note", `{"id":"C-1041","author":"Lee Park","text":"called"}`, `11`},
			{"add_note", `{"id":"C-9","author":"Lee Park","text":"called"}`, `error: there is no contact "C-9"`},
			{"add_note", `{"id":"C-1041"}`, `missing`},
			{"list_notes", `{"id":"C-1041","since":"2026-11-20"}`, `11`},
		},
		AccountsPayable: {
			{"search_invoices", `{"person":"henderson","status":"unpaid"}`, `CAG-7731|HR-2026-118`},
			{"search_invoices", `{"person":"Henderson","due_from":"2026-06-01","due_to":"2026-09-20"}`, `WA-0931|CAG-7731`},
			{"search_invoices", `{"vendor":"glass"}`, `CAG-7731|CAG-7790`},
			{"search_invoices", `{"number":"PP-3301"}`, `PP-3301`},
			{"search_invoices", `{"status":"late"}`, `enum`},
			{"search_invoices", `{}`, `error: vendor, person, number, status, due_from or due_to is required`},
			{"get_invoice", `{"number":"CAG-7731"}`, `CAG-7731|1`},
			{"get_invoice", `{"number":"X"}`, `error: there is no invoice "X"`},
			{"list_vendors", `{}`, `V-11|V-12|V-13|V-14|V-15`},
			{"mark_invoice_paid", `{"number":"CAG-7731","paid_on":"2026-11-20"}`, `CAG-7731`},
			{"mark_invoice_paid", `{"number":"X","paid_on":"2026-11-20"}`, `error: there is no invoice "X"`},
			{"search_invoices", `{"person":"henderson","status":"unpaid"}`, `HR-2026-118`},
			{"add_invoice_note", `{"number":"HR-2026-118","text":"approved"}`, `4`},
			{"get_invoice", `{"number":"HR-2026-118"}`, `HR-2026-118|2|4`},
		},
	} {
		t.Run(system, func(t *testing.T) {
			s := open(t, system, "")
			for _, c := range calls {
				got := ask(t, s, c.tool, c.args)
				if ids := strings.Join(idsOf(got), "|"); strings.HasPrefix(got, "{") && ids != c.want || !strings.HasPrefix(got, "{") && !strings.Contains(got, c.want) {
					t.Errorf("%s %s: %s\n%s, want %s", c.tool, c.args, ids, got, c.want)
				}
			}
		})
	}
}

// idsOf returns what names the things that an answer holds.
func idsOf(answer string) (ids []string) {
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, element := range v {
				walk(element)
			}
		case map[string]any:
			for _, key := range []string{"number", "id"} {
				if v[key] != nil {
					ids = append(ids, fmt.Sprint(v[key]))
				}
			}
			for _, key := range []string{"contacts", "policies", "invoice", "notes", "invoices", "vendors"} {
				walk(v[key])
			}
		}
	}
	var v any
	_ = json.Unmarshal([]byte(answer), &v) // what is no JSON has none
	walk(v)
	return ids
}

// What a tool says of itself is true: those that read leave the file as it is.
func TestAnnotations(t *testing.T) {
	want := map[string][]string{CRM: {"add_note: adds"}, AccountsPayable: {"add_invoice_note: adds", "mark_invoice_paid: changes"}}
	for _, system := range []string{CRM, AccountsPayable} {
		var writes []string
		for tool, err := range open(t, system, "").Tools(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			a := tool.Annotations
			switch {
			case a.ReadOnlyHint:
				continue
			case *a.DestructiveHint && a.IdempotentHint:
				writes = append(writes, tool.Name+": changes")
			case !*a.DestructiveHint && !a.IdempotentHint:
				writes = append(writes, tool.Name+": adds")
			}
		}
		slices.Sort(writes)
		if !slices.Equal(writes, want[system]) {
			t.Errorf("%s: %q", system, writes)
		}
	}
}

func TestFileIsKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "crm.db")
	t.Run("write", func(t *testing.T) { ask(t, open(t, CRM, file), "add_note", `{"id":"C-1077","author":"A","text":"b"}`) })
	if got := ask(t, open(t, CRM, file), "list_notes", `{"id":"C-1077"}`); len(idsOf(got)) != 2 {
		t.Error(got)
	}
}

func TestParseFault(t *testing.T) {
	for text, want := range map[string]Fault{"exit": {Name: "exit"}, "exit@2": {Name: "exit", Nth: 2}, "add_note:lost@1": {"lost", "add_note", 1}} {
		if got, err := ParseFault(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "nothing", "exit@", "exit@0", "exit@-1", "exit@many", "add_note:"} {
		if f, err := ParseFault(bad); err == nil {
			t.Errorf("%q: %+v", bad, f)
		}
	}
}
