package crypt

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func keyText(n byte) string {
	return base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{n}, KeySize))
}

func mustParse(t *testing.T, text string) *Ring {
	t.Helper()
	r, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSeal(t *testing.T) {
	old := mustParse(t, keyText(1))
	both := mustParse(t, "# rotated 2026-11\n\n"+keyText(2)+" # newest\n"+keyText(1)+"\n")
	plain, about := []byte("born in Astoria"), []byte("heads\x00Q-1")
	before := old.Seal([]byte("x"), plain, about)[1:]
	if len(before) != len(plain)+old.Overhead() || bytes.Contains(before, plain) {
		t.Errorf("sealed: %q", before)
	}
	if bytes.Equal(before, old.Seal(nil, plain, about)) {
		t.Error("a nonce comes twice")
	}
	for name, r := range map[string]*Ring{"the key": old, "a newer one before it": both} {
		if got, err := r.Open(before, about); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	after := both.Seal(nil, plain, about)
	if id, err := KeyOf(after); err != nil || id.String() == old.keys[0].id.String() {
		t.Errorf("the newest does not encrypt: %s, %v", id, err)
	}
	var missing MissingError
	for _, r := range []*Ring{old, nil} {
		if _, err := r.Open(after, about); !errors.As(err, &missing) || missing.Key != both.keys[0].id {
			t.Errorf("without the key: %v", err)
		}
	}
	for what, forged := range map[string]func() ([]byte, error){
		"moved":     func() ([]byte, error) { return both.Open(after, []byte("heads\x00Q-2")) },
		"changed":   func() ([]byte, error) { return both.Open(append(bytes.Clone(after[:20]), make([]byte, 30)...), about) },
		"cut short": func() ([]byte, error) { return both.Open(after[:10], about) },
		"nothing":   func() ([]byte, error) { return both.Open(nil, about) },
	} {
		if got, err := forged(); !errors.Is(err, ErrForged) || got != nil {
			t.Errorf("%s: %q, %v", what, got, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	secret := strings.Repeat("c2VjcmV0", 3)
	for text, want := range map[string]string{
		"":                                   "no key found",
		"# none\n":                           "no key found",
		secret:                               "line 1: no key: want 32 bytes",
		keyText(1) + "\n\n!" + secret:        "line 3: no key",
		keyText(1) + "\n" + keyText(1) + " ": "line 2: duplicate key",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), secret) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestRingIsNotPrinted(t *testing.T) {
	r := mustParse(t, keyText(7))
	raw, err := json.Marshal(struct{ Keys *Ring }{r})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprint(r), fmt.Sprintf("%+v %#v", struct{ Keys *Ring }{r}, r), string(raw)} {
		if strings.Contains(text, "\a\a") || strings.Contains(text, "7 7") || strings.Contains(text, "0707") {
			t.Errorf("%q", text)
		}
	}
}
