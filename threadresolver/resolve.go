// Package threadresolver finds the thread of a message. It weighs every signal and guesses
// nothing. Signals that disagree are a conflict. A message of a sender who does not take part
// in the thread is a stranger's message. A subject alone never joins messages.
package threadresolver

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Index is the part of the store that the resolver needs.
type Index interface {
	// ByMessageID returns the thread of a Message-ID or of a learned alias.
	ByMessageID(id string) (thread string, ok bool, err error)
	// Thread returns the thread of an ID and the addresses of its participants. The thread has
	// another ID if staff merged it into another thread. There are no participants if the
	// thread does not exist.
	Thread(id string) (thread string, participants []string, err error)
}

// Resolver finds the threads of messages. It is safe for concurrent use if its Index is safe.
type Resolver struct {
	Minter  Minter
	Index   Index
	Phrases Phrases
}

// Phrases has the sentences for staff, by name. *templates.Phrases implements Phrases.
type Phrases interface {
	Say(name string, args ...string) string
}

// Kind is the relation of a message to the threads.
type Kind string

// The kinds of outcome.
const (
	New      Kind = "new"
	Reply    Kind = "reply"
	Conflict Kind = "conflict" // staff must decide: signals disagree, or only a forward or the subject names a thread
	Stranger Kind = "stranger" // names a thread in which the sender does not take part
)

// Outcome is the result of Resolve. Staff may write to threads in which they do not take part:
// if the sender is staff, the caller treats a Stranger as a Reply.
type Outcome struct {
	Kind       Kind
	Thread     string   // of a reply or a stranger
	Candidates []string // of a conflict: all named threads, sorted
	Hints      []string // existing threads that only an ID in the subject names
	Why        []string // descriptions of all signals that counted
}

// Resolve weighs the signals of a message. It fails only if the index fails.
func (r *Resolver) Resolve(ctx context.Context, s Signals) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	claims, why, err := r.claims(s)
	if err != nil {
		return Outcome{}, fmt.Errorf("resolving the thread of <%s>: %w", s.MessageID, err)
	}
	hinted, err := r.hinted(s)
	if err != nil {
		return Outcome{}, fmt.Errorf("resolving the subject of <%s>: %w", s.MessageID, err)
	}
	o := r.decide(s, claims)
	if o.Kind == New && len(hinted.own) > 0 {
		o = r.conflict(hinted.own, "thread.only_subject", strings.Join(hinted.own, " or "))
	}
	o.Why = append(why, o.Why...)
	o.Hints = slices.DeleteFunc(hinted.all, func(id string) bool { return claims[id] != nil || slices.Contains(o.Candidates, id) })
	return o, nil
}

// claims returns the participants of every existing thread that the signals name.
func (r *Resolver) claims(s Signals) (map[string][]string, []string, error) {
	claims := map[string][]string{}
	var why []string
	claim := func(thread, because string) error {
		thread, people, err := r.Index.Thread(thread)
		if err == nil && len(people) > 0 {
			claims[thread] = people
			why = append(why, r.Phrases.Say("thread.names", because, thread))
		}
		return err
	}
	for _, id := range s.IDs {
		if err := r.claimByID(id, claim); err != nil {
			return nil, nil, err
		}
	}
	for _, ref := range s.Refs {
		if thread, ok := r.Minter.verifyRef(ref.Ref); ok {
			if err := claim(thread, r.Phrases.Say("thread.reference", ref.Where)); err != nil {
				return nil, nil, err
			}
		}
	}
	return claims, why, nil
}

// claimByID looks up an identifier in two ways: by its MAC and in the index. If the results
// differ, both count. An identifier with an invalid MAC counts like any other identifier.
func (r *Resolver) claimByID(id ID, claim func(thread, because string) error) error {
	verified, ok := r.Minter.Verify(id.Value)
	if ok {
		if err := claim(verified, r.Phrases.Say("thread.our_id", id.Field)); err != nil {
			return err
		}
	}
	for _, form := range Forms(id.Value) {
		known, found, err := r.Index.ByMessageID(form)
		if err != nil {
			return err
		}
		if found && known != verified {
			if err := claim(known, r.Phrases.Say("thread.known_id", id.Field)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Resolver) decide(s Signals, claims map[string][]string) Outcome {
	threads := slices.Sorted(maps.Keys(claims))
	switch {
	case len(threads) == 0:
		return Outcome{Kind: New}
	case len(threads) > 1:
		return r.conflict(threads, "thread.disagree")
	case !takesPart(s.From, claims[threads[0]]):
		why := r.Phrases.Say("thread.stranger", strings.Join(s.From, ", "), threads[0])
		return Outcome{Kind: Stranger, Thread: threads[0], Why: []string{why}}
	case s.Forwarded != "":
		return r.conflict(threads, "thread.forward", s.Forwarded)
	}
	return Outcome{Kind: Reply, Thread: threads[0]}
}

// conflict returns a conflict between threads, with the phrase that says why.
func (r *Resolver) conflict(threads []string, phrase string, args ...string) Outcome {
	return Outcome{
		Kind:       Conflict,
		Candidates: threads,
		Why:        []string{r.Phrases.Say(phrase, args...)},
	}
}

// takesPart reports whether every author is a participant. A participant must not hide
// another author.
func takesPart(authors, participants []string) bool {
	for _, a := range authors {
		if !slices.ContainsFunc(participants, func(p string) bool { return sameAddress(a, p) }) {
			return false
		}
	}
	return len(authors) > 0
}

// sameAddress compares addresses without ASCII case. Letters that look alike, or that Unicode
// folds, differ.
func sameAddress(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
