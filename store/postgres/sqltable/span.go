package sqltable

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Span selects rows of a table in an order.
type Span struct {
	Where string // "" or a condition with the parameters $1, $2, …
	Args  []any
	Order []string // columns, together unique
	Desc  bool
	After []any // values of the columns Order; nil: from the beginning
}

// SQL returns the end of a SELECT for the next rows of the span.
func (s Span) SQL(limit int) (end string, args []any) {
	args = slices.Clone(s.Args)
	conditions := []string{}
	if s.Where != "" {
		conditions = append(conditions, s.Where)
	}
	direction, compare := "", ">"
	if s.Desc {
		direction, compare = " DESC", "<"
	}
	if s.After != nil {
		var parameters []string
		for _, v := range s.After {
			args = append(args, v)
			parameters = append(parameters, "$"+strconv.Itoa(len(args)))
		}
		conditions = append(conditions, fmt.Sprintf("(%s) %s (%s)",
			strings.Join(s.Order, ", "), compare, strings.Join(parameters, ", ")))
	}
	if len(conditions) > 0 {
		end = " WHERE " + strings.Join(conditions, " AND ")
	}
	args = append(args, int64(limit))
	return fmt.Sprintf("%s ORDER BY %s%s LIMIT $%d",
		end, strings.Join(s.Order, direction+", "), direction, len(args)), args
}
