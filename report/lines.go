package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The lines of an export. The first is the thread's, the last says how many came
// before it, so that an export that was cut short is not taken for a whole one.
// Bytes are base64; a time is RFC 3339.
const (
	lineThread  = "thread"
	lineEntry   = "entry"
	lineReview  = "review"
	lineMessage = "message"
	lineMail    = "mail"
	lineTimer   = "timer"
	lineEnd     = "end"
)

// line is one line: its kind, and the fields of what it holds.
type line[T any] struct {
	Line string `json:"line"`
	Of   T      `json:"-"`
}

// end closes an export.
type end struct {
	Lines int `json:"lines"` // before this one
}

// MarshalJSON puts the kind in front of the fields of what the line holds.
func (l line[T]) MarshalJSON() ([]byte, error) {
	fields, err := marshal(l.Of)
	if err != nil {
		return nil, err
	}
	return append(fmt.Appendf(nil, `{"line":%q,`, l.Line), fields[1:]...), nil
}

// Write writes the thread as lines of JSON: the thread itself, every entry of its
// journal, its reviews, the messages that came in, the mails of the outbox and the
// timers.
func (t Thread) Write(w io.Writer) error {
	o := writer{w: w}
	t.Head.Format = Format
	put(&o, lineThread, t.Head)
	put(&o, lineEntry, t.Entries...)
	put(&o, lineReview, t.Reviews...)
	put(&o, lineMessage, t.Messages...)
	put(&o, lineMail, t.Mails...)
	put(&o, lineTimer, t.Timers...)
	put(&o, lineEnd, end{o.lines})
	if o.err != nil {
		return fmt.Errorf("exporting %s: %w", t.Head.Thread, o.err)
	}
	return nil
}

type writer struct {
	w     io.Writer
	lines int
	err   error // the first; nothing is written after it
}

func put[T any](o *writer, kind string, all ...T) {
	for _, v := range all {
		if o.err != nil {
			return
		}
		var raw []byte
		if raw, o.err = marshal(line[T]{kind, v}); o.err == nil {
			_, o.err = o.w.Write(append(raw, '\n'))
		}
		o.lines++
	}
}

// Read reads what Write wrote. It fails where lines are missing at the end.
func Read(r io.Reader) (t Thread, err error) {
	dec := json.NewDecoder(r)
	for n := 0; ; n++ {
		var raw json.RawMessage
		if err := dec.Decode(&raw); errors.Is(err, io.EOF) {
			return t, errors.New("reading an export: its end is missing")
		} else if err != nil {
			return t, fmt.Errorf("reading an export: %w", err)
		}
		last, err := t.take(raw, n)
		if err != nil {
			return t, fmt.Errorf("reading line %d of an export: %w", n+1, err)
		}
		if last {
			return t, nil
		}
	}
}

// take reads one line, of which n came before.
func (t *Thread) take(raw []byte, n int) (last bool, err error) {
	var of struct {
		Line string `json:"line"`
	}
	if err := json.Unmarshal(raw, &of); err != nil {
		return false, err
	}
	switch of.Line {
	case lineThread:
		if err = json.Unmarshal(raw, &t.Head); err == nil && t.Head.Format != Format {
			err = fmt.Errorf("it has format %d, this program reads %d", t.Head.Format, Format)
		}
		return false, err
	case lineEntry:
		return false, add(&t.Entries, raw)
	case lineReview:
		return false, add(&t.Reviews, raw)
	case lineMessage:
		return false, add(&t.Messages, raw)
	case lineMail:
		return false, add(&t.Mails, raw)
	case lineTimer:
		return false, add(&t.Timers, raw)
	case lineEnd:
		var e end
		if err = json.Unmarshal(raw, &e); err == nil && e.Lines != n {
			err = fmt.Errorf("%d lines came before the end, which says %d", n, e.Lines)
		}
		return true, err
	}
	return false, fmt.Errorf("the kind %q is not known", of.Line)
}

func add[T any](to *[]T, raw []byte) error {
	var v T
	err := json.Unmarshal(raw, &v)
	*to = append(*to, v)
	return err
}
