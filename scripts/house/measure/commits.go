package measure

import (
	"archive/tar"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// longSubject is the length of the shortest commit subject that is too long.
const longSubject = 73

// Checkout measures dir together with the history of its HEAD.
func Checkout(dir string) (House, error) {
	h, err := Measure(dir)
	if err != nil {
		return h, err
	}
	h.Subjects, h.Commits, err = Subjects(dir, "HEAD")
	return h, err
}

// Commit measures an earlier commit of the repository in dir, in a temporary folder.
func Commit(dir, commit string) (House, error) {
	tmp, err := os.MkdirTemp("", "house")
	if err != nil {
		return House{}, err
	}
	defer os.RemoveAll(tmp)
	if err := unpack(dir, commit, tmp); err != nil {
		return House{}, fmt.Errorf("unpacking %s: %w", commit, err)
	}
	h, err := Measure(tmp)
	if err != nil {
		return h, err
	}
	h.Subjects, h.Commits, err = Subjects(dir, commit)
	return h, err
}

// Subjects counts the commits up to a commit, and the commits with a long subject.
func Subjects(dir, commit string) (long, all int, err error) {
	out, err := exec.Command("git", "-C", dir, "log", "--no-merges", "--format=%s", commit).Output()
	if err != nil {
		return 0, 0, fmt.Errorf("reading the history: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		all++
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) >= longSubject {
			long++
		}
	}
	return long, all, nil
}

// unpack writes the files of a commit into the folder to.
func unpack(dir, commit, to string) error {
	git := exec.Command("git", "-C", dir, "archive", commit)
	git.Stderr = os.Stderr
	archive, err := git.StdoutPipe()
	if err != nil {
		return err
	}
	if err := git.Start(); err != nil {
		return err
	}
	for r := tar.NewReader(archive); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		name := filepath.Join(to, filepath.FromSlash(h.Name))
		switch h.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(name, 0o755)
		case tar.TypeReg:
			err = write(name, r)
		}
		if err != nil {
			return err
		}
	}
	return git.Wait()
}

func write(name string, from io.Reader) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}

// Largest returns the n packages with the most lines.
func (h House) Largest(n int) []Package {
	all := slices.Clone(h.Packages)
	slices.SortFunc(all, func(a, b Package) int { return cmp.Or(b.Lines-a.Lines, cmp.Compare(a.Path, b.Path)) })
	return all[:min(n, len(all))]
}
