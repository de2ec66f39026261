package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"
)

// version is the release number in CHANGELOG.md.
const version = "0.1.0"

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(env *environment) error { return printVersion(env.stdout) }

// versionFlag prints the version, like the command.
type versionFlag bool

// BeforeReset implements a hook of kong.
func (versionFlag) BeforeReset(app *kong.Kong, env *environment) error {
	err := printVersion(env.stdout)
	app.Exit(exitDone)
	return err
}

// printVersion prints the version, and the commit if the build has one.
func printVersion(to io.Writer) error {
	revision := ""
	if info, known := debug.ReadBuildInfo(); known {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				revision = " (" + s.Value[:min(12, len(s.Value))] + ")"
			}
		}
	}
	_, err := fmt.Fprintf(to, "ppamaild %s%s %s %s/%s\n",
		version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
