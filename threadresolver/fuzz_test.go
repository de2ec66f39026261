package threadresolver

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
)

// seedMails adds the mails of testdata, and the files of the corpora's threading
// folder where PPAMAILD_CORPORA names them, cut where their messages begin.
func seedMails(f *testing.F) {
	const largest = 32 << 10
	patterns := []string{filepath.Join("testdata", "mails", "*.eml")}
	if corpora := os.Getenv("PPAMAILD_CORPORA"); corpora != "" {
		patterns = append(patterns, filepath.Join(corpora, "open", "threading", "*.mbox"))
	}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for part := range bytes.SplitSeq(raw, []byte("\nFrom ")) {
				f.Add(part[:min(len(part), largest)])
			}
		}
	}
}

// FuzzMessage checks that every message has a consistent outcome, that the index learns a
// limited number of identifiers, and that no content makes a stranger's message a reply.
func FuzzMessage(f *testing.F) {
	seedMails(f)
	f.Add([]byte("From: ann@customer.test\nIn-Reply-To: <" + minter.MessageID(annsThread, "m1") + ">\nThread-Index: " +
		minter.Conversation(annsThread, "customer").String() + "\n\nRef: " + minter.ThreadRef(bobsThread)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := message.Parse(bytes.NewReader(raw), message.Limits{})
		if err != nil {
			return
		}
		s := Collect(m, reply.Extract(m))
		if ids := s.Learn(); len(ids) > 4*maxIDs || slices.Contains(ids, "") {
			t.Errorf("it teaches %q", ids)
		}
		at := index()
		at.ids[ConversationKey(minter.Conversation(annsThread, "customer"))] = annsThread
		for _, from := range [][]string{s.From, {ann}, {eve}} {
			s.From = from
			o, err := (&Resolver{Minter: minter, Phrases: english, Index: at}).Resolve(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			one := o.Kind == Reply || o.Kind == Stranger
			if (o.Thread != "") != one || (len(o.Candidates) > 0) != (o.Kind == Conflict) {
				t.Errorf("%+v", o)
			}
			if from != nil && from[0] == eve && (o.Kind == Reply || slices.ContainsFunc(o.Why, func(w string) bool { return strings.Contains(w, "only its subject says") })) {
				t.Errorf("a stranger's: %+v", o)
			}
		}
		Group([]*message.Message{m, m})
	})
}

// FuzzSubject: stripping a subject twice equals stripping once, and an answer has the key of
// the answered mail's subject.
func FuzzSubject(f *testing.F) {
	for _, seed := range []string{"Quote", "Re: [list] Fwd: Quote", "[Fwd: Re[2]: x]", "(fwd)", "回复：报价", "[[", "a:b:c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		s := readSubject(line)
		if again := readSubject(s.base); again.base != s.base && !strings.Contains(s.base, "fwd") {
			t.Errorf("%q has the base %q, and that %q", line, s.base, again.base)
		}
		if key := SubjectKey(ann, "Re: "+line); key != SubjectKey(ann, line) && !strings.Contains(strings.ToLower(line), "fwd") {
			t.Errorf("%q is known by %q, and an answer to it by %q", line, SubjectKey(ann, line), key)
		}
	})
}
