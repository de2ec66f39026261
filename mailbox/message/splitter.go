package message

import "bytes"

// splitter splits a multipart body at its delimiter lines (RFC 2046 §5.1.1). Unlike
// go-message's reader it continues after a malformed part.
type splitter struct {
	rest     []byte
	boundary string
	closed   bool // the closing delimiter was found
}

// start skips the preamble. It returns false if no delimiter occurs.
func (s *splitter) start() bool {
	_, found := s.cut()
	return found
}

// next returns the next part. A part without a delimiter after it extends to the end.
func (s *splitter) next() ([]byte, bool) {
	if s.closed || len(s.rest) == 0 {
		return nil, false
	}
	body, _ := s.cut()
	return body, true
}

// cut returns the data before the next delimiter line and moves behind the line.
func (s *splitter) cut() (before []byte, found bool) {
	delimiter := []byte("--" + s.boundary)
	for from := 0; ; {
		at := bytes.Index(s.rest[from:], delimiter)
		if at < 0 {
			before, s.rest = s.rest, nil
			return before, false
		}
		at += from
		from = at + len(delimiter)
		if at > 0 && s.rest[at-1] != '\n' {
			continue
		}
		line, after := cutLine(s.rest[from:])
		closing := bytes.HasPrefix(line, []byte("--"))
		if !closing && len(bytes.Trim(line, " \t")) > 0 {
			continue // a longer boundary that begins with this one
		}
		before, s.rest, s.closed = trimLineEnd(s.rest[:at]), after, closing
		return before, true
	}
}

// trimLineEnd drops the line end that belongs to the delimiter.
func trimLineEnd(b []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r"))
}

// guessBoundary returns the first line that looks like a delimiter.
func guessBoundary(body []byte) string {
	for rest := body[:min(len(body), 64<<10)]; len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		line = bytes.TrimRight(line, " \t")
		if len(line) > 7 && len(line) <= 72 && bytes.HasPrefix(line, []byte("--")) && !bytes.Contains(line, []byte(" ")) {
			return string(line[2:])
		}
	}
	return ""
}
