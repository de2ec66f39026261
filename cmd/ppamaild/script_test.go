package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Each script is a session at the command line that anyone can read.
func TestScripts(t *testing.T) {
	self, err := os.Executable()
	noError(t, err)
	bin := t.TempDir()
	noError(t, os.Symlink(self, filepath.Join(bin, "ppamaild")))
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv(asProgram, "1")
			return nil
		},
	})
}
