package main

import (
	"bytes"
	"cmp"
	"embed"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/alecthomas/kong"
)

var manualFolder = flag.String("manual", "", "folder for the man page and the completion of shells")

//go:embed testdata/manual
var manual embed.FS

// writeManual writes the man page and the completion of shells.
func writeManual(t *testing.T, folder string) {
	t.Helper()
	parser, err := newParser(new(commands), "")
	noError(t, err)
	nodes := nodesOf(parser.Model.Node, "")
	for name, file := range map[string]string{
		"man": "ppamaild.1", "bash": "ppamaild.bash", "zsh": "_ppamaild", "fish": "ppamaild.fish",
	} {
		noError(t, os.WriteFile(filepath.Join(folder, file), []byte(rendered(t, name, nodes)), 0o644))
	}
}

// The build of the package takes the files from here: packaging/build-deb sets the flag.
func TestManual(t *testing.T) {
	folder := *manualFolder
	if folder == "" {
		folder = t.TempDir()
	}
	writeManual(t, folder)
	file := filepath.Join(folder, "ppamaild.1")
	page, err := os.ReadFile(file)
	noError(t, err)
	for _, want := range []string{".SS threads list", `.B \-\-config=FILE`, ".SH EXIT STATUS"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the man page lacks %q:\n%s", want, page)
		}
	}
	// man renders the page without a warning.
	shown := exec.CommandContext(t.Context(), "man", "--warnings", "--local-file", file)
	shown.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "MANWIDTH=80", "MAN_KEEP_FORMATTING=")
	var warned bytes.Buffer
	shown.Stderr = &warned
	text, err := shown.Output()
	if err != nil || warned.Len() > 0 || !strings.Contains(string(text), "threads list") {
		t.Errorf("%v: %s\n%s", err, &warned, text)
	}
}

// node is a command and its possible next words.
type node struct {
	*kong.Node
	Path     string // such as "threads list"; "" for the program
	Usage    string
	Commands []*kong.Node
	Flags    []option
}

type option struct {
	Name, Short, Help string

	Usage string   // such as --config=FILE
	Value bool     // takes a value
	Enum  []string // allowed values
}

func nodesOf(n *kong.Node, path string) (all []node) {
	here := node{Node: n, Path: path, Usage: strings.TrimSuffix(n.Summary(), " [flags]")}
	for _, child := range n.Children {
		if child.Hidden {
			continue
		}
		here.Commands = append(here.Commands, child)
		all = append(all, nodesOf(child, strings.TrimSpace(path+" "+child.Name))...)
	}
	for _, flags := range n.AllFlags(true) {
		for _, f := range flags {
			o := option{
				Name: f.Name, Help: f.Help, Usage: strings.ReplaceAll(f.Summary(), "=STRING", "=TEXT"),
				Value: !f.IsBool() && !f.IsCounter(),
			}
			if f.Short != 0 {
				o.Short = string(f.Short)
			}
			if f.Enum != "" {
				o.Enum = f.EnumSlice()
			}
			here.Flags = append(here.Flags, o)
		}
	}
	slices.SortStableFunc(here.Flags, func(a, b option) int { return cmp.Compare(a.Name, b.Name) })
	return append([]node{here}, all...)
}

func firstSentence(help string) string {
	first, _, _ := strings.Cut(help, ". ")
	return strings.TrimSuffix(first, ".")
}

// roff escapes text for a man page.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	return regexp.MustCompile(`(?m)^[.']`).ReplaceAllString(s, `\&$0`)
}

func rendered(t *testing.T, name string, nodes []node) string {
	t.Helper()
	funcs := template.FuncMap{
		"quote": func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" },
		"fish":  func(s string) string { return "'" + strings.ReplaceAll(s, "'", `\'`) + "'" },
		"colon": func(s string) string { return strings.ReplaceAll(s, ":", `\:`) },
		"join":  strings.Join,
		"first": firstSentence,
		"roff":  roff,
		"step": func(path string) string { // as the scripts walk: "threads list"
			if !strings.Contains(path, " ") {
				return " " + path
			}
			return path
		},
	}
	file := name + ".tmpl"
	tmpl, err := template.New(file).Funcs(funcs).ParseFS(manual, "testdata/manual/"+file)
	noError(t, err)
	var out bytes.Buffer
	noError(t, tmpl.Execute(&out, nodes))
	return out.String()
}

// Each shell completes commands, subcommands, flags and values. zsh hands its candidates to the
// function _describe, which the test replaces.
func TestShellsComplete(t *testing.T) {
	folder := t.TempDir()
	writeManual(t, folder)
	path := func(name string) string { return filepath.Join(folder, name) }
	const bash = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ppamaild
		printf '%s\n' "${COMPREPLY[@]}"`
	const fish = `source $argv[1]; complete -C "$argv[2..]"`
	const zsh = `_describe() { print -rl -- ${(P)${@[-1]}} }; _files() { print FILES }; compdef() { }
		source "$1"; shift; words=("$@"); CURRENT=$#words; _ppamaild`
	for _, line := range []struct {
		typed         string
		offered, lack []string
	}{
		{"ppamaild ", []string{"threads", "backup", "run"}, []string{"retry"}},
		{"ppamaild threads ", []string{"retry", "list"}, []string{"backup"}},
		{"ppamaild threads list --", []string{"--config", "--help"}, []string{"retry"}},
	} {
		words := strings.Split(line.typed, " ")
		for shell, args := range map[string][]string{
			"bash": append([]string{"-c", bash, path("ppamaild.bash")}, words...),
			"fish": {"-c", fish, path("ppamaild.fish"), line.typed},
			"zsh":  append([]string{"-fc", zsh, "zsh", path("_ppamaild")}, words...),
		} {
			out, err := exec.CommandContext(t.Context(), shell, args...).CombinedOutput()
			if err != nil {
				t.Errorf("%s: %v: %s", shell, err, out)
			}
			for _, want := range line.offered {
				if !strings.Contains(string(out), want) {
					t.Errorf("%s: %q does not offer %s:\n%s", shell, line.typed, want, out)
				}
			}
			for _, other := range line.lack {
				if regexp.MustCompile(`(?m)^` + other + `\b`).Match(out) {
					t.Errorf("%s: %q offers %s:\n%s", shell, line.typed, other, out)
				}
			}
		}
	}
}
