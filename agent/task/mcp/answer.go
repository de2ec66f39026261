package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Answer is what came of a call.
type Answer struct {
	Text       string          // what it says, its parts on lines of their own
	Structured json.RawMessage // the same as data, as the tool's Output has it; nil: none
	Took       time.Duration
}

// understand makes an answer of a result, or one of the package's errors.
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
		return malformed(fmt.Errorf("%d octets are more than the %d that were allowed",
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

// textOf returns what content says in words; of pictures and sounds, that they were there.
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
			parts = append(parts, fmt.Sprintf("[%s, %d octets]", p.MIMEType, len(p.Data)))
		case *sdk.AudioContent:
			parts = append(parts, fmt.Sprintf("[%s, %d octets]", p.MIMEType, len(p.Data)))
		}
	}
	return strings.Join(parts, "\n")
}

// isExact reports whether all numbers of v survived becoming a float64: beyond 2^53
// an invoice's number would silently be another's.
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

// brief cuts what is too long to be read.
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
