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
	prepared map[string]*pgconn.StatementDescription // by SQL
	names    int                                     // of statements, given so far
}

// Connect opens a connection.
func Connect(ctx context.Context, config *pgconn.Config) (*Conn, error) {
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, unreached{err}
	}
	return &Conn{conn, make(map[string]*pgconn.StatementDescription), 0}, nil
}

// Run sends statements in one round trip and returns the result of the last one. The first
// statement that fails ends the run.
func (c *Conn) Run(ctx context.Context, statements ...Statement) (last Result, err error) {
	calls := make([]call, len(statements))
	for n, s := range statements {
		if calls[n], err = encode(s.Args); err != nil {
			return last, err
		}
	}
	pipeline := c.StartPipeline(ctx)
	defer func() {
		if closing := pipeline.Close(); err == nil {
			err = closing
		}
	}()
	names := c.send(pipeline, statements, calls)
	if err = pipeline.Sync(); err != nil {
		return last, err
	}
	for n, s := range statements {
		next, err := pipeline.GetResults()
		if prepared, is := next.(*pgconn.StatementDescription); is {
			prepared.Name = names[s.SQL]
			c.prepared[s.SQL] = prepared
			next, err = pipeline.GetResults()
		}
		if err != nil {
			return last, err
		}
		reader, is := next.(*pgconn.ResultReader)
		switch {
		case !is:
			return last, fmt.Errorf("a statement got the result %T", next)
		case n < len(statements)-1 && s.Result == nil:
			_, err = reader.Close()
		default:
			last, err = read(reader)
		}
		if err != nil {
			return last, err
		}
		if s.Result != nil {
			*s.Result = last
		}
	}
	return last, nil
}

// send adds the calls of statements to a pipeline. names has the names of the statements, by SQL,
// that the server prepares in this pipeline.
func (c *Conn) send(
	pipeline *pgconn.Pipeline, statements []Statement, calls []call,
) (names map[string]string) {
	names = make(map[string]string)
	binary := []int16{binaryFormat}
	for n, s := range statements {
		if prepared := c.prepared[s.SQL]; prepared != nil {
			pipeline.SendQueryStatement(prepared, calls[n].values, calls[n].formats, binary)
			continue
		}
		name := names[s.SQL]
		if name == "" {
			c.names++
			name = "s" + strconv.Itoa(c.names)
			names[s.SQL] = name
			pipeline.SendPrepare(name, s.SQL, nil)
		}
		pipeline.SendQueryPrepared(name, calls[n].values, calls[n].formats, binary)
	}
	return names
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
