// Package search finds messages in the agency's own folders, by person, address, date and
// words.
//
// Promises:
//   - A search changes nothing in a mailbox: it uses EXAMINE and BODY.PEEK.
//   - Every hit was read and matches here. The server's results are only candidates.
//   - A message in several folders appears once, and the newest messages come first.
//   - Review mails and answers to them never appear. No returned text has a reference, and
//     private numbers are masked.
//   - The result names the folders and messages that were not searched or read.
//
// A search cannot find messages that the server omits. Some servers search encoded bodies
// without decoding them, against RFC 9051 §6.4.4.
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

// Query describes the messages to find: messages of a period with all words, from or to one of
// the people or addresses, if any are given.
type Query struct {
	People        []string  // "Mary Henderson", "Henderson, Mary"; "Henderson" matches the whole family
	Addresses     []string  // "mary@customer.test"; "@customer.test" matches the domain
	Words         []string  // each a word or phrase; "renew" finds "renewal" too
	Since, Before time.Time // by the Date field, or INTERNALDATE if Date is unreadable; Before is exclusive
	Folders       []string  // as the server names them; empty: the account's own, without trash, junk and drafts
	Limit         int       // hits; default 50, at most 500
}

// Options are the options of a Searcher.
type Options struct {
	Account  mailbox.Account
	Mask     func(string) string           // hides private numbers in a text; required
	LeaveOut func(*message.Message) bool   // reports further messages to omit, apart from reviews; may be nil
	Thread   func(*message.Message) string // names the thread of a message, or ""; may be nil
}

// Searcher searches the folders of one account, and is safe for concurrent use.
type Searcher struct {
	o      Options
	owner  string // owner of the folders, for logs
	reader *mailbox.Reader
}

// New checks the options and does no I/O.
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

// Close ends the connection, if it is open.
func (s *Searcher) Close() { s.reader.Close() }

// Limits of one Search.
const (
	defaultLimit  = 50
	maxLimit      = 500
	maxTerm       = 300 // bytes of one term
	maxTerms      = 100
	maxCandidates = 2000      // of one folder, the latest arrivals
	maxRead       = 2000      // whole messages of all folders
	maxOctets     = 512 << 10 // searched bytes of a message
	readAtOnce    = 32
)

// Search fails if the query is invalid, if the account is unreachable, or if ctx ends.
// Found.Skipped names folders that cannot be searched.
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
	r.searchFolders(ctx, r.choose(listed, q.Folders))
	if err := cmp.Or(ctx.Err(), r.read(ctx, deduplicate(r.candidates))); err != nil {
		return Found{}, fmt.Errorf("searching mail: %w", err)
	}
	return r.found, nil
}

// parse checks a query and converts it to a question for servers.
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
				return what, fmt.Errorf("can't search for %.50q: no letter, or more than %d bytes", s, maxTerm)
			}
			*list.to = append(*list.to, list.make(strings.TrimSpace(s)))
		}
	}
	if len(what.any)+len(what.all) == 0 && q.Since.IsZero() && q.Before.IsZero() {
		return what, errors.New("the query names nothing to search for")
	}
	return what, nil
}
