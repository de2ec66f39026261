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

// printVersion prints the version, and the commit with its date if the build has one.
func printVersion(to io.Writer) error {
	commit := ""
	if info, known := debug.ReadBuildInfo(); known {
		commit = commitOf(info.Settings)
	}
	_, err := fmt.Fprintf(to, "ppamaild %s%s %s %s/%s\n",
		version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// commitOf returns the commit of a build and the day of the commit, such as
// " (0123456789ab, 2026-03-01)"; "" without a commit.
func commitOf(settings []debug.BuildSetting) string {
	of := make(map[string]string)
	for _, s := range settings {
		of[s.Key] = s.Value
	}
	revision, day := of["vcs.revision"], of["vcs.time"]
	if revision == "" {
		return ""
	}
	return fmt.Sprintf(" (%s, %s)", revision[:min(12, len(revision))], day[:min(10, len(day))])
}
