// Package tenants reads a folder of configurations. Each file NAME.toml is the whole configuration
// of one agency, the tenant NAME. Read finds the mistakes of each file. RefuseConflicts finds
// conflicts between the files: two tenants share no store, no mailbox and no address to listen on.
package tenants

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ppamaild/config"
	"ppamaild/lazyregexp"
)

// Tenant is an agency with a file in the folder.
type Tenant struct {
	Name, File string
	Config     *config.Config // nil: the file can't be read, or has mistakes
	Err        error          // why the tenant can't be served; a config.Problems if a file is wrong
	Rival      string         // another tenant with a claim of this one; "": none
}

// Extension is the end of the name of each file.
const Extension = ".toml"

// Is reports whether path is a folder of configurations instead of a file.
func Is(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Names returns the names of the tenants in a folder, in order. Other files are ignored.
func Names(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the folder of configurations: %w", err)
	}
	for _, e := range entries {
		name, is := strings.CutSuffix(e.Name(), Extension)
		if is && !e.IsDir() && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no file NAME%s", dir, Extension)
	}
	return names, nil
}

// File returns the file of a tenant. The error for an unknown tenant names the others.
func File(dir, name string) (string, error) {
	names, err := Names(dir)
	switch {
	case err != nil:
		return "", err
	case name == "":
		return "", fmt.Errorf("%s is a folder with the tenants %s: name one with --tenant",
			dir, strings.Join(names, ", "))
	case !slices.Contains(names, name):
		return "", fmt.Errorf("%s has no tenant %s; it has %s", dir, name, strings.Join(names, ", "))
	}
	return filepath.Join(dir, name+Extension), nil
}

// validName matches the name of a tenant. Names are labels of metrics and words in logs.
var validName = lazyregexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,39}$`)

// Read reads all files of a folder with load. The error is about the folder; each tenant has the
// error about its file. The caller calls RefuseConflicts, too.
func Read(dir string, load func(string) (*config.Config, error)) ([]Tenant, error) {
	names, err := Names(dir)
	if err != nil {
		return nil, err
	}
	var all []Tenant
	for _, name := range names {
		t := Tenant{Name: name, File: filepath.Join(dir, name+Extension)}
		if !validName.MatchString(name) {
			t.Err = fmt.Errorf("%s: the name of a tenant has a-z, 0-9, _ and -, at most 40", t.File)
		} else {
			t.Config, t.Err = load(t.File)
		}
		all = append(all, t)
	}
	for i, one := range all {
		if problems := lacksSchema(one); len(problems) > 0 {
			all[i].Config, all[i].Err = nil, problems
		}
	}
	return all, nil
}

// RefuseConflicts gives a tenant an error if its file claims a thing of another tenant. used has the
// claims with which each tenant was served last. So a new file stops no other tenant. If neither
// tenant used the thing, or both did, both are refused.
func RefuseConflicts(all []Tenant, used map[string][]Claim) {
	for again := true; again; { // a refused tenant may go on with its earlier claims
		again = false
		found, rival := make([]config.Problems, len(all)), make([]string, len(all))
		for i, one := range all {
			for j, other := range all {
				if i == j {
					continue
				}
				if problems := conflicts(one, other, used); len(problems) > 0 {
					found[i], rival[i] = append(found[i], problems...), other.Name
				}
			}
		}
		for i, problems := range found {
			if len(problems) > 0 {
				all[i].Config, all[i].Err, all[i].Rival = nil, problems, rival[i]
				again = true
			}
		}
	}
}
