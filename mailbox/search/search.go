// Package search finds messages in the agency's own folders, by person, address, date
// and words.
//
// It promises:
//   - nothing in a mailbox changes: folders are only examined, bodies only peeked at;
//   - a hit was read and matches by what was read here; what a server claims to have
//     found is only where to look;
//   - a message that lies in several folders is given once, and the newest come first;
//   - our review mails and the answers to them are never given, no text that is given
//     holds a reference, and private numbers are masked in it;
//   - what was not searched, or not read, is said in words.
//
// It can't find what the server leaves out: one that does not decode bodies before it
// searches them (RFC 9051 §6.4.4 asks it to) hides what is encoded.
package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ppamaild/mailbox"
	"ppamaild/mailbox/message"
	"ppamaild/spelling"
)

// Query says what is looked for: messages of the time that name one of the people or
// addresses, if any are given, and hold all of the words.
type Query struct {
	People        []string  // "Mary Henderson", "Henderson, Mary"; "Henderson" stands for the whole family
	Addresses     []string  // "mary@customer.test"; "@customer.test" stands for all of a domain
	Words         []string  // each a word or phrase; "renew" finds "renewal" too
	Since, Before time.Time // by the Date field, or INTERNALDATE where that can't be read; Before is exclusive
	Folders       []string  // as the server names them; empty: all that can be opened but those for trash, junk and drafts, and other people's
	Limit         int       // hits; default 50, at most 500
}

// Options are what a Searcher works with.
type Options struct {
	Account  mailbox.Account
	Mask     func(string) string           // hides private numbers in a text; required
	LeaveOut func(*message.Message) bool   // reports what is not to be given, besides what has a review's reference; may be nil
	Thread   func(*message.Message) string // names the thread of a message, "" if it has none; may be nil
}

// Searcher searches the folders of one account. It is safe for concurrent use.
type Searcher struct {
	o      Options
	owner  string // of the folders, as logs name them
	reader *mailbox.Reader
}

// New checks the options; it does no I/O.
func New(o Options) (*Searcher, error) {
	if o.Mask == nil {
		return nil, errors.New("searching mail: nothing hides private numbers")
	}
	if o.LeaveOut == nil {
		o.LeaveOut = func(*message.Message) bool { return false }
	}
	if o.Thread == nil {
		o.Thread = func(*message.Message) string { return "" }
	}
	reader, err := mailbox.NewReader(o.Account)
	if err != nil {
		return nil, fmt.Errorf("searching mail: %w", err)
	}
	owner := strings.TrimSuffix(o.Account.Name, "/"+o.Account.Folder)
	return &Searcher{o: o, owner: cmp.Or(owner, o.Account.Username), reader: reader}, nil
}

// Close ends the connection, if one is open.
func (s *Searcher) Close() { s.reader.Close() }

// Bounds of one Search.
const (
	defaultLimit  = 50
	maxLimit      = 500
	maxTerm       = 300 // octets of one
	maxTerms      = 100
	maxCandidates = 2000      // of one folder, the latest that arrived
	maxRead       = 2000      // messages read whole, of all folders
	maxOctets     = 512 << 10 // of a message; what is behind them is not looked at
	readAtOnce    = 32
)

// Search fails where the query is none, the account can't be reached, or ctx ends. A
// folder that can't be searched is named in Found.Skipped.
func (s *Searcher) Search(ctx context.Context, q Query) (Found, error) {
	what, err := parse(q)
	if err != nil {
		return Found{}, fmt.Errorf("searching mail: %w", err)
	}
	listed, err := s.reader.Folders(ctx)
	if err != nil {
		return Found{}, fmt.Errorf("searching mail: %w", err)
	}
	r := &run{Searcher: s, what: what, limit: min(cmp.Or(q.Limit, defaultLimit), maxLimit)}
	r.lookThrough(ctx, r.choose(listed, q.Folders))
	if err := cmp.Or(ctx.Err(), r.read(ctx, unite(r.candidates))); err != nil {
		return Found{}, fmt.Errorf("searching mail: %w", err)
	}
	return r.found, nil
}

// parse checks a query and makes the question of it that servers are asked.
func parse(q Query) (question, error) {
	what := question{since: q.Since, before: q.Before}
	if n := len(q.People) + len(q.Addresses) + len(q.Words); n > maxTerms {
		return what, fmt.Errorf("the query has %d terms, over %d", n, maxTerms)
	}
	if q.Limit < 0 {
		return what, fmt.Errorf("the limit %d is negative", q.Limit)
	}
	for _, list := range []struct {
		given []string
		make  func(string) term
		to    *[]term
	}{{q.People, person, &what.any}, {q.Addresses, address, &what.any}, {q.Words, words, &what.all}} {
		for _, s := range list.given {
			if spelling.Words(s) == "" || len(s) > maxTerm {
				return what, fmt.Errorf("%.50q can't be searched for: it has no letter, or over %d octets", s, maxTerm)
			}
			*list.to = append(*list.to, list.make(strings.TrimSpace(s)))
		}
	}
	if len(what.any)+len(what.all) == 0 && q.Since.IsZero() && q.Before.IsZero() {
		return what, errors.New("the query names nothing to search for")
	}
	return what, nil
}
