// Package confirmed keeps the number of the last confirmed commit of a process in a file outside
// the database. A restored database has no trace of the commits that it lost, and mails may have
// left after these commits. The file may be behind the database, and is never ahead.
package confirmed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"syscall"

	"ppamaild/store"
)

// ErrLost is the error after the server has lost confirmed commits. Perhaps someone restored the
// database, or a standby had fallen behind. Another commit could send mails again.
var ErrLost = errors.New("the database has lost changes that it had confirmed; " +
	"stop all daemons and run ppamaild restore, which prevents that mails leave twice")

// File has the number of the last confirmed commit.
type File struct {
	Restored bool   // the database may lack commits
	Place    string // schema and cluster of the commits, for people
	last     int64  // 0: unknown
	path     string
	file     *os.File // locked; nil for a reader
	failed   error    // of the last put
}

// Read reads the file at path. A missing file knows no commit.
func Read(path string) (*File, error) {
	f := &File{path: path}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	return f, errors.Join(f.load(file), file.Close())
}

// Lock opens the file at path, or makes the file, for the only process that writes the file. It
// returns store.ErrLocked if another process has locked the file.
func Lock(path string) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	f := &File{path: path, file: file}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = store.ErrLocked
	} else if err == nil {
		err = f.load(file)
	}
	if err == nil { // a disk that takes no write is noticed before the first commit
		err = errors.Join(f.put(), file.Sync())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), file.Close())
	}
	return f, nil
}

// load reads the first line. A new file is empty.
func (f *File) load(file io.Reader) error {
	text, err := io.ReadAll(file)
	if err != nil || len(text) == 0 {
		return err
	}
	line, _, whole := bytes.Cut(text, []byte("\n"))
	number, place, _ := bytes.Cut(line, []byte(" "))
	f.Place = string(place)
	if f.last, err = strconv.ParseInt(string(number), 10, 64); err != nil || !whole {
		return fmt.Errorf("%s is damaged: the first word must be the number of the last commit. "+
			"Remove the file, and run ppamaild restore if the database was restored", f.path)
	}
	return nil
}

// Check returns ErrLost if the file knows of more commits than the database has. After an error of
// Put, Check writes the number again, and returns store.ErrDisk if the file still lacks it.
func (f *File) Check(commits int64) error {
	if f.failed != nil {
		f.failed = f.put()
	}
	switch {
	case f.failed != nil:
		return fmt.Errorf("%w: noting the last commit: %w", store.ErrDisk, f.failed)
	case commits >= f.last:
		return nil
	case commits == 0:
		return fmt.Errorf("%w\nThe file %s has commit %d of %s, but the database has no store. "+
			"Load a dump before the restore. To begin with another store, remove the file",
			ErrLost, f.path, f.last, f.Place)
	case f.Restored:
		return nil
	}
	return fmt.Errorf("%w\nThe file %s has commit %d of %s, but the database has only %d commits. "+
		"If a standby was promoted and is down, do not restore: stop this server, start that one. "+
		"To begin with another store, remove the file", ErrLost, f.path, f.last, f.Place, commits)
}

// restored is by how much a restore raises the number of commits.
const restored = 1 << 32

// Accept returns the number of commits with which a restored database goes on. The files of all
// daemons on the database have lower numbers. Accept returns the same number unless f is Restored.
func (f *File) Accept(commits int64) int64 {
	if f.Restored {
		return max(commits, f.last) + restored
	}
	return commits
}

// Put notes the number of a confirmed commit without a sync. Check reports an error.
func (f *File) Put(commit int64) {
	f.last = commit
	f.failed = f.put()
}

// put overwrites the line in place. All numbers have the same length.
func (f *File) put() error {
	if f.file == nil {
		return nil
	}
	_, err := f.file.WriteAt(fmt.Appendf(nil, "%019d %s\n", f.last, f.Place), 0)
	return err
}

// Sync writes the file to the disk.
func (f *File) Sync(context.Context) error {
	if f.file == nil {
		return nil
	}
	return f.file.Sync()
}

// Close unlocks the file. Another Close does nothing.
func (f *File) Close() error {
	if f.file == nil {
		return nil
	}
	err := errors.Join(f.failed, f.file.Sync(), f.file.Close())
	f.file = nil
	return err
}
