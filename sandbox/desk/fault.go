package desk

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Fault is a way in which a server fails.
type Fault struct {
	Name string // from Faults
	Tool string // limits the fault to calls of a tool; "" for all tools
	Nth  int    // the number of the call, from 1 over the life of the file; 0 for every call
}

// The faults.
const (
	faultExit      = "exit"
	faultLost      = "lost"
	faultPanic     = "panic"
	faultStray     = "stray"
	faultHang      = "hang"
	faultSlow      = "slow"
	faultSchema    = "wrong_schema"
	faultBare      = "no_structure"
	faultOversized = "oversized"
	faultHuge      = "huge"
	faultRefuse    = "error"
)

// Faults returns the names of all faults with their effects.
func Faults() map[string]string {
	return map[string]string{
		faultExit:      "the process exits with status 3; nothing took effect",
		faultLost:      "the call takes effect; the process exits without an answer",
		faultPanic:     "the process panics; nothing took effect",
		faultStray:     "text on standard output is not a message; nothing took effect",
		faultHang:      "no answer while the caller waits; nothing took effect",
		faultSlow:      "the call takes effect; the answer is a second late",
		faultSchema:    "the call takes effect; the structured content has another shape",
		faultBare:      "the call takes effect; there is no structured content",
		faultOversized: "the call takes effect; the answer has 2 MB",
		faultHuge:      "the call takes effect; the answer has 17 MiB, above the limit of a message",
		faultRefuse:    "the tool fails",
	}
}

// ParseFault reads "exit", "exit@3" (the third call) or "search_invoices:exit@3".
func ParseFault(s string) (Fault, error) {
	tool, rest, ofTool := strings.Cut(s, ":")
	if !ofTool {
		tool, rest = "", s
	}
	name, nth, counted := strings.Cut(rest, "@")
	f := Fault{Name: name, Tool: tool}
	if _, known := Faults()[name]; !known {
		return f, fmt.Errorf("fault %q is not one of %s", s, strings.Join(slices.Sorted(maps.Keys(Faults())), ", "))
	}
	var err error
	if counted {
		if f.Nth, err = strconv.Atoi(nth); err != nil || f.Nth < 1 {
			return f, fmt.Errorf("fault %q: %q is not the number of a call", s, nth)
		}
	}
	return f, nil
}

// strike wraps each call in its fault.
func (d *Desk) strike(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		call, is := req.GetParams().(*mcp.CallToolParamsRaw)
		if !is {
			return next(ctx, method, req)
		}
		fault, err := d.faultOf(call.Name)
		if err != nil {
			return nil, err
		}
		d.o.Log.Info("call", "tool", call.Name, "fault", fault)
		if result := d.before(ctx, fault); result != nil || ctx.Err() != nil {
			return result, ctx.Err()
		}
		result, err := next(ctx, method, req)
		if answer, is := result.(*mcp.CallToolResult); is && err == nil {
			d.after(ctx, fault, answer)
		}
		return result, err
	}
}

// faultOf counts a call and returns the name of its fault, or "".
func (d *Desk) faultOf(tool string) (name string, err error) {
	err = d.change(func(r *records) error {
		r.Calls = append(r.Calls, tool)
		for _, f := range d.o.Faults {
			strikes := func(call string) bool { return f.Tool == "" || f.Tool == call }
			if strikes(tool) && (f.Nth == 0 || f.Nth == len(where(r.Calls, strikes))) {
				name = f.Name
				return nil
			}
		}
		return nil
	})
	return name, err
}

// before runs a fault that replaces the call. A nil result means that the call goes ahead.
func (d *Desk) before(ctx context.Context, fault string) *mcp.CallToolResult {
	switch fault {
	case faultExit:
		d.o.Log.Error("asked to exit")
		d.o.Exit(3)
	case faultPanic:
		d.o.Log.Error("panic: asked to panic")
		d.o.Exit(2)
	case faultStray:
		fmt.Fprintln(os.Stdout, "Listening on port 8080")
		<-ctx.Done()
	case faultHang:
		<-ctx.Done()
	case faultRefuse:
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "asked to fail"}}}
	}
	return nil
}

// after runs a fault that spoils the answer.
func (d *Desk) after(ctx context.Context, fault string, answer *mcp.CallToolResult) {
	switch fault {
	case faultLost:
		d.o.Exit(3)
	case faultSlow:
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	case faultSchema:
		answer.StructuredContent = map[string]any{"records": 7}
	case faultBare:
		answer.StructuredContent = nil
	case faultOversized:
		answer.Content = []mcp.Content{&mcp.TextContent{Text: strings.Repeat("x", 2e6)}}
	case faultHuge:
		answer.Content = []mcp.Content{&mcp.TextContent{Text: strings.Repeat("x", 17<<20)}}
	}
}
