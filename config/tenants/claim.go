package tenants

import (
	"cmp"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strings"

	"ppamaild/config"
)

// kind is a kind of thing that belongs to one tenant only.
type kind string

const (
	aStore   kind = "store"
	aSchema  kind = "schema"
	aMailbox kind = "mailbox"
	anOrigin kind = "URL"
	aPort    kind = "port"
	aFolder  kind = "recording"
)

// Claim is something that a tenant uses alone.
type Claim struct {
	Kind   kind   `json:"kind"`
	Value  string `json:"value"`
	Shared bool   `json:"shared,omitempty"` // together with others that share the same value
	key    string
}

// Claims returns all things that a tenant with a configuration uses alone. An account for both
// mailboxes is one thing.
func Claims(cfg *config.Config) (all []Claim) {
	add := func(k kind, key, value string) {
		c := Claim{Kind: k, key: key, Value: value}
		if value != "" && !c.isIn(all) {
			all = append(all, c)
		}
	}
	add(aStore, "store.path", canonical(cfg.Store.Path))
	add(aSchema, "store.schema", cfg.Store.Schema)
	mailbox := func(key string, m config.MailboxAccount) {
		add(aMailbox, key+".address", m.Address)
		account := fmt.Sprintf("%s on %s:%d, %s", m.Username, m.Host, m.Port, m.Folder)
		add(aMailbox, key+".username", strings.ToLower(account))
	}
	mailbox("mailbox.customer", cfg.Mailbox.Customer)
	mailbox("mailbox.agency", cfg.Mailbox.Agency)
	add(aPort, "console.listen", cfg.Console.Listen)
	add(anOrigin, "console.url", strings.ToLower(cfg.Console.URL))
	add(aPort, "metrics.listen", cfg.Metrics.Listen)
	if cfg.Metrics.TenantLabel && cfg.Metrics.Listen != "" {
		all[len(all)-1].Shared = true
	}
	if cfg.Planner.Record != "" {
		add(aFolder, "planner.record", canonical(cfg.Planner.Record))
	}
	return all
}

// canonical returns the path of a file without symbolic links. The file need not exist.
func canonical(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	if followed, err := filepath.EvalSymlinks(path); err == nil {
		return followed
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(folder, filepath.Base(path))
	}
	return path
}

// collides reports whether two tenants can't both have their claim.
func (c Claim) collides(other Claim) bool {
	switch {
	case c.Kind != other.Kind:
		return false
	case c.Kind == aPort:
		return overlap(c.Value, other.Value) && !(c.Shared && other.Shared && c.Value == other.Value)
	}
	return c.Value == other.Value
}

// Collision returns a claim in mine that collides with one in theirs.
func Collision(mine, theirs []Claim) (Claim, bool) {
	i := slices.IndexFunc(mine, func(m Claim) bool {
		return slices.ContainsFunc(theirs, m.collides)
	})
	if i < 0 {
		return Claim{}, false
	}
	return mine[i], true
}

// isIn ignores the key.
func (c Claim) isIn(used []Claim) bool {
	return slices.ContainsFunc(used, func(u Claim) bool {
		u.key = c.key
		return u == c
	})
}

// overlap reports whether one machine can't listen on both addresses.
func overlap(a, b string) bool {
	hostA, portA, _ := net.SplitHostPort(a) // the files were checked
	hostB, portB, _ := net.SplitHostPort(b)
	return portA == portB && (hostA == hostB || isUnspecified(hostA) || isUnspecified(hostB))
}

func isUnspecified(host string) bool {
	ip := net.ParseIP(host)
	return host == "" || ip != nil && ip.IsUnspecified()
}

// conflicts returns a problem in the file of one tenant for each claim that collides with a
// claim of the other tenant. used has the earlier claims of both: a tenant keeps a claim that is
// new for the other. A tenant with a wrong file may still run with its earlier claims.
func conflicts(one, other Tenant, used map[string][]Claim) (problems config.Problems) {
	if one.Config == nil {
		return nil
	}
	present := used[other.Name]
	if other.Config != nil {
		present = Claims(other.Config)
	}
	for _, mine := range Claims(one.Config) {
		for _, theirs := range present {
			has := theirs.isIn(used[other.Name])
			if !mine.collides(theirs) || !has && mine.isIn(used[one.Name]) {
				continue
			}
			want := fmt.Sprintf("allowed: a %s of its own", mine.Kind)
			if mine.key == "metrics.listen" && theirs.key == mine.key {
				want += ", or tenant_label = true in both files"
			}
			if has && !mine.isIn(used[one.Name]) {
				want += fmt.Sprintf("; %s keeps this one", other.Name)
			}
			at := other.File
			if other.Config != nil {
				at += fmt.Sprintf(":%d", other.Config.Mistake(theirs.key, "", "").Line)
			}
			problems = append(problems, one.Config.Mistake(mine.key,
				fmt.Sprintf("%s has %q, too", at, theirs.Value), want))
		}
	}
	slices.SortFunc(problems, func(a, b config.Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return problems
}

// lacksSchema returns a problem if the tenant has no schema of its own in its database.
func lacksSchema(one Tenant) config.Problems {
	if one.Config == nil || one.Config.Store.Backend != config.BackendPostgres ||
		one.Config.Store.Schema != "" {
		return nil
	}
	return config.Problems{one.Config.Mistake("store.schema", "missing",
		fmt.Sprintf("required in a folder: the tenant's own schema, such as %q", one.Name))}
}
