package configured

import (
	"errors"
	"slices"
	"testing"
	"time"

	"ppamaild/config"
)

// Members who are away are asked last. The absence ends at its day.
func TestAway(t *testing.T) {
	const lee, dana, owner = "lee@agency.test", "dana@agency.test", "owner@agency.test"
	now := time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)
	staff := NewStaff(config.Review{
		Staff:      []config.Staff{{Address: lee}, {Address: dana, Notify: config.NotifyDigest}},
		EscalateTo: []string{owner},
	})
	staff.Choices = NewChoices(func() time.Time { return now })
	var saved []byte
	save := func(all []byte) error { saved = all; return nil }
	goes := func(address string, days int) {
		away := Choice{AwayUntil: now.AddDate(0, 0, days)}
		if err := staff.Choices.Set(address, away, save); err != nil {
			t.Fatal(err)
		}
	}
	asks := func(when string, got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", when, got, want)
		}
	}
	asks("all here", staff.AskedFirst("plan", lee), lee)
	goes(lee, 2)
	asks("Lee away", staff.AskedFirst("plan", lee), dana)
	asks("Lee away, reminder", staff.StillAsked([]string{lee}, "plan"), dana)
	asks("Lee away, notice", staff.ToNotify(), dana)
	asks("Lee away, notice not for Dana", staff.ToNotify(dana), lee)
	goes(dana, 1)
	asks("both away", staff.Asked("plan"), owner)
	asks("both away, escalation", staff.EscalateTo([]string{owner}, "plan"), lee, dana)
	goes(owner, 1)
	asks("all away", staff.Asked("plan"), lee, dana)
	now = now.AddDate(0, 0, 1)
	asks("Dana is back", staff.Asked("plan"), dana)

	again := NewChoices(staff.Choices.now)
	if err := again.Read(saved); err != nil || again.Of(lee) != staff.Choices.Of(lee) {
		t.Errorf("read %+v, %v", again.Of(lee), err)
	}
	full := errors.New("the disk is full")
	err := again.Set(lee, Choice{}, func([]byte) error { return full })
	if !errors.Is(err, full) || again.Of(lee).AwayUntil.IsZero() {
		t.Errorf("a choice that was not saved counts: %v", err)
	}
	if again.Read([]byte("{")) == nil {
		t.Error("broken choices are read")
	}
}
