package apitoken

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ppamaild/store"
)

// kept is a store with one secret.
type kept struct {
	store.Secrets
	raw []byte
}

func (k *kept) Secret(string) ([]byte, error) {
	if k.raw == nil {
		return nil, store.ErrNotFound
	}
	return k.raw, nil
}

func (k *kept) PutSecret(_ string, raw []byte) error {
	k.raw = raw
	return nil
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

func TestTokens(t *testing.T) {
	k := &kept{}
	secret, digest, err := New(zeros{})
	if err != nil || len(secret) != len(prefix)+2*size {
		t.Fatalf("the secret is %q, %v", secret, err)
	}
	if _, is, err := Find(k, secret); is || err != nil {
		t.Errorf("an empty store has the token: %v", err)
	}
	if err := Add(k, Token{Name: "crm", Scope: ScopeRead, Digest: digest}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(k.raw), secret) {
		t.Errorf("the store has the secret: %s", k.raw)
	}
	if found, is, err := Find(k, secret); !is || err != nil || found.Name != "crm" || found.Decides() {
		t.Errorf("found %+v, %v", found, err)
	}
	for _, guess := range []string{"", digest, secret[1:], strings.ToUpper(secret)} {
		if _, is, _ := Find(k, guess); is {
			t.Errorf("%q is the token", guess)
		}
	}
	if err := Add(k, Token{Name: "crm"}); !errors.Is(err, ErrTaken) {
		t.Errorf("a second token of the name: %v", err)
	}
	for _, name := range []string{"", "a b", "a\n", strings.Repeat("x", 41)} {
		if err := Add(k, Token{Name: name}); !errors.Is(err, ErrName) {
			t.Errorf("the name %q: %v", name, err)
		}
	}
	if revoked, err := Revoke(k, "crm"); err != nil || revoked.Name != "crm" {
		t.Errorf("revoked %+v, %v", revoked, err)
	}
	if _, is, _ := Find(k, secret); is {
		t.Error("a revoked token counts")
	}
	if _, err := Revoke(k, "crm"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("revoked twice: %v", err)
	}
}

func TestTokensAreBounded(t *testing.T) {
	k := &kept{}
	for i := range most {
		if err := Add(k, Token{Name: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := Add(k, Token{Name: "more"}); !errors.Is(err, ErrMany) {
		t.Errorf("one more: %v", err)
	}
}
