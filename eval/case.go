package eval

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Case is a mail and what is to be understood of it.
type Case struct {
	Name  string // below the folder, without its ending: "open/one-line-chevy"
	Mail  string // the mail's file
	Label Label
}

const (
	mailEnding  = ".eml"
	labelEnding = ".json"
)

// Load reads the cases of a folder and of the folders in it, by name. The error
// names every mail without a label, label without a mail, and label that can't be
// read, with file and place; the cases are those that remain. A folder without any
// mail is an error.
func Load(dir string) ([]Case, error) {
	var cases []Case
	var failed []error
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		base, ending := cut(path)
		switch ending {
		case mailEnding:
			c, err := load(dir, base)
			if err != nil {
				failed = append(failed, err)
				return nil
			}
			cases = append(cases, c)
		case labelEnding:
			if _, err := os.Stat(base + mailEnding); err != nil {
				failed = append(failed, fmt.Errorf("%s: there is no mail to this label: %w", path, err))
			}
		}
		return nil
	})
	if err != nil {
		failed = append(failed, fmt.Errorf("looking for mails: %w", err))
	} else if len(cases) == 0 && len(failed) == 0 {
		failed = append(failed, fmt.Errorf("%s holds no mails (NAME%s with NAME%s)", dir, mailEnding, labelEnding))
	}
	return cases, errors.Join(failed...)
}

func cut(path string) (base, ending string) {
	ending = filepath.Ext(path)
	return strings.TrimSuffix(path, ending), ending
}

func load(dir, base string) (Case, error) {
	name, err := filepath.Rel(dir, base)
	if err != nil {
		return Case{}, fmt.Errorf("naming a case: %w", err)
	}
	raw, err := os.ReadFile(base + labelEnding)
	if errors.Is(err, fs.ErrNotExist) {
		return Case{}, fmt.Errorf("%s: its label %s is missing", base+mailEnding, base+labelEnding)
	}
	if err != nil {
		return Case{}, fmt.Errorf("reading a label: %w", err)
	}
	label, err := parseLabel(raw)
	if err != nil {
		return Case{}, fmt.Errorf("%s:%w", base+labelEnding, err)
	}
	return Case{Name: filepath.ToSlash(name), Mail: base + mailEnding, Label: label}, nil
}
