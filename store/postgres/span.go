package postgres

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
)

// span selects rows of a table in an order.
type span struct {
	where string // "" or a condition with the parameters $1, $2, …
	args  []any
	order []string // columns, together unique
	desc  bool
	after []any // values of the columns order; nil: from the beginning
}

// The numbers of rows that scan reads in one query: few at first, because many callers stop early.
const firstPage, laterPage = 32, 256

// sql returns the end of a SELECT for the next rows of the span.
func (s span) sql(limit int) (end string, args []any) {
	args = slices.Clone(s.args)
	conditions := []string{}
	if s.where != "" {
		conditions = append(conditions, s.where)
	}
	direction, compare := "", ">"
	if s.desc {
		direction, compare = " DESC", "<"
	}
	if s.after != nil {
		var parameters []string
		for _, v := range s.after {
			args = append(args, v)
			parameters = append(parameters, "$"+strconv.Itoa(len(args)))
		}
		conditions = append(conditions, fmt.Sprintf("(%s) %s (%s)",
			strings.Join(s.order, ", "), compare, strings.Join(parameters, ", ")))
	}
	if len(conditions) > 0 {
		end = " WHERE " + strings.Join(conditions, " AND ")
	}
	args = append(args, int64(limit))
	return fmt.Sprintf("%s ORDER BY %s%s LIMIT $%d",
		end, strings.Join(s.order, direction+", "), direction, len(args)), args
}

// scan yields the rows of a span. A damaged row comes with an error. The loop may change the
// table; later rows show the changes.
func (t *records) scan(in *table, s span) iter.Seq2[row, error] {
	return func(yield func(row, error) bool) {
		for limit := firstPage; ; limit = laterPage {
			end, args := s.sql(limit)
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
				s.after = s.after[:0:0]
				for _, column := range s.order {
					s.after = append(s.after, r.columns[in.Index(column)])
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
