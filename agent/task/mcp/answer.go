package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Answer is the answer to a call.
type Answer struct {
	Text       string          // text of the answer, one part per line
	Structured json.RawMessage // structured content by the tool's output schema; nil: none
}

// understand converts a result to an answer, or to an error of this package.
func (e *entry) understand(result *sdk.CallToolResult, limit int64) (Answer, error) {
	text := textOf(result.Content)
	if result.NeedsInput() {
		return Answer{}, &ToolError{e.server, e.Name,
			"it asks for something before it goes on, which is declined"}
	}
	if result.IsError {
		return Answer{}, &ToolError{e.server, e.Name, brief(text)}
	}
	malformed := func(err error) (Answer, error) {
		return Answer{}, &Malformed{e.server, e.Name, err}
	}
	a := Answer{Text: text}
	if result.StructuredContent != nil {
		if !isExact(result.StructuredContent) {
			return malformed(errors.New("a number has more digits than could be kept"))
		}
		raw, err := json.Marshal(result.StructuredContent)
		if err != nil {
			return malformed(err)
		}
		a.Structured = raw
	}
	if size := len(a.Text) + len(a.Structured); int64(size) > limit {
		return malformed(fmt.Errorf("%d bytes exceed the limit of %d",
			size, limit))
	}
	switch {
	case e.output == nil:
	case a.Structured == nil:
		return malformed(errors.New("there is no structured content, which was announced"))
	default:
		if err := e.output.Check(a.Structured); err != nil {
			return malformed(err)
		}
	}
	return a, nil
}

// textOf returns the text in content. Pictures and sounds are only mentioned.
func textOf(content []sdk.Content) string {
	var parts []string
	for _, part := range content {
		switch p := part.(type) {
		case *sdk.TextContent:
			parts = append(parts, p.Text)
		case *sdk.ResourceLink:
			parts = append(parts, strings.TrimSpace(p.Name+" "+p.URI))
		case *sdk.EmbeddedResource:
			if p.Resource != nil && p.Resource.Text != "" {
				parts = append(parts, p.Resource.Text)
			}
		case *sdk.ImageContent:
			parts = append(parts, fmt.Sprintf("[%s, %d bytes]", p.MIMEType, len(p.Data)))
		case *sdk.AudioContent:
			parts = append(parts, fmt.Sprintf("[%s, %d bytes]", p.MIMEType, len(p.Data)))
		}
	}
	return strings.Join(parts, "\n")
}

// isExact reports whether all numbers of v survived the conversion to float64. Beyond 2^53 an
// invoice number would become the number of another invoice.
func isExact(v any) bool {
	switch v := v.(type) {
	case float64:
		return math.Abs(v) < 1<<53
	case []any:
		for _, element := range v {
			if !isExact(element) {
				return false
			}
		}
	case map[string]any:
		for _, member := range v {
			if !isExact(member) {
				return false
			}
		}
	}
	return true
}

// brief shortens a text that is too long to read.
func brief(text string) string {
	const most = 2000
	if len(text) <= most {
		return text
	}
	cut := most
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}
