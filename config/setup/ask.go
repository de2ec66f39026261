package setup

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
)

// Asker asks questions.
type Asker struct {
	In     *bufio.Reader
	Out    io.Writer
	Secret func() (string, error) // reads a line without an echo; nil: from In
	Silent bool                   // ask nothing; flags and defaults answer

	ended   bool     // In has no more lines
	missing []string // flags of the questions without an answer
}

// question is a question with a flag that answers the question in advance.
type question struct {
	flag, text string
	preset     string                       // the answer of an empty line
	confirm    bool                         // only a person may accept preset
	optional   bool                         // an empty answer is fine
	check      func(string) (string, error) // nil: any answer is fine
}

// ask puts the answer into value. A value from a flag is checked and not asked.
func (a *Asker) ask(value *string, q question) error {
	if *value != "" {
		checked, err := q.checked(*value)
		if err != nil {
			return fmt.Errorf("--%s: %w", q.flag, err)
		}
		*value = checked
		return nil
	}
	for !a.Silent && !a.ended {
		answer, err := a.line(q, a.In.ReadString)
		if err != nil {
			return err
		}
		if a.ended && answer == "" {
			break
		}
		checked, err := q.checked(cmp.Or(answer, q.preset))
		if err == nil && (checked != "" || q.optional) {
			*value = checked
			return nil
		}
		if err != nil {
			fmt.Fprintf(a.Out, "  %v\n", err)
		}
	}
	if q.preset != "" && !q.confirm {
		*value = q.preset
	} else if !q.optional {
		a.missing = append(a.missing, "--"+q.flag)
	}
	return nil
}

// line prints a question and reads the answer.
func (a *Asker) line(q question, read func(byte) (string, error)) (string, error) {
	fmt.Fprint(a.Out, q.text)
	if q.preset != "" {
		fmt.Fprintf(a.Out, " [%s]", q.preset)
	}
	fmt.Fprint(a.Out, ": ")
	answer, err := read('\n')
	if err == io.EOF {
		a.ended, err = true, nil
		fmt.Fprintln(a.Out)
	}
	return strings.TrimSpace(answer), err
}

// askSecret is ask for a password.
func (a *Asker) askSecret(value *string, flag, text string) error {
	if a.Silent || a.ended {
		a.missing = append(a.missing, "--"+flag)
		return nil
	}
	read := a.In.ReadString
	if a.Secret != nil {
		read = func(byte) (string, error) {
			defer fmt.Fprintln(a.Out)
			return a.Secret()
		}
	}
	answer, err := a.line(question{text: text}, read)
	if *value = answer; answer == "" {
		a.missing = append(a.missing, "--"+flag)
	}
	return err
}

// Confirm asks a question with the answers yes and no. An empty line means yes.
func (a *Asker) Confirm(text string) bool {
	if a.Silent || a.ended {
		return false
	}
	answer, err := a.line(question{text: text, preset: "yes"}, a.In.ReadString)
	if err != nil || a.ended && answer == "" {
		return false
	}
	return answer == "" || strings.HasPrefix(strings.ToLower(answer), "y")
}

func (q question) checked(answer string) (string, error) {
	if answer == "" || q.check == nil {
		return answer, nil
	}
	return q.check(answer)
}
