// Package ppamaild_test keeps the house in order: every room says what it
// promises, and imports point one way.
package ppamaild_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"ppamaild/scripts/house/measure"
)

// The program compiles an expression on first use, and a wrong one would panic then.
func TestEveryRegularExpressionCompiles(t *testing.T) {
	now, err := measure.Checkout(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range now.BadExpressions {
		t.Error(line)
	}
}

type room struct {
	ImportPath, Doc, Name, Dir string
	Imports                    []string
}

func rooms(t *testing.T) []room {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Doc,Name,Dir,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []room
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var r room
		if err := dec.Decode(&r); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		if _, err := os.ReadDir(r.Dir); err != nil { // so that no cached result outlives what the room was
			t.Fatal(err)
		}
		all = append(all, r)
	}
}

func TestEveryRoomHasADoc(t *testing.T) {
	for _, r := range rooms(t) {
		if r.ImportPath != "ppamaild" && r.Doc == "" { // make rooms prints the first sentence
			t.Errorf("%s has no package doc", r.ImportPath)
		}
	}
}

const ceilings = "testdata/ceilings.json"

// Packages, cycles, spread types, interfaces and old prose may shrink and never grow.
// `make ceilings` lowers the ceilings to the figures of today.
func TestCeilings(t *testing.T) {
	limits, err := measure.Load(ceilings)
	if err != nil {
		t.Fatal(err)
	}
	now, err := measure.Checkout(".")
	if err != nil {
		t.Fatal(err)
	}
	above, below := limits.Compare(now)
	for _, line := range below {
		t.Log(line)
	}
	for _, line := range above {
		t.Error(line)
	}
	if t.Failed() {
		t.Log("go run ./scripts/house --prose lists each place; make ceilings takes along prose that moved between folders")
	}
}

