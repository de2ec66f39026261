// Command corpora scores ppamaild on a folder of real mail. It builds the program, runs the
// folder's score.py and our own measurements, prints the results, and fails if a figure misses
// its threshold. The thresholds are in the file thresholds and are never loosened.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 2 || os.Args[1] == "" {
		fmt.Fprintln(os.Stderr, "PPAMAILD_CORPORA is unset: make corpora PPAMAILD_CORPORA=PATH wants the folder of the corpora")
		os.Exit(2)
	}
	missed, err := run(os.Args[1], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "corpora:", err)
		os.Exit(1)
	}
	if missed > 0 {
		os.Exit(1)
	}
}

// run measures, prints, and returns the number of missed thresholds.
func run(folder string, out io.Writer) (missed int, err error) {
	bounds, err := readThresholds()
	if err != nil {
		return 0, err
	}
	folder, err = filepath.Abs(folder)
	if err != nil {
		return 0, err
	}
	scored, err := score(folder, out)
	if err != nil {
		return 0, fmt.Errorf("scoring: %w", err)
	}
	timed, err := measure(folder, out)
	if err != nil {
		return 0, fmt.Errorf("measuring in process: %w", err)
	}
	return judge(out, bounds, figures(scored, timed)), nil
}

// score builds the program and runs score.py. The last line of score.py repeats the tables as
// JSON.
func score(folder string, out io.Writer) (s scores, err error) {
	dir, err := os.MkdirTemp("", "corpora")
	if err != nil {
		return s, err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "ppamaild")
	if _, err = output(exec.Command("go", "build", "-o", binary, "./cmd/ppamaild")); err != nil {
		return s, err
	}
	printed, err := output(exec.Command(filepath.Join(folder, "score.py"), binary))
	if err != nil {
		return s, err
	}
	tables, line, found := bytes.Cut(printed, []byte("\nSCORE "))
	if !found {
		return s, errors.New("it printed no line SCORE")
	}
	fmt.Fprintf(out, "%s\n", tables)
	return s, json.Unmarshal(line, &s)
}

// measure runs the test that reads the corpora in its own process.
func measure(folder string, out io.Writer) (m measures, err error) {
	test := exec.Command("go", "test", "./inspect", "-run", "^TestCorpora$", "-v", "-count=1")
	test.Env = append(os.Environ(), "PPAMAILD_CORPORA="+folder)
	printed, err := output(test)
	for line := range strings.Lines(string(printed)) {
		if values, found := strings.CutPrefix(line, "FIGURES "); found {
			err = json.Unmarshal([]byte(values), &m) // a failed test also prints the values
			fmt.Fprintf(out, "in process: %d messages; %.0f ordinary ones a second on one core (a bare read by go-message: %.0f); slowest %.0f ms (%s)\n",
				m.Messages, m.Speed, m.Floor, m.SlowestMS, m.Slowest)
			return m, err
		}
	}
	if err == nil {
		err = errors.New("it printed no line FIGURES")
	}
	return m, err
}

// output runs a command and returns standard output. Errors include standard error.
func output(c *exec.Cmd) ([]byte, error) {
	var complaints bytes.Buffer
	c.Stderr = &complaints
	printed, err := c.Output()
	if err != nil {
		return printed, fmt.Errorf("%s: %w: %s", c.Args[0], err, complaints.Bytes())
	}
	return printed, nil
}
