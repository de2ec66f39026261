package desk

import (
	"context"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// date is a day, as 2006-01-02.
type date string

// status is the state of an invoice.
type status string

// The states of an invoice.
const (
	unpaid   status = "unpaid"
	paid     status = "paid"
	disputed status = "disputed"
)

// schemas are the types that say more than their kind.
var schemas = &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[date]():   {Type: "string", Pattern: `^(\d{4}-\d\d-\d\d)?$`, Description: "YYYY-MM-DD"},
	reflect.TypeFor[status](): {Type: "string", Enum: []any{string(unpaid), string(paid), string(disputed)}},
}}

// What a tool does to the file.
var (
	reads   = mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: new(false), OpenWorldHint: new(false)}
	adds    = mcp.ToolAnnotations{DestructiveHint: new(false), OpenWorldHint: new(false)}
	changes = mcp.ToolAnnotations{IdempotentHint: true, DestructiveHint: new(true), OpenWorldHint: new(false)}
)

// add adds a tool, whose types say what it takes and answers.
func add[In, Out any](d *Desk, name, description string, does mcp.ToolAnnotations, run func(context.Context, In) (Out, error)) {
	input, err := jsonschema.For[In](schemas)
	output, err2 := jsonschema.For[Out](schemas)
	if err != nil || err2 != nil {
		panic(fmt.Sprint("desk: ", err, err2)) // the types are ours
	}
	t := &mcp.Tool{Name: name, Description: description, Annotations: &does, InputSchema: input, OutputSchema: output}
	mcp.AddTool(d.server, t, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := run(ctx, in)
		return nil, out, err
	})
}

// all returns what a query finds, each row by scan.
func all[T any](ctx context.Context, d *Desk, scan func(scan func(...any) error) (T, error), query string, args ...any) ([]T, error) {
	rows, err := d.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := []T{}
	for rows.Next() {
		row, err := scan(rows.Scan)
		if err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, rows.Err()
}

// one returns the only thing that a query finds.
func one[T any](found []T, err error, what, name string) (T, error) {
	var none T
	if err != nil || len(found) == 1 {
		return append(found, none)[0], err
	}
	return none, fmt.Errorf("there is no %s %q", what, name)
}

// dollars writes an amount for people.
func dollars(cents int64) string { return fmt.Sprintf("$%d.%02d", cents/100, cents%100) }
