package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The kinds of lines of an export. The first line is the thread. The last line has the number
// of lines before, to detect a truncated export. Bytes are base64, times are RFC 3339.
const (
	lineThread  = "thread"
	lineEntry   = "entry"
	lineReview  = "review"
	lineMessage = "message"
	lineMail    = "mail"
	lineTimer   = "timer"
	lineEnd     = "end"
)

// line is one line: its kind and its fields.
type line[T any] struct {
	Line string `json:"line"`
	Of   T      `json:"-"`
}

// end is the last line of an export.
type end struct {
	Lines int `json:"lines"` // before this line
}

// MarshalJSON puts the kind before the other fields.
func (l line[T]) MarshalJSON() ([]byte, error) {
	fields, err := marshal(l.Of)
	if err != nil {
		return nil, err
	}
	return append(fmt.Appendf(nil, `{"line":%q,`, l.Line), fields[1:]...), nil
}

// Write writes the thread as lines of JSON: the thread, all journal entries, reviews, incoming
// messages, outbox mails and timers.
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
	err   error // the first error; nothing is written after an error
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

// Read reads the output of Write. Read returns an error if lines are missing at the end.
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

// take reads line n, counted from 0.
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
