// Package threadresolver says which thread a message belongs to, and how sure
// that is. It promises to weigh every signal and to guess nothing: signals that
// disagree are a conflict, a message from someone who takes no part in its
// thread is a stranger's, and a subject never joins anything.
package threadresolver

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Index is what the resolver asks of the store.
type Index interface {
	// ByMessageID returns the thread that a Message-ID or a learnt alias of one
	// belongs to.
	ByMessageID(id string) (thread string, ok bool, err error)
	// Thread returns the thread that an id stands for, which is another one where
	// staff have merged it into that, and the addresses that take part in it: none
	// where there is no such thread.
	Thread(id string) (thread string, participants []string, err error)
}

// Resolver finds the threads of messages. It is safe for concurrent use if its
// Index is.
type Resolver struct {
	Minter Minter
	Index  Index
}

// Kind is how a message stands to the threads there are.
type Kind string

// The kinds of outcome.
const (
	New      Kind = "new"
	Reply    Kind = "reply"
	Conflict Kind = "conflict" // staff must say: signals disagree, a forward names a thread, or only the subject does
	Stranger Kind = "stranger" // names a thread in which its sender takes no part
)

// Outcome is what Resolve found. Whether a member of staff may write to a
// thread does not follow from its participants: for a sender who is staff, the
// caller reads Thread of a Stranger as that of a Reply.
type Outcome struct {
	Kind       Kind
	Thread     string   // of a reply or a stranger
	Candidates []string // of a conflict: every thread that is named, sorted
	Hints      []string // threads that exist, and that nothing but the id in the subject names
	Why        []string // every signal that counted, in words
}

// Resolve weighs the signals of a message. It fails only where the index does.
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
	o := decide(s, claims)
	if o.Kind == New && len(hinted.own) > 0 {
		o = Outcome{Kind: Conflict, Candidates: hinted.own, Why: []string{"nothing but its subject says that it belongs to " + strings.Join(hinted.own, " or ")}}
	}
	o.Why = append(why, o.Why...)
	o.Hints = slices.DeleteFunc(hinted.all, func(id string) bool { return claims[id] != nil || slices.Contains(o.Candidates, id) })
	return o, nil
}

// claims returns the participants of every thread that the signals name and
// that exists.
func (r *Resolver) claims(s Signals) (map[string][]string, []string, error) {
	claims := map[string][]string{}
	var why []string
	claim := func(thread, because string) error {
		thread, people, err := r.Index.Thread(thread)
		if err == nil && len(people) > 0 {
			claims[thread] = people
			why = append(why, because+" names "+thread)
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
			if err := claim(thread, "reference in "+ref.Where); err != nil {
				return nil, nil, err
			}
		}
	}
	return claims, why, nil
}

// claimByID follows both ways an identifier can name a thread: the mark we put
// into it, and the index. They may disagree, and then both count. An identifier
// in our form without a valid mark is like any other.
func (r *Resolver) claimByID(id ID, claim func(thread, because string) error) error {
	marked, ok := r.Minter.Verify(id.Value)
	if ok {
		if err := claim(marked, "our Message-ID in "+id.Field); err != nil {
			return err
		}
	}
	for _, form := range Forms(id.Value) {
		known, found, err := r.Index.ByMessageID(form)
		if err != nil {
			return err
		}
		if found && known != marked {
			if err := claim(known, "a known identifier in "+id.Field); err != nil {
				return err
			}
		}
	}
	return nil
}

func decide(s Signals, claims map[string][]string) Outcome {
	threads := slices.Sorted(maps.Keys(claims))
	switch {
	case len(threads) == 0:
		return Outcome{Kind: New}
	case len(threads) > 1:
		return Outcome{Kind: Conflict, Candidates: threads, Why: []string{"the signals disagree"}}
	case !takesPart(s.From, claims[threads[0]]):
		return Outcome{Kind: Stranger, Thread: threads[0], Why: []string{strings.Join(s.From, ", ") + " takes no part in " + threads[0]}}
	case s.Forwarded != "":
		return Outcome{Kind: Conflict, Candidates: threads, Why: []string{"it is a forward (" + s.Forwarded + ":)"}}
	}
	return Outcome{Kind: Reply, Thread: threads[0]}
}

// takesPart reports whether every author is a participant: one who is not must
// not be hidden behind one who is.
func takesPart(authors, participants []string) bool {
	for _, a := range authors {
		if !slices.ContainsFunc(participants, func(p string) bool { return sameAddress(a, p) }) {
			return false
		}
	}
	return len(authors) > 0
}

// sameAddress compares addresses without regard to ASCII case. Letters that
// only look alike, or that Unicode folds together, stay different.
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
