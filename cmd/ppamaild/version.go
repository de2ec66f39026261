package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is the release number in CHANGELOG.md.
const version = "0.1.0"

type versionCommand struct{}

// Run prints the version, and the commit if the build has one.
func (versionCommand) Run(env *environment) error {
	revision := ""
	if info, known := debug.ReadBuildInfo(); known {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				revision = " (" + s.Value[:min(12, len(s.Value))] + ")"
			}
		}
	}
	_, err := fmt.Fprintf(env.stdout, "ppamaild %s%s %s %s/%s\n", version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
