package mcp

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestSaid(t *testing.T) {
	long := strings.Repeat("x", 3*maxLine)
	for name, c := range map[string]struct {
		writes []string
		last   string
	}{
		"nothing":       {nil, ""},
		"lines":         {[]string{"a\nb\n"}, "a | b"},
		"parts of them": {[]string{"one ", "word\nand", " more"}, "one word | and more"},
		"blank ones":    {[]string{"\n\r\n  \na\r\n"}, "a"},
		"many":          {[]string{"1\n2\n3\n4\n5\n6\n7\n"}, "3 | 4 | 5 | 6 | 7"},
		"a long one":    {[]string{long[:700], long, long + "\nshort\n"}, long[:maxLine] + " | short"},
		"no text":       {[]string{"a\xff\n"}, "a�"},
	} {
		t.Run(name, func(t *testing.T) {
			s := errorLog{log: slog.New(slog.DiscardHandler)}
			for _, text := range c.writes {
				if n, err := s.Write([]byte(text)); n != len(text) || err != nil {
					t.Error(n, err)
				}
			}
			if got := s.last(); got != c.last {
				t.Errorf("%.80q, want %.80q", got, c.last)
			}
		})
	}
}

func TestSaidIsNotLoggedForEver(t *testing.T) {
	var log bytes.Buffer
	s := errorLog{log: slog.New(slog.NewTextHandler(&log, nil))}
	for i := range 3 * maxLogged {
		fmt.Fprintf(&s, "line %d\n", i)
	}
	if n := strings.Count(log.String(), "\n"); n != maxLogged || !strings.Contains(log.String(), "no more of it is logged") {
		t.Errorf("%d lines", n)
	}
	if got := s.last(); !strings.HasSuffix(got, fmt.Sprintf("line %d", 3*maxLogged-1)) {
		t.Error(got)
	}
}
