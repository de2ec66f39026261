package eval

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Case is a mail with its label.
type Case struct {
	Name  string // path below the folder without the file extension: "open/one-line-chevy"
	Mail  string // file of the mail
	Label Label
}

const (
	mailEnding  = ".eml"
	labelEnding = ".json"
)

// Load reads the cases of a folder and its subfolders, sorted by name. The error lists each
// mail without a label, each label without a mail, and each invalid label, with file and
// position. The other cases are returned. A folder without mails is an error.
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
