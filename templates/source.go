package templates

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed console mail page words
var embedded embed.FS

// source is a file with its path for error messages.
type source struct{ path, text string }

// sources are the files of all mails and pages, by base name. Overridden words have two files,
// and the phrases of the second take precedence. A layout has one file.
type sources map[string][]source

func readSources(dir string) (sources, error) {
	files := sources{}
	names, _ := fs.Glob(embedded, "*/*") // fails for a bad pattern only
	for _, name := range names {
		text, err := fs.ReadFile(embedded, name)
		if err != nil {
			return nil, fmt.Errorf("reading templates: %w", err)
		}
		files[path.Base(name)] = []source{{path.Base(name), string(text)}}
	}
	if dir == "" {
		return files, nil
	}
	return files, files.override(dir)
}

// override applies the files of dir. override ignores subfolders and other kinds of files.
func (f sources) override(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("reading template folder: %w", err)
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !slices.Contains([]string{".words", ".txt", ".html", ".css"}, path.Ext(name)) {
			continue
		}
		where := filepath.Join(dir, name)
		if _, ok := f[name]; !ok && !f.isTranslation(name) {
			return fmt.Errorf("reading template folder: %s replaces no template", where)
		}
		text, err := os.ReadFile(where)
		if err != nil {
			return fmt.Errorf("reading template folder: %w", err)
		}
		if path.Ext(name) != ".words" {
			f[name] = nil
		}
		f[name] = append(f[name], source{where, string(text)})
	}
	return nil
}

// overridden names the override files, for errors that any of them may cause.
func (f sources) overridden() string {
	var paths []string
	for name, files := range f {
		if last := files[len(files)-1].path; last != name {
			paths = append(paths, last)
		}
	}
	if paths == nil {
		return ""
	}
	slices.Sort(paths)
	return " (with " + strings.Join(paths, ", ") + ")"
}
