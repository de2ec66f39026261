// Package wire runs SQL statements on PostgreSQL connections, several statements in one round trip.
//
// It uses pgconn, the lower half of pgx. The upper half converts between the types of PostgreSQL
// and of Go, for any type. A store only has bytes, numbers, texts and truth values.
package wire

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
)

// Statement is a statement with the values of its parameters $1, $2, …: []byte, int64, string
// or bool. Result gets the result of the statement, unless it is nil.
type Statement struct {
	SQL    string
	Args   []any
	Result *Result
}

// Result is the result of a statement. The values of a row are []byte, int64, string, bool, or
// nil for NULL.
type Result struct {
	Rows [][]any
	Tag  string // what the statement did, such as COMMIT
}

// Conn is a connection. One goroutine uses it at a time.
type Conn struct {
	*pgconn.PgConn
	prepared map[string]string // names of prepared statements, by SQL
}

// Connect opens a connection.
func Connect(ctx context.Context, config *pgconn.Config) (*Conn, error) {
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return &Conn{conn, make(map[string]string)}, nil
}

// Run sends statements in one round trip and returns the result of the last one. The first
// statement that fails ends the run. A statement that is new to the connection costs one more
// round trip.
func (c *Conn) Run(ctx context.Context, statements ...Statement) (last Result, err error) {
	var batch pgconn.Batch
	for _, s := range statements {
		name, err := c.prepare(ctx, s.SQL)
		if err != nil {
			return last, err
		}
		values, formats, err := encode(s.Args)
		if err != nil {
			return last, err
		}
		batch.ExecPrepared(name, values, formats, []int16{binaryFormat})
	}
	results := c.ExecBatch(ctx, &batch)
	for n := 0; results.NextResult(); n++ {
		wanted := statements[n].Result != nil
		if n < len(statements)-1 && !wanted {
			_, err = results.ResultReader().Close()
		} else {
			last, err = read(results.ResultReader())
		}
		if err != nil {
			break
		}
		if wanted {
			*statements[n].Result = last
		}
	}
	if closing := results.Close(); err == nil {
		err = closing
	}
	return last, err
}

// Query is Run with one statement.
func (c *Conn) Query(ctx context.Context, sql string, args ...any) (Result, error) {
	return c.Run(ctx, Statement{SQL: sql, Args: args})
}

// Value returns the only value of a query.
func (c *Conn) Value(ctx context.Context, sql string, args ...any) (any, error) {
	found, err := c.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	if len(found.Rows) != 1 || len(found.Rows[0]) != 1 {
		return nil, fmt.Errorf("a query for one value returned %d rows", len(found.Rows))
	}
	return found.Rows[0][0], nil
}

func (c *Conn) prepare(ctx context.Context, sql string) (name string, err error) {
	if name, known := c.prepared[sql]; known {
		return name, nil
	}
	name = "s" + strconv.Itoa(len(c.prepared))
	if _, err := c.Prepare(ctx, name, sql, nil); err != nil {
		return "", err
	}
	c.prepared[sql] = name
	return name, nil
}

// read reads the rows of a statement.
func read(r *pgconn.ResultReader) (all Result, err error) {
	fields := r.FieldDescriptions()
	for r.NextRow() {
		row := make([]any, len(fields))
		for i, raw := range r.Values() {
			if row[i], err = decode(fields[i].DataTypeOID, raw); err != nil {
				return all, fmt.Errorf("column %s: %w", fields[i].Name, err)
			}
		}
		all.Rows = append(all.Rows, row)
	}
	tag, err := r.Close()
	all.Tag = tag.String()
	return all, err
}
