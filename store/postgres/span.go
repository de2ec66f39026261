package postgres

import (
	"iter"
	"time"

	"ppamaild/store/postgres/sqltable"
)

// span selects rows of a table in an order.
type span = sqltable.Span

// The numbers of rows that scan reads in one query: few at first, because many callers stop early.
const firstPage, laterPage = 32, 256

// scan yields the rows of a span. A damaged row comes with an error. The loop may change the
// table; later rows show the changes.
func (t *records) scan(in *table, s span) iter.Seq2[row, error] {
	return func(yield func(row, error) bool) {
		for limit := firstPage; ; limit = laterPage {
			end, args := s.SQL(limit)
			page, err := t.rows(in, end, args...)
			if err != nil {
				yield(row{}, err)
				return
			}
			changes := t.changes
			for _, r := range page {
				if !yield(t.unseal(r)) {
					return
				}
				s.After = s.After[:0:0]
				for _, column := range s.Order {
					s.After = append(s.After, r.columns[in.Index(column)])
				}
				if t.changes != changes {
					break
				}
			}
			if len(page) < limit && t.changes == changes {
				return
			}
		}
	}
}

// each calls fn for the values of a span, until fn returns false.
func each[T any](
	t *records, in *table, s span, decode func(row) (T, error), fn func(T) bool,
) error {
	for r, err := range t.scan(in, s) {
		if err != nil {
			return err
		}
		v, err := decode(r)
		if err != nil {
			return err
		}
		if !fn(v) {
			return nil
		}
	}
	return nil
}

// list returns the values of a span.
func list[T any](t *records, in *table, s span, decode func(row) (T, error)) (all []T, err error) {
	err = each(t, in, s, decode, func(v T) bool { all = append(all, v); return true })
	if err != nil {
		return nil, err
	}
	return all, nil
}

// due reads up to limit values of a span that are not after now, and the time of the next value.
func due[T any](
	t *records, in *table, s span, now time.Time, limit int,
	decode func(row) (T, error), at func(T) time.Time,
) (all []T, next time.Time, err error) {
	err = each(t, in, s, decode, func(v T) bool {
		switch {
		case at(v).After(now):
			next = at(v)
		case len(all) >= limit:
			next = now
		default:
			all = append(all, v)
			return true
		}
		return false
	})
	if err != nil {
		return nil, time.Time{}, err
	}
	return all, next, nil
}
