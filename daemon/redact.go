package daemon

import (
	"log/slog"

	"ppamaild/daemon/notify"
	"ppamaild/reading"
)

// Mask masks private numbers in an error message. The message may come from another program and
// quote a customer.
func Mask(text string) string { return reading.Mask(text) }

// MaskAttr is a slog.HandlerOptions.ReplaceAttr. It masks private numbers in all text except
// Message-IDs, because logs repeat text that customers wrote.
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
