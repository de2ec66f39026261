package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Recording is a folder of answers with a file for each answer. The name of a file is the digest
// of the model's name and the request. The files contain mail of customers without private
// numbers, so only the owner may read the folder.
type Recording struct {
	Dir   string
	Model string // name of the model
}

// recorded is the content of a file.
type recorded struct {
	Model   string  `json:"model"`
	Request Request `json:"request"`
	Answer  Answer  `json:"answer"`
}

// Record returns a Model that asks m and stores the answers.
func (r Recording) Record(m Model) Model { return recorder{r, m} }

// Replay returns a Model that gives only recorded answers.
func (r Recording) Replay() Model { return replayer{r} }

func (r Recording) path(q Request) (string, error) {
	raw, err := json.Marshal(recorded{Model: r.Model, Request: q})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	return filepath.Join(r.Dir, hex.EncodeToString(sum[:16])+".json"), nil
}

type recorder struct {
	to Recording
	Model
}

// Ask fails if the answer can't be stored.
func (r recorder) Ask(ctx context.Context, q Request) (Answer, error) {
	a, err := r.Model.Ask(ctx, q)
	if err != nil {
		return a, err
	}
	if err := r.to.keep(q, a); err != nil {
		return a, permanent("recording the model's answer: %w", err)
	}
	return a, nil
}

// keep writes an answer atomically.
func (r Recording) keep(q Request, a Answer) error {
	path, err := r.path(q)
	if err != nil {
		return err
	}
	raw, err := json.MarshalIndent(recorded{r.Model, q, a}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.Dir, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(r.Dir, ".answer-*") // 0600
	if err != nil {
		return err
	}
	_, err = file.Write(raw)
	if err := errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), path)
}

type replayer struct{ from Recording }

func (r replayer) Ask(_ context.Context, q Request) (Answer, error) {
	path, err := r.from.path(q)
	if err != nil {
		return Answer{}, permanent("replaying: %w", err)
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return Answer{}, permanent("replaying: no answer to this request was recorded (%s): the prompts, the tools or the conversation changed", path)
	}
	var kept recorded
	if err == nil {
		err = json.Unmarshal(raw, &kept)
	}
	if err != nil {
		return Answer{}, &Error{Err: fmt.Errorf("replaying %s: %w", path, err)}
	}
	return kept.Answer, nil
}
