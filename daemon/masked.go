package daemon

import (
	"log/slog"

	"ppamaild/daemon/notify"
	"ppamaild/reading"
)

// Mask masks private numbers in what went wrong, which others say and which may quote
// a customer.
func Mask(text string) string { return reading.Mask(text) }

// MaskAttr is a slog.HandlerOptions.ReplaceAttr: it masks private numbers in whatever is
// text, as much of it is what others wrote; but for the names of messages.
func MaskAttr(_ []string, a slog.Attr) slog.Attr {
	if a.Key == "message_id" {
		return a
	}
	switch v := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(Mask(v))
	case error:
		a.Value = slog.StringValue(Mask(v.Error()))
	case []string:
		a.Value = slog.AnyValue(notify.MaskAll(v))
	}
	return a
}
