package daemon

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// TestConversation writes a thread's journal and the notes of a run as words: "a" is a
// customer's message named a, "a-" a move of the message to another thread, and "(a)" an erased
// message. "A" is an outgoing mail, and "." is an unrelated entry.
func TestConversation(t *testing.T) {
	d := quietDaemon(t, Options{Config: quietConfig(t)})
	far := strings.Repeat(". ", notify.LookBack)
	for i, c := range []struct{ journal, notes, want string }{
		{"", "", ""},
		{"a A b", "B", "a A b B"},
		{"a A b . B c . C", "d D", "b B c C d D"}, // the last six
		{"a A b B b- c", "C", "a A B c C"},
		{"a b", "b-", "a"},
		{"a b b- c b", "", "a c b"}, // it came back
		{"a A b b- c . a c", "", "a A c"},
		{"a A b", "a c", "a A b c"},
		{"a (b) c", "", "a c"},
		{"a " + far + "b", "", "b"},
	} {
		v := viewOf(d, store.Head{Thread: fmt.Sprintf("Q-%d", i)})
		err := d.Store.Update(t.Context(), func(tx store.Tx) (err error) {
			for seq, word := range strings.Fields(c.journal) {
				err = errors.Join(err, queue.AppendNote(tx, v.Head.Thread, noteIn(word)))
				if strings.HasPrefix(word, "(") {
					err = errors.Join(err, tx.Erase(v.Head.Thread, uint64(seq+1)))
				}
			}
			return err
		})
		for word := range strings.FieldsSeq(c.notes) {
			v.Notes = append(v.Notes, noteIn(word))
		}
		turns, readErr := v.Conversation(t.Context(), store.Review{Number: 1})
		if err := errors.Join(err, readErr); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, turn := range turns {
			got = append(got, turn.Text)
		}
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("of %.40q and %q: %q, not %q", c.journal, c.notes, got, c.want)
		}
	}
}

// noteIn returns the note that a word of TestConversation describes.
func noteIn(word string) agent.Note {
	name := strings.Trim(word, "()-")
	n := agent.Note{Source: store.SourceCustomer, Kind: agent.KindMessage, Actor: "alice@customer.test", Ref: name}
	switch {
	case word == ".":
		n.Source, n.Kind, n.Payload = store.SourceTool, agent.KindPlanned, agent.Planned{}
	case strings.HasSuffix(word, "-"):
		n.Source, n.Kind = store.SourceHumanReview, journal.KindMovedOut
	case strings.ToLower(word) != word:
		n.Source, n.Kind, n.Payload = store.SourceSystem, journal.KindOutbox, agent.Draft{Text: name}
	default:
		n.Payload = agent.CustomerMessage{Mail: agent.Mail{Text: name}}
	}
	return n
}

// Staff check the facts against the page that a customer forwards. The mail under answer is not
// shown a second time.
func TestAPassedOnMailIsShown(t *testing.T) {
	m := agent.Mail{Text: "Beat this.", Forwarded: "DECLARATIONS", IsForward: true}
	if got := new(notify.Writer).Shown(m); got != "Beat this.\n\n[passed on below it:]\n\nDECLARATIONS" {
		t.Errorf("%q", got)
	}
	if m.IsForward = false; new(notify.Writer).Shown(m) != "Beat this." {
		t.Errorf("%q", new(notify.Writer).Shown(m))
	}
}
