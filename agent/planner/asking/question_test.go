package asking

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"ppamaild/agent"
)

// The end of the program is no failure of the model.
func TestEndOfTheProgramIsNotLogged(t *testing.T) {
	for ended, want := range map[bool]bool{false: true, true: false} {
		var log bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		if ended {
			cancel()
		}
		ask := func(context.Context, *agent.State) (act agent.Action, _ agent.Usage, err error) {
			return act, agent.Usage{}, context.Canceled
		}
		o := Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}
		if _, err := o.OrRules(ctx, &agent.State{}, ask, nil); err == nil {
			t.Error("no error")
		}
		if got := log.Len() > 0; got != want {
			t.Errorf("ended %t: %s", ended, &log)
		}
		cancel()
	}
}
