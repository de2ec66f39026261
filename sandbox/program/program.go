// Package program builds ppamaild for tests that run ppamaild as a process.
//
// All packages in one go test run share one build, and later runs reuse the build until a
// source changes. Linking takes longer than most of these tests.
package program

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// Build builds ppamaild from the sources and returns the path, in a folder of the caller. The
// program there stays unchanged when another test builds other sources.
func Build(folder string) (path string, err error) {
	shared, err := sharedFolder()
	if err != nil {
		return "", err
	}
	unlock, err := lock(shared)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	built := filepath.Join(shared, "ppamaild")
	out, err := exec.Command("go", "build", "-o", built, "ppamaild/cmd/ppamaild").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building ppamaild: %w\n%s", err, out)
	}
	path = filepath.Join(folder, "ppamaild")
	return path, os.Link(built, path) // go build replaces the file by another
}

// sharedFolder is in the folder of temporary files, so that links from there work.
func sharedFolder() (string, error) {
	path := filepath.Join(os.TempDir(), fmt.Sprintf("ppamaild-program-%d", os.Getuid()))
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	isOurs := int(info.Sys().(*syscall.Stat_t).Uid) == os.Getuid()
	if !isOurs || !info.IsDir() || info.Mode().Perm() != 0o700 {
		return "", fmt.Errorf("%s is not a private folder", path)
	}
	return path, nil
}

func lock(folder string) (unlock func() error, err error) {
	f, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f.Close, nil
}
