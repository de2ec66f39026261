// Package logs writes the log of the daemon. Durations are in milliseconds, with the unit in the
// key. Empty values are left out. Private numbers are masked, and so are the addresses of customers
// unless the level is debug. A warning or error that repeats is one line, then one line a minute
// with a count.
package logs

import (
	"fmt"
	"io"
	"log/slog"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ppamaild/lazyregexp"
	"ppamaild/reading"
)

// Options describe a log.
type Options struct {
	Writer io.Writer
	Level  slog.Level
	JSON   bool
	Known  []string // addresses of the agency, which are never masked
}

// New returns a log.
func New(o Options) *slog.Logger {
	m := masker{known: o.Known, all: o.Level <= slog.LevelDebug}
	options := &slog.HandlerOptions{Level: o.Level, ReplaceAttr: m.replace}
	var lines slog.Handler = slog.NewTextHandler(o.Writer, options)
	if o.JSON {
		lines = slog.NewJSONHandler(o.Writer, options)
	}
	return slog.New(&repeats{Handler: lines, seen: newSeen(lines)})
}

// masker rewrites the attributes of a line.
type masker struct {
	known []string
	all   bool // addresses of customers are not masked
}

// replace is a slog.HandlerOptions.ReplaceAttr. A Message-ID stays, because an admin needs it for
// the command why.
func (m masker) replace(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		ms := float64(a.Value.Duration()) / float64(time.Millisecond)
		return slog.Float64(a.Key+"_ms", math.Round(ms*1000)/1000)
	}
	if a.Key == "message_id" || a.Value.Kind() != slog.KindString && a.Value.Kind() != slog.KindAny {
		return a
	}
	switch v := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(m.mask(v))
	case error:
		a.Value = slog.StringValue(m.mask(v.Error()))
	case []string:
		masked := slices.Clone(v)
		for i, text := range v {
			masked[i] = m.mask(text)
		}
		a.Value = slog.AnyValue(masked)
	}
	if isEmpty(a.Value.Any()) {
		return slog.Attr{}
	}
	return a
}

// isEmpty reports whether a value says nothing: nil, "" or a list without elements.
func isEmpty(v any) bool {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Invalid:
		return true
	case reflect.String, reflect.Slice, reflect.Map:
		return r.Len() == 0
	}
	return false
}

// address matches an email address, also within the text of a server.
var address = lazyregexp.MustCompile(
	`[^\s<>"'(),;:=/\[\]@]+(?:'[^\s<>"'(),;:=/\[\]@]+)*@[\pL\pN][\pL\pN.-]*`)

func (m masker) mask(text string) string {
	text = reading.Mask(text)
	if m.all || !strings.Contains(text, "@") {
		return text
	}
	return address.ReplaceAllStringFunc(text, func(found string) string {
		if slices.Contains(m.known, strings.ToLower(strings.TrimRight(found, "."))) {
			return found
		}
		first, _ := utf8.DecodeRuneInString(found)
		_, domain, _ := strings.Cut(found, "@")
		return fmt.Sprintf("%c…@%s", first, domain)
	})
}
