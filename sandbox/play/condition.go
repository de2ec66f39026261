package play

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"ppamaild/lazyregexp"
	"ppamaild/sandbox"
)

// condition returns an error that describes the problem of a mail.
type condition func(sandbox.Received) error

func (s *scene) expect(m sandbox.Received, want ...condition) error {
	for _, c := range want {
		if err := c(m); err != nil {
			return fmt.Errorf("the mail %q to %s: %w\n%s", m.Subject, m.Header.Get("To"), err, m.Text)
		}
	}
	return nil
}

// flat returns the text without layout, wrapping and fences.
func flat(text string) string {
	text = regexp.MustCompile(`(?m)^\s*[|>] ?`).ReplaceAllString(text, "")
	return strings.Join(strings.Fields(text), " ")
}

// void lists elements without an end tag.
var void = []string{"br", "col", "hr", "img", "input", "link", "meta"}

// read returns the text of an HTML part. All elements must be closed.
func read(part string) (string, error) {
	z := html.NewTokenizer(strings.NewReader(part))
	var said strings.Builder
	var open []string
	for {
		kind := z.Next()
		switch t := z.Token(); kind {
		case html.ErrorToken:
			if !errors.Is(z.Err(), io.EOF) || len(open) > 0 {
				return "", fmt.Errorf("its HTML is broken within %q: %w", open, z.Err())
			}
			return said.String(), nil
		case html.StartTagToken:
			if said.WriteByte(' '); !slices.Contains(void, t.Data) {
				open = append(open, t.Data)
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != t.Data {
				return "", fmt.Errorf("its HTML closes %s within %q", t.Data, open)
			}
			open = open[:len(open)-1]
		case html.TextToken:
			if !slices.Contains(open, "head") {
				said.WriteString(t.Data)
			}
		}
	}
}

var word = lazyregexp.MustCompile(`[\pL\pN]+`)

// words returns the words of a text.
func words(text string) []string { return word.FindAllString(text, -1) }

// bothParts checks that HTML and text have the same words, except the numbers of a list.
func bothParts(m sandbox.Received) error {
	said, err := read(m.HTML)
	if err != nil {
		return err
	}
	have := words(said)
	for _, w := range words(m.Text) {
		if strings.Trim(w, "0123456789") != "" && !slices.Contains(have, w) {
			return fmt.Errorf("its HTML does not say %q, as its text does", w)
		}
	}
	return nil
}

// parts returns the text and the HTML's text, both without layout.
func parts(m sandbox.Received) []string {
	said, _ := read(m.HTML) // bothParts has checked the HTML
	return []string{flat(m.Text), flat(said)}
}

func has(words string) condition {
	return func(m sandbox.Received) error {
		for _, part := range parts(m) {
			if !strings.Contains(part, words) {
				return fmt.Errorf("it does not say %q in both of its parts", words)
			}
		}
		return nil
	}
}

func hasNot(words string) condition {
	return func(m sandbox.Received) error {
		for _, part := range parts(m) {
			if strings.Contains(part, words) {
				return fmt.Errorf("it says %q", words)
			}
		}
		return nil
	}
}

func fromAgency(m sandbox.Received) error {
	if m.From.Address != Quotes {
		return fmt.Errorf("it is from %s", m.From.Address)
	}
	return nil
}

func subject(words string) condition {
	return func(m sandbox.Received) error {
		if !strings.Contains(m.Subject, words) {
			return fmt.Errorf("its subject is %q", m.Subject)
		}
		return nil
	}
}

var tagged = lazyregexp.MustCompile(`^\[([QT]-[0-9A-Z]{6})\] `)

func isReview(title string) condition {
	return func(m sandbox.Received) error {
		if !tagged.MatchString(m.Subject) || !strings.Contains(m.Subject, title) {
			return fmt.Errorf("its subject is %q", m.Subject)
		}
		return nil
	}
}

var reference = lazyregexp.MustCompile(`^Ref: ([QT]-[0-9A-Z]{6})-\d+-[a-z2-7]{26}$`)

// refersTo checks that the last line is a reference of the thread.
func refersTo(s *scene) condition {
	return func(m sandbox.Received) error {
		lines := strings.Split(strings.TrimSpace(m.Text), "\n")
		found := reference.FindStringSubmatch(lines[len(lines)-1])
		if found == nil {
			return fmt.Errorf("its last line is %q, not a reference", lines[len(lines)-1])
		}
		s.transcript.Thread = found[1]
		return nil
	}
}

// sameDraft checks that a mail equals the draft in its review, in each part.
func sameDraft(review sandbox.Received) condition {
	return func(m sandbox.Received) error {
		shown := parts(review)
		for i, part := range parts(m) {
			if !strings.Contains(shown[i], part) {
				return errors.New("it is not what was approved")
			}
		}
		return nil
	}
}

// answers checks that mail programs show a mail below the answered mail.
func answers(t Turn) condition {
	return func(m sandbox.Received) error {
		if m.InReplyTo == "" || len(m.References) == 0 || m.References[len(m.References)-1] != m.InReplyTo {
			return fmt.Errorf("In-Reply-To %q and References %q do not fit", m.InReplyTo, m.References)
		}
		if m.Subject != "Re: "+t.Subject {
			return fmt.Errorf("its subject is %q", m.Subject)
		}
		return nil
	}
}
