package service

import (
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
	Open  bool   `json:"open"` // there may be open threads
}

// Gone describes the tenants that ran and have open threads, but no configuration anymore.
func Gone(found []tenants.Tenant) (says []string, err error) {
	record, err := readRecord(folders(found))
	for _, name := range slices.Sorted(maps.Keys(record)) {
		known := func(t tenants.Tenant) bool { return t.Name == name }
		if one := record[name]; one.Open && !slices.ContainsFunc(found, known) {
			says = append(says, fmt.Sprintf("%s has open threads in %s, but %s is gone: nothing is sent "+
				"for it; put the file back, or remove the tenant from %s", name, one.Store, one.File, recordName))
		}
	}
	return says, err
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

func readRecord(folders []string) (map[string]ran, error) {
	all := make(map[string]ran)
	var failed error
	for _, folder := range folders {
		data, err := os.ReadFile(filepath.Join(folder, recordName))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var record map[string]ran
		if err == nil {
			err = json.Unmarshal(data, &record)
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("reading %s in %s: %w", recordName, folder, err))
		}
		maps.Copy(all, record)
	}
	return all, failed
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

// recall reads the record, and adds the tenants of the folder. It forgets tenants without open
// threads that are gone.
func (g *group) recall(found []tenants.Tenant) {
	says, err := Gone(found)
	for _, line := range says {
		g.log.Warn("a tenant has no configuration", "what", line)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.folders = folders(found)
	record, unread := readRecord(g.folders)
	maps.Copy(record, g.record)
	g.record = record
	maps.DeleteFunc(g.record, func(_ string, one ran) bool { return !one.Open })
	for _, t := range found {
		if t.Config != nil {
			g.record[t.Name] = ranWith(t.File, t.Config, true)
		}
	}
	g.keepRecord(errors.Join(err, unread))
}

func ranWith(file string, cfg *config.Config, open bool) ran {
	return ran{File: file, Store: storefile.Name(cfg), Open: open}
}

// remember notes whether a tenant that ends has open threads.
func (g *group) remember(name string, cfg *config.Config, open bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.record[name] = ranWith(g.file(name), cfg, open)
	g.keepRecord(nil)
}

// keepRecord must be called with mu held.
func (g *group) keepRecord(err error) {
	if err = errors.Join(err, writeRecord(g.folders, g.record)); err != nil {
		g.log.Error("can't note which tenants run", "error", err)
	}
}
