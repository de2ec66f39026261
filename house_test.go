// Package ppamaild_test keeps the house in order: every room says what it
// promises, and imports point one way.
package ppamaild_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

type room struct {
	ImportPath, Doc, Name string
	Imports               []string
}

func rooms(t *testing.T) []room {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Doc,Name,Imports", "./...").Output()
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
		all = append(all, r)
	}
}

func TestEveryRoomHasADoc(t *testing.T) {
	for _, r := range rooms(t) {
		if r.ImportPath != "ppamaild" && r.Doc == "" {
			t.Errorf("%s has no package doc", r.ImportPath)
		}
	}
}

// Each room and what of ours it may import; deeper rooms follow their parent
// unless they are named.
var arrows = map[string][]string{
	"cmd":                        {"carrier", "config", "daemon", "eval", "inspect", "privacy", "quote", "report", "sandbox", "store", "templates"},
	"daemon":                     {"agent", "carrier", "config", "daemon", "failpoint", "mailbox", "mcp", "privacy", "quote", "report", "review", "specialist", "store", "templates", "threadresolver"},
	"daemon/check":               {"agent", "config", "daemon", "mailbox", "mcp"},
	"daemon/control":             {"agent/extract", "config", "daemon/refusal", "store"},
	"daemon/copies":              {"failpoint", "mailbox", "store", "threadresolver"},
	"daemon/history":             {"agent", "daemon/journal", "daemon/refusal", "privacy", "report", "review", "store"},
	"daemon/internal/clock":      {},
	"daemon/internal/configured": {"agent", "carrier", "config", "mailbox", "mcp", "review", "templates"},
	"daemon/internal/schedule":   {},
	"daemon/journal":             {"store"},
	"daemon/login":               {"config", "daemon/refusal", "daemon/storefile", "mailbox/oauth"},
	"daemon/metrics":             {"store"},
	"daemon/refusal":             {},
	"daemon/replay":              {"agent", "carrier", "config", "daemon/internal/configured", "report", "store", "templates", "threadresolver"},
	"daemon/storefile":           {"config", "daemon/control", "daemon/refusal", "failpoint", "store"},
	"privacy":                    {"mailbox", "store"},
	"report":                     {"agent", "review", "store", "templates"},
	"inspect":                    {"agent/extract", "mailbox", "quote", "review", "threadresolver"},
	"eval":                       {"inspect", "quote"},
	"config":                     {"quote", "store/crypt"},
	"failpoint":                  {},
	"mailbox":                    {"failpoint", "mailbox", "store"},
	"mcp":                        {"schema"},
	"mailbox/search":             {"mailbox", "spelling", "threadresolver/seal"},
	"specialist":                 {"agent", "mailbox", "mcp", "specialist", "spelling", "templates"},
	"threadresolver":             {"mailbox", "threadresolver"},
	"review":                     {"mailbox", "store", "threadresolver/seal"},
	"agent":                      {"agent", "carrier", "quote", "schema", "store", "templates"},
	"agent/crew":                 {"agent", "spelling"},
	"agent/extract":              {"agent/extract", "quote"},
	"carrier":                    {"carrier", "quote"},
	"quote":                      {},
	"schema":                     {},
	"spelling":                   {},
	"templates":                  {},
	"store":                      {"failpoint", "store"},
	"sandbox":                    {"sandbox"},
	"scripts":                    {"config", "sandbox"},
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
			if ours && !slices.ContainsFunc(allowed, func(a string) bool { return target == a || strings.HasPrefix(target, a+"/") }) {
				t.Errorf("%s must not import %s", name, target)
			}
			if target == "store/bolt" && name != "daemon/storefile" && !strings.HasPrefix(name, "store/") {
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
