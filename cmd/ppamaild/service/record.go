package service

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"ppamaild/config"
	"ppamaild/config/tenants"
	"ppamaild/daemon"
	"ppamaild/daemon/storefile"
	"ppamaild/store/bolt/boltfile"
)

// A small file next to the stores names the tenants that ran. So the program notices a tenant
// without a configuration. The tenant's store stays as it is, and nothing is sent for it.

const recordName = "ppamaild-tenants.json"

// ran is a tenant that ran.
type ran struct {
	File  string `json:"file"`
	Store string `json:"store"`
	ID    string `json:"id"`   // of the store
	Open  bool   `json:"open"` // there may be open threads

	Uses []tenants.Claim `json:"uses,omitempty"`
}

// Read reads a folder of configurations. If two files claim the same thing, the tenant that ran
// with the thing keeps it.
func Read(dir string) ([]tenants.Tenant, error) { return read(dir, nil, nil) }

// read is Read in a process that has a record and running tenants already. A running tenant that
// can't change to its file goes on with its earlier claims.
func read(
	dir string, ours map[string]ran, running map[string]*tenant,
) ([]tenants.Tenant, error) {
	found, err := tenants.Read(dir, config.Load)
	if err != nil {
		return nil, err
	}
	record, _ := recalled(found, ours) // recall and Gone report the error
	used := make(map[string][]tenants.Claim)
	for name, one := range record {
		used[name] = one.Uses
	}
	for i, t := range found {
		if was := running[t.Name]; was != nil && t.Err == nil {
			if err := was.reloadable(t.File, t.Config); err != nil {
				found[i].Config, found[i].Err = nil, err
			}
		}
	}
	tenants.RefuseConflicts(found, used)
	return found, nil
}

// Gone describes the tenants that ran and have open threads, but no configuration anymore.
func Gone(found []tenants.Tenant) (says []string, err error) {
	record, err := readRecord(folders(found))
	for _, name := range gone(record, found) {
		says = append(says, record[name].goneAs(name))
	}
	return says, err
}

// gone returns the names of the tenants with open threads and without a configuration, sorted.
func gone(record map[string]ran, found []tenants.Tenant) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(record)) {
		if record[name].Open && !has(found, name) {
			names = append(names, name)
		}
	}
	return names
}

func has(found []tenants.Tenant, name string) bool {
	return slices.ContainsFunc(found, func(t tenants.Tenant) bool { return t.Name == name })
}

func (r ran) goneAs(name string) string {
	return fmt.Sprintf("%s has open threads in %s, but %s is gone: nothing is sent for it; "+
		"put the file back, or remove the tenant from %s", name, r.Store, r.File, recordName)
}

// folders returns the folders of the stores, each once.
func folders(found []tenants.Tenant) (all []string) {
	for _, t := range found {
		if t.Config != nil {
			all = append(all, filepath.Dir(t.Config.Store.Path))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// readRecord returns nil if no folder has a record.
func readRecord(folders []string) (all map[string]ran, failed error) {
	for _, folder := range folders {
		data, err := os.ReadFile(filepath.Join(folder, recordName))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var record map[string]ran
		if err == nil {
			if err = json.Unmarshal(data, &record); err != nil {
				err = fmt.Errorf("%w; repair the file from a backup, or remove it: "+
					"ppamaild run writes it again, without the tenants that are gone", err)
			}
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("reading %s in %s: %w", recordName, folder, err))
		}
		if all == nil {
			all = make(map[string]ran)
		}
		maps.Copy(all, record)
	}
	return all, failed
}

// recalled is readRecord. If the record is missing or damaged, ours counts, too.
func recalled(found []tenants.Tenant, ours map[string]ran) (map[string]ran, error) {
	record, err := readRecord(folders(found))
	if record == nil || err != nil {
		known := make(map[string]ran)
		maps.Copy(known, record)
		maps.Copy(known, ours)
		record = known
	}
	return record, err
}

func writeRecord(folders []string, record map[string]ran) (failed error) {
	data, err := json.MarshalIndent(record, "", "\t")
	if err != nil {
		return err
	}
	for _, folder := range folders {
		err := boltfile.Replace(filepath.Join(folder, recordName), func(part string) error {
			return os.WriteFile(part, append(data, '\n'), 0o600)
		})
		failed = errors.Join(failed, err)
	}
	return failed
}

// recall reads the record. It forgets tenants without a file that have no open threads, or that an
// admin removed from the record.
func (g *group) recall(found []tenants.Tenant) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.folders = folders(found)
	record, err := recalled(found, g.record)
	g.record = record
	maps.DeleteFunc(g.record, func(name string, one ran) bool {
		return !has(found, name) && !one.Open
	})
	g.gone = gone(record, found)
	for _, name := range g.gone {
		g.log.Warn("a tenant has no configuration", "what", record[name].goneAs(name))
	}
	g.showFaults()
	g.keepRecord(err)
}

// remember notes what a tenant uses, and whether the tenant may have open threads. A tenant that is
// gone and had the same store has a file with a new name, so its threads go on.
func (g *group) remember(name string, cfg *config.Config, id daemon.StoreID, open bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.held[name] = tenants.Claims(cfg)
	one := ran{
		File: g.file(name), Store: storefile.Name(cfg), ID: hex.EncodeToString(id[:]), Open: open,
		Uses: g.held[name],
	}
	g.gone = slices.DeleteFunc(g.gone, func(gone string) bool {
		renamed := g.record[gone].ID == one.ID
		if renamed {
			g.log.Info("a tenant has a new name", "was", gone, "tenant", name)
			delete(g.record, gone)
		}
		return renamed
	})
	g.record[name] = one
	g.showFaults()
	g.keepRecord(nil)
}

// hadThreads reports whether a tenant may have open threads in its former store.
func (g *group) hadThreads(name string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.record[name].Open
}

// keepRecord must be called with mu held.
func (g *group) keepRecord(err error) {
	if err = errors.Join(err, writeRecord(g.folders, g.record)); err != nil {
		g.log.Error("can't note which tenants run", "error", err)
	}
}
