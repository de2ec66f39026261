package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"ppamaild/inspect"
)

type inspectCommand struct {
	JSON  bool     `help:"Print one line of JSON per message."`
	Staff []string `placeholder:"ADDR" help:"Read mail from this person as a decision: an address, or \"Name <address>\"; repeatable." sep:"none"`
	// A configuration is optional here.
	Config string   `placeholder:"FILE" help:"Configuration with the staff, the agency's name, time zone and states."`
	Files  []string `arg:"" name:"file" help:"Messages (.eml) or mailboxes (.mbox)."`
}

// Help describes the JSON.
func (inspectCommand) Help() string {
	return `With --json: file, kind, intent, message_id, in_reply_to, references, from, subject, visible_text (the author's own text), ` +
		`decision (verdict, reason, edit_text, a command's word and argument, and a list of several commands), application, ` +
		`documents (values from declarations pages, before a person accepts them), ` +
		`missing (required for rating), refer (reasons for a person to take over) and pii. ` +
		`About visible_text: clean (certainly the ` +
		`author's whole text), interleaved, notes and segments. Also problems, and error for unreadable parts; ` +
		`for an .mbox, index and thread. Facts not in the message are absent from application.`
}

// Validate rejects values of --staff without an address.
func (c inspectCommand) Validate() error {
	if err := (inspect.Options{Staff: c.Staff}).Check(); err != nil {
		return fmt.Errorf("--staff: %w", err)
	}
	return nil
}

// Run prints a report for each message of each file. Unreadable messages do not make Run fail. A
// missing file does, except with --json: a script reads the error of the report.
func (c inspectCommand) Run(env *environment) error {
	env.endAnywhere()
	options, err := c.options(env)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(env.stdout)
	encoder.SetEscapeHTML(false)
	var failed error
	for _, file := range c.Files {
		if _, err := os.Stat(file); err != nil && !c.JSON {
			failed = errors.Join(failed, err)
			continue
		}
		for _, r := range options.File(file) {
			print := printReport
			if c.JSON {
				print = func(_ io.Writer, r inspect.Report) error { return encoder.Encode(r) }
			}
			if err := print(env.stdout, r); err != nil {
				return err
			}
		}
	}
	return failed
}

// options returns how messages are read. Staff of the command line come first.
func (c inspectCommand) options(env *environment) (inspect.Options, error) {
	options := inspect.Options{Staff: c.Staff}
	if c.Config == "" {
		return options, nil
	}
	cfg, err := withConfig{Config: c.Config}.offline(env.stderr)
	if err != nil {
		return options, err
	}
	options.Location, options.Licensed = cfg.Agency.Location, cfg.Agency.LicensedStates
	options.Lines = []string{cfg.Agency.Name}
	for _, s := range cfg.Review.Staff {
		options.Lines = append(options.Lines, s.License)
		for _, address := range append([]string{s.Address}, s.Aliases...) {
			options.Staff = append(options.Staff, s.Name+" <"+address+">")
		}
	}
	return options, nil
}

func printReport(to io.Writer, r inspect.Report) error {
	var out bytes.Buffer
	if err := writeReport(&out, r); err != nil {
		return err
	}
	_, err := io.WriteString(to, strings.Map(shown, out.String()))
	return err
}

// shown replaces control characters, which a terminal would execute, and characters that change
// the direction of text.
func shown(r rune) rune {
	if r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return utf8.RuneError
	}
	return r
}

func writeReport(out io.Writer, r inspect.Report) error {
	if err := writeFields(out, r); err != nil {
		return err
	}
	for _, s := range r.Segments {
		if s.Why != "" {
			fmt.Fprintf(out, "%12s : %s\n", s.Kind, reason(s))
		}
		for line := range strings.SplitSeq(strings.TrimRight(s.Text, "\n"), "\n") {
			fmt.Fprintf(out, "%12s | %s\n", s.Kind, line)
		}
	}
	application, err := json.MarshalIndent(r.Application, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n\n", application)
	return err
}

// writeFields writes the values of a report that have one line.
func writeFields(out io.Writer, r inspect.Report) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(label, value string) {
		if value != "" {
			fmt.Fprintf(w, "%s\t%s\n", label, value)
		}
	}
	row("file", r.File)
	row("error", r.Error)
	row("kind", r.Kind)
	row("message_id", r.MessageID)
	row("in_reply_to", r.InReplyTo)
	row("references", strings.Join(r.References, " "))
	row("from", r.From)
	row("subject", r.Subject)
	row("intent", r.Intent)
	row("verdict", r.Decision.Verdict)
	row("reason", r.Decision.Reason)
	for _, c := range commandsOf(r.Decision) {
		row("command", strings.TrimSpace(c.Word+" "+strings.ReplaceAll(c.Argument, "\n", " / ")))
	}
	row("edit_text", strings.ReplaceAll(r.Decision.EditText, "\n", " / "))
	if d := r.Documents; d != nil {
		for _, f := range d.Facts {
			row("document", fmt.Sprintf("%s: %s is %s (%s)", f.From, f.Path, f.Value, f.Words))
		}
		row("document", strings.Join(d.Notes, "; "))
	}
	row("missing", strings.Join(r.Missing, ", "))
	if r.Refer != nil {
		row("refer", *r.Refer)
	}
	row("pii", strings.Join(r.PII, ", "))
	row("problems", strings.Join(r.Problems, "; "))
	row("notes", strings.Join(r.Notes, "; "))
	return w.Flush()
}

func commandsOf(d inspect.Decision) []inspect.Command {
	if len(d.Commands) == 0 && d.Command != nil {
		return []inspect.Command{*d.Command}
	}
	return d.Commands
}

// reason returns the sign that gave the segment its kind.
func reason(s inspect.Segment) string {
	if s.Guessed {
		return s.Why + " (a guess)"
	}
	return s.Why
}
