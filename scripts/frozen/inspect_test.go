package frozen_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/inspect"
)

const root = "../.."

// The output of inspect --json for every mail in a testdata folder, and the reading of the mail
// as a decision of the sender.
func TestInspect(t *testing.T) {
	made := make(map[string]bool)
	for folder, files := range mails(t) {
		name := filepath.Join("testdata/inspect", strings.ReplaceAll(folder, "/", "-")+".jsonl")
		made[name] = true
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			encoder := json.NewEncoder(&out)
			encoder.SetEscapeHTML(false)
			for _, file := range files {
				for _, r := range (inspect.Options{}).File(filepath.Join(root, file)) {
					_, r.File, _ = strings.Cut(file, "testdata/") // so that a folder may move
					must(t, encoder.Encode(r))
					if asStaff := (inspect.Options{Staff: []string{r.From}}); r.From != "" && asStaff.Check() == nil && filepath.Ext(file) == ".eml" {
						must(t, encoder.Encode(asStaff.File(filepath.Join(root, file))[0].Decision))
					}
				}
			}
			compare(t, name, out.String())
		})
	}
	nothingElse(t, "testdata/inspect/*", made)
}

// mails are the messages and mailboxes of the repository, by their folder.
func mails(t *testing.T) map[string][]string {
	t.Helper()
	found := make(map[string][]string)
	must(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		if d != nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && rel != "." {
			return filepath.SkipDir
		}
		if ext := filepath.Ext(path); err != nil || !strings.Contains(path, "testdata") || ext != ".eml" && ext != ".mbox" {
			return err
		}
		folder, _, _ := strings.Cut(filepath.ToSlash(filepath.Dir(rel))+"/", "testdata/")
		folder += "testdata"
		found[folder] = append(found[folder], filepath.ToSlash(rel))
		return nil
	}))
	return found
}
