// Package apitoken keeps the tokens of the API in the store. The store has a digest of each
// secret, and never the secret.
package apitoken

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ppamaild/lazyregexp"
	"ppamaild/store"
)

// The scopes of tokens.
const (
	ScopeRead   = "read"   // GET only
	ScopeDecide = "decide" // also decisions, undo and tasks
)

// Token lets a program act as a member of staff. A member who leaves the staff is out, and so are
// the tokens of the member.
type Token struct {
	Name      string    `json:"name"`
	Scope     string    `json:"scope"`
	Staff     string    `json:"staff"` // canonical address of the member
	Licensed  bool      `json:"licensed,omitempty"`
	CreatedAt time.Time `json:"created_at"`
	CreatedBy string    `json:"created_by"`       // login name of the admin
	Digest    string    `json:"digest,omitempty"` // of the secret
}

// Decides reports whether the scope allows decisions.
func (t Token) Decides() bool { return t.Scope == ScopeDecide }

// Errors of Add and Revoke.
var (
	ErrName  = errors.New("a name has 1 to 40 letters, digits, dots, hyphens and underscores")
	ErrTaken = errors.New("a token of this name exists")
	ErrMany  = errors.New("there are already 100 tokens, the most that ppamaild keeps")
)

const (
	record = "api tokens" // name of the secret in the store
	prefix = "ppa_"       // lets scanners of source code find a leaked token
	size   = 32           // random bytes of a secret
	most   = 100
)

var isName = lazyregexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)

// New returns a secret and its digest.
func New(random io.Reader) (secret, digest string, err error) {
	b := make([]byte, size)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", "", fmt.Errorf("making a token: %w", err)
	}
	secret = prefix + hex.EncodeToString(b)
	return secret, digestOf(secret), nil
}

func digestOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// All returns the tokens by name.
func All(tx store.Secrets) (all []Token, err error) {
	raw, err := tx.Secret(record)
	if errors.Is(err, store.ErrNotFound) {
		return []Token{}, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, fmt.Errorf("reading the tokens: %w", err)
	}
	return all, nil
}

// Find returns the token of a secret. is is false for an unknown secret. The digest makes the
// time of the comparison useless to a guesser.
func Find(tx store.Secrets, secret string) (t Token, is bool, err error) {
	all, err := All(tx)
	digest := digestOf(secret)
	i := slices.IndexFunc(all, func(t Token) bool { return t.Digest == digest })
	if err != nil || i < 0 {
		return Token{}, false, err
	}
	return all[i], true, nil
}

// Add stores a token.
func Add(tx store.Secrets, t Token) error {
	all, err := All(tx)
	switch {
	case err != nil:
		return err
	case !isName.MatchString(t.Name):
		return ErrName
	case slices.ContainsFunc(all, named(t.Name)):
		return ErrTaken
	case len(all) >= most:
		return ErrMany
	}
	all = append(all, t)
	slices.SortFunc(all, func(a, b Token) int { return strings.Compare(a.Name, b.Name) })
	return put(tx, all)
}

// Revoke removes a token. It returns store.ErrNotFound for an unknown name.
func Revoke(tx store.Secrets, name string) (Token, error) {
	all, err := All(tx)
	if err != nil {
		return Token{}, err
	}
	i := slices.IndexFunc(all, named(name))
	if i < 0 {
		return Token{}, fmt.Errorf("token %s: %w", name, store.ErrNotFound)
	}
	revoked := all[i]
	return revoked, put(tx, slices.Delete(all, i, i+1))
}

func named(name string) func(Token) bool { return func(t Token) bool { return t.Name == name } }

func put(tx store.Secrets, all []Token) error {
	raw, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("writing the tokens: %w", err)
	}
	return tx.PutSecret(record, raw)
}
