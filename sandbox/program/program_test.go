package program_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"ppamaild/sandbox/program"
)

// The second build of the same sources is the first one.
func TestBuildsOnce(t *testing.T) {
	var infos [2]os.FileInfo
	for i := range infos {
		path, err := program.Build(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), path, "version").Output()
		if err != nil || !strings.HasPrefix(string(out), "ppamaild ") {
			t.Fatalf("%q, %v", out, err)
		}
		if infos[i], err = os.Stat(path); err != nil {
			t.Fatal(err)
		}
	}
	if !os.SameFile(infos[0], infos[1]) {
		t.Error("two files")
	}
}