// Each room and the rooms it may import; deeper rooms follow their parent
// unless they are named. Every room may import lazy, lazyregexp and progress, which import none.
var arrows = map[string][]string{
	"cmd":           {"carrier", "cmd", "config", "daemon", "eval", "inspect", "privacy", "quote", "report", "sandbox", "store", "templates"},
	"daemon":        {"agent", "carrier", "config", "console", "daemon", "failpoint", "mailbox", "privacy", "quote", "reading", "report", "review", "store", "templates", "threadresolver"},
	"daemon/agency": {"agent", "config", "daemon/internal/configured", "daemon/queue", "mailbox", "review", "store", "templates", "threadresolver"},
	"daemon/backoffice": {
		"config", "console", "daemon/admin", "daemon/statistics", "daemon/history",
		"daemon/internal/deps", "daemon/journal", "daemon/queue", "daemon/refusal",
		"daemon/storefile", "privacy", "reading", "review", "store", "templates",
	},
	"daemon/changelog":           {"daemon/storefile", "store"},
	"daemon/check":               {"agent", "config", "daemon", "mailbox", "templates"},
	"daemon/control":             {"reading", "config", "daemon/refusal", "store"},
	"daemon/copies":              {"daemon/queue", "failpoint", "mailbox", "store", "threadresolver"},
	"daemon/statistics":          {"agent", "daemon/journal", "review", "store"},
	"daemon/frontdesk":           {"agent", "carrier", "config", "console", "daemon/agency", "daemon/history", "daemon/internal/configured", "daemon/internal/deps", "daemon/journal", "daemon/notify", "daemon/queue", "failpoint", "lazyregexp", "quote", "reading", "report", "review", "store", "templates"},
	"daemon/history":             {"agent", "daemon/journal", "daemon/refusal", "privacy", "reading", "report", "review", "store"},
	"daemon/internal/clock":      {},
	"daemon/internal/guard":      {"daemon/fair", "reading"},
	"daemon/internal/configured": {"agent", "carrier", "config", "daemon/fair", "daemon/internal/guard", "mailbox", "review", "templates"},
	"daemon/fair":                {},
	"daemon/journal":             {"store"},
	"daemon/login":               {"config", "daemon/refusal", "daemon/storefile", "mailbox/oauth"},
	"daemon/logs":                {"reading"},
	"daemon/metrics":             {"agent", "carrier", "daemon/internal/guard", "daemon/journal", "store"},
	"daemon/notify":              {"agent", "daemon/agency", "daemon/history", "daemon/internal/configured", "daemon/internal/guard", "daemon/journal", "daemon/queue", "mailbox", "quote", "reading", "report", "review", "store", "templates"},
	"daemon/queue":               {"agent", "daemon/internal/clock", "daemon/journal", "mailbox", "reading", "review", "store", "threadresolver", "daemon/timers"},
	"daemon/refusal":             {},
	"daemon/replay":              {"agent", "carrier", "config", "daemon/internal/configured", "report", "store", "templates", "threadresolver"},
	"daemon/intake":              {"agent", "config", "daemon/agency", "daemon/internal/deps", "daemon/internal/guard", "daemon/journal", "daemon/notify", "daemon/queue", "failpoint", "lazyregexp", "mailbox", "reading", "review", "store", "templates", "threadresolver"},
	"daemon/outbox":              {"daemon/agency", "daemon/copies", "daemon/fair", "daemon/internal/deps", "daemon/internal/guard", "daemon/journal", "daemon/queue", "failpoint", "mailbox", "store", "templates"},
	"daemon/traces":              {"daemon/journal", "store"},
	"daemon/timers":              {"config", "daemon/journal", "review", "store"},
	"daemon/upkeep":              {"agent", "config", "daemon/agency", "daemon/copies", "daemon/internal/clock", "daemon/internal/deps", "daemon/journal", "daemon/notify", "daemon/queue", "daemon/runner", "failpoint", "mailbox", "privacy", "review", "store", "templates", "daemon/timers"},
	"daemon/recovery":            {"daemon/copies", "daemon/internal/clock", "daemon/internal/deps", "daemon/internal/guard", "daemon/journal", "daemon/notify", "daemon/queue", "failpoint", "mailbox", "review", "store", "templates", "daemon/timers"},
	"daemon/admin":               {"agent", "config", "console/apitoken", "daemon/control", "daemon/history", "daemon/internal/deps", "daemon/journal", "daemon/notify", "daemon/queue", "daemon/refusal", "daemon/runner", "daemon/storefile", "failpoint", "mailbox", "privacy", "report", "review", "store", "store/crypt", "threadresolver", "daemon/timers"},
	"daemon/runner":              {"agent", "daemon/agency", "daemon/internal/deps", "daemon/internal/guard", "daemon/journal", "daemon/notify", "daemon/queue", "failpoint", "mailbox", "quote", "review", "store", "templates", "daemon/timers"},
	"daemon/customer":            {"agent", "daemon/internal/deps", "daemon/journal", "daemon/queue", "daemon/runner", "store", "daemon/timers"},
	"daemon/decision":            {"agent", "config", "daemon/copies", "daemon/internal/deps", "daemon/internal/guard", "daemon/journal", "daemon/notify", "daemon/queue", "daemon/runner", "failpoint", "mailbox", "review", "store", "templates", "daemon/timers", "agent/fields"},
	"daemon/tasks":               {"agent", "config", "daemon/agency", "daemon/internal/configured", "daemon/internal/deps", "daemon/internal/guard", "daemon/queue", "daemon/runner", "failpoint", "mailbox", "reading", "store", "templates"},
	"daemon/webhook":             {"daemon/changelog", "daemon/internal/clock", "store"},
	"daemon/internal/deps":       {"daemon/internal/clock", "daemon/internal/guard", "daemon/metrics", "daemon/notify", "daemon/queue", "failpoint", "store"},
	"daemon/storefile":           {"config", "daemon/control", "daemon/internal/clock", "daemon/refusal", "failpoint", "store"},
	"console":                    {"console/attempts", "review", "store", "templates"},
	"console/api":                {"console", "review", "store", "templates"},
	"console/office":             {"console", "templates"},
	"console/apitoken":           {"lazyregexp", "store"},
	"privacy":                    {"mailbox", "store"},
	"report":                     {"agent", "reading", "review", "store", "templates"},
	"inspect":                    {"agent", "reading", "mailbox", "quote", "review", "templates", "threadresolver"},
	"eval":                       {"inspect", "quote"},
	"config":                     {"config/toml", "quote", "store/crypt", "store/postgres/schema"},
	"config/setup":               {"quote"},
	"config/tenants":             {"config"},
	"config/toml":                {},
	"failpoint":                  {},
	"lazy":                       {},
	"lazyregexp":                 {},
	"progress":                   {},
	"mailbox":                    {"failpoint", "mailbox", "store"},
	"mailbox/authres":            {"mailbox/internal", "mailbox/message"},
	"mailbox/message":            {"mailbox/message"},
	"mailbox/search":             {"mailbox", "spelling"},
	"mailbox/messageid":          {},
	"threadresolver":             {"mailbox/message", "mailbox/messageid", "mailbox/reply"},
	"review":                     {"mailbox", "review/signature", "spelling", "store"},
	"agent":                      {"agent", "carrier", "quote", "reading", "schema", "spelling", "store", "templates"},
	"agent/factcheck":            {"agent/letters", "carrier", "quote", "reading"},
	"agent/quoting":              {"agent", "carrier", "quote", "reading", "spelling", "templates", "store"},
	"agent/quoting/inline":       {"agent", "templates"},
	"agent/quoting/jsonpath":     {},
	"agent/declarations":         {"agent", "quote", "reading"},
	"agent/fields":               {"agent/letters", "lazyregexp", "quote", "reading", "spelling"},
	"agent/letters":              {"carrier", "quote", "reading", "templates"},
	"quote/quotetest":            {"quote"},
	"agent/task":                 {"agent/task", "spelling", "templates"},
	"agent/task/mcp":             {"schema"},
	"agent/signals":              {"lazyregexp", "reading", "spelling", "templates"},
	"agent/task/sections":        {"agent/letters", "agent/task", "reading", "templates"},
	"agent/task/taskplanner":     {"agent", "lazyregexp", "templates"},
	"agent/task/tasktools":       {"agent", "store", "templates"},
	"agent/task/team":            {"agent", "mailbox", "reading", "spelling", "templates"},
	"agent/task/subject":         {"reading", "spelling"},
	"reading":                    {"reading", "quote"},
	"reading/asked":              {"quote", "reading/claims", "reading/find", "reading/text"},
	"reading/assign":             {"quote", "reading/claims", "reading/find", "reading/garage", "reading/text", "reading/who"},
	"reading/claims":             {"quote", "reading/find", "reading/text"},
	"reading/cover":              {"quote", "reading/asked", "reading/claims", "reading/drivers", "reading/driving", "reading/find", "reading/garage", "reading/text", "reading/who"},
	"reading/drivers":            {"quote", "reading/asked", "reading/claims", "reading/find", "reading/garage", "reading/text", "reading/who"},
	"reading/driving":            {"quote", "reading/asked", "reading/claims", "reading/drivers", "reading/find", "reading/garage", "reading/text", "reading/who"},
	"reading/find":               {"quote", "reading/text"},
	"reading/form":               {"quote", "reading/asked", "reading/claims", "reading/cover", "reading/drivers", "reading/driving", "reading/find", "reading/garage", "reading/home", "reading/text", "reading/who"},
	"reading/garage":             {"quote", "reading/asked", "reading/claims", "reading/find", "reading/text"},
	"reading/home":               {"quote", "reading/claims", "reading/drivers", "reading/find", "reading/garage", "reading/text", "reading/who"},
	"reading/intent":             {"quote", "reading/asked", "reading/claims", "reading/cover", "reading/drivers", "reading/driving", "reading/find", "reading/text", "reading/who"},
	"reading/staff":              {"lazyregexp", "quote", "reading"},
	"reading/text":               {},
	"reading/who":                {"quote", "reading/asked", "reading/claims", "reading/find", "reading/garage", "reading/text"},
	"carrier":                    {"carrier", "quote", "templates"},
	"quote":                      {},
	"schema":                     {},
	"spelling":                   {},
	"templates":                  {},
	"templates/pdf":              {"templates"},
	"store":                      {"failpoint", "store"},
	"sandbox":                    {"sandbox"},
	"scripts":                    {"config", "sandbox"},
	"scripts/dictionary":         {"store"},
	"scripts/house":              {"scripts/house"},
	"scripts/chaos":              {"agent", "carrier", "config", "daemon", "failpoint", "report", "sandbox", "store"},
}

func TestArrowsPointOneWay(t *testing.T) {
	for _, r := range rooms(t) {
		name, ours := strings.CutPrefix(r.ImportPath, "ppamaild/")
		if !ours {
			continue
		}
		allowed := allowedFor(name)
		for _, i := range r.Imports {
			target, ours := strings.CutPrefix(i, "ppamaild/")
			if slices.Contains([]string{"lazy", "lazyregexp", "progress"}, target) {
				continue
			}
			if ours && !slices.ContainsFunc(allowed, func(a string) bool { return target == a || strings.HasPrefix(target, a+"/") }) {
				t.Errorf("%s must not import %s", name, target)
			}
			backend := target == "store/bolt" || target == "store/postgres"
			if backend && name != "daemon/storefile" && !strings.HasPrefix(name, "store/") {
				t.Errorf("%s must not know which backend keeps the store", name)
			}
		}
	}
}

func allowedFor(name string) []string {
	for ; name != ""; name = name[:max(0, strings.LastIndexByte(name, '/'))] {
		if allowed, named := arrows[name]; named {
			return allowed
		}
	}
	return nil
}
