package agency

import (
	"io"
	"log/slog"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
	"ppamaild/review"
	"ppamaild/templates"
	"ppamaild/threadresolver"
)

// Agency is the agency that a daemon serves. Its fields do not change while stations run.
type Agency struct {
	Config     *config.Config
	Log        *slog.Logger
	Now        func() time.Time
	Rand       io.Reader
	Location   *time.Location
	Staff      configured.Staff
	References review.References
	Minter     threadresolver.Minter
	Templates  *templates.Set
}

// Say returns a phrase for staff, with up to five arguments.
func (a *Agency) Say(name string, args ...string) string { return a.StaffWords().Say(name, args...) }

// StaffWords returns the phrases for staff. An agency without templates has the embedded phrases.
func (a *Agency) StaffWords() *templates.Phrases {
	if a.Templates == nil {
		return nil
	}
	return a.Templates.Phrases("en")
}

// Observing reports whether nothing is sent to customers (agency.mode).
func (a *Agency) Observing() bool { return a.Config.Agency.Mode == config.ModeObserve }
