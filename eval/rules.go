package eval

import (
	"context"
	"errors"

	"ppamaild/inspect"
)

// Rules is the planner "rules", as inspect runs the planner.
type Rules struct{ Options inspect.Options }

// Read implements Planner.
func (r Rules) Read(ctx context.Context, file string) (Reading, error) {
	if err := ctx.Err(); err != nil {
		return Reading{}, err
	}
	reports := r.Options.File(file)
	if len(reports) != 1 {
		return Reading{}, errors.New("it is not a single message")
	}
	report := reports[0]
	if report.Error != "" {
		return Reading{}, errors.New(report.Error)
	}
	reading := Reading{
		From: report.From, Intent: report.Intent,
		Application: report.Application, Missing: report.Missing,
	}
	if report.Refer != nil {
		reading.Refer = *report.Refer
	}
	return reading, nil
}
