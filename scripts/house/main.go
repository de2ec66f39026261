// House measures the layout of a checkout and its English. House prints a table, or each place
// where the prose breaks a rule.
//
//	go run ./scripts/house [--write FILE] [DIR]
//	go run ./scripts/house --prose [DIR]
//	go run ./scripts/house --check FILE    # fails above the ceilings of the file
//	go run ./scripts/house --lower FILE    # lowers the ceilings to the figures of today
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"ppamaild/scripts/house/measure"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("house", flag.ContinueOnError)
	findings := flags.Bool("prose", false, "print each place where the prose breaks a rule")
	write := flags.String("write", "", "write the table between the markers of this `file`")
	check := flags.String("check", "", "fail where a figure is above its ceiling in this `file`")
	lower := flags.String("lower", "", "lower the ceilings in this `file` to what is measured")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir := "."
	if flags.NArg() > 0 {
		dir = flags.Arg(0)
	}
	now, err := measure.Checkout(dir)
	if err != nil {
		return err
	}
	switch {
	case *check != "":
		return compare(*check, now, out)
	case *lower != "":
		return measure.Lower(*lower, now)
	case *write != "":
		return insert(*write, table(now))
	case *findings:
		for _, f := range now.Findings {
			fmt.Fprintf(out, "%s:%d: %s: %s\n", f.File, f.Line, f.Rule, f.Text)
		}
		return nil
	}
	_, err = io.WriteString(out, table(now))
	return err
}

// compare prints what is above or below the ceilings, and fails for the former.
func compare(file string, now measure.House, out io.Writer) error {
	ceilings, err := measure.Load(file)
	if err != nil {
		return err
	}
	above, below := ceilings.Compare(now)
	for _, line := range append(below, above...) {
		fmt.Fprintln(out, line)
	}
	if len(above) > 0 {
		return fmt.Errorf("%d figures are above their ceilings; --prose lists each place, --lower takes moved prose along", len(above))
	}
	return nil
}
