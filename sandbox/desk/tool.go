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

// schemas are types with more rules than their kind.
func schemas() *jsonschema.ForOptions {
	return &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[date](): {
			Type: "string", Pattern: `^(\d{4}-\d\d-\d\d)?$`, Description: "YYYY-MM-DD",
		},
		reflect.TypeFor[status](): {
			Type: "string", Enum: []any{string(unpaid), string(paid), string(disputed)},
		},
	}}
}

// reads, adds and changes are the effects of a tool on the records.
func reads() mcp.ToolAnnotations {
	return mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true,
		DestructiveHint: new(false), OpenWorldHint: new(false)}
}

func adds() mcp.ToolAnnotations {
	return mcp.ToolAnnotations{DestructiveHint: new(false), OpenWorldHint: new(false)}
}

func changes() mcp.ToolAnnotations {
	return mcp.ToolAnnotations{IdempotentHint: true, DestructiveHint: new(true),
		OpenWorldHint: new(false)}
}

// add adds a tool. The types of run are the schemas of its input and output.
func add[In, Out any](d *Desk, name, description string, does mcp.ToolAnnotations, run func(context.Context, In) (Out, error)) {
	input, err := jsonschema.For[In](schemas())
	output, err2 := jsonschema.For[Out](schemas())
	if err != nil || err2 != nil {
		panic(fmt.Sprint("desk: ", err, err2)) // the types are ours
	}
	t := &mcp.Tool{Name: name, Description: description, Annotations: &does, InputSchema: input, OutputSchema: output}
	mcp.AddTool(d.server, t, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := run(ctx, in)
		return nil, out, err
	})
}

// dollars formats an amount.
func dollars(cents int64) string { return fmt.Sprintf("$%d.%02d", cents/100, cents%100) }
