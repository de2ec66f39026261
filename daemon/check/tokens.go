package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/storefile"
)

// whereverItIs stores refresh tokens in the store, through a running daemon or directly.
// whereverItIs also works before the store exists, because a replaced token must not be lost.
type whereverItIs struct{ cfg *config.Config }

func (k whereverItIs) Kept(ctx context.Context, of string) (string, error) {
	s, err := daemon.Connect(ctx, k.cfg)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	newest, err := s.Kept(ctx, of)
	return newest, errors.Join(err, s.Close())
}

func (k whereverItIs) Keep(ctx context.Context, of, newest string) error {
	s, err := daemon.Connect(ctx, k.cfg)
	if errors.Is(err, fs.ErrNotExist) {
		made, failed := storefile.Make(k.cfg)
		s, err = admin.Commands(daemon.NewAdmin(made, k.cfg)), failed
	}
	if err != nil {
		return err
	}
	return errors.Join(s.Keep(ctx, of, newest), s.Close())
}

// checkTokens gets a token for each account with tokens.
func (k checker) checkTokens(ctx context.Context, cfg *config.Config) []Result {
	var results []Result
	at := make(map[string]int)
	for _, s := range cfg.Sections() {
		tokens, key := k.tokens.For(s.Server), configured.GrantKey(s.OAuth)
		if tokens == nil {
			continue
		}
		if i, known := at[key]; known {
			results[i].What += ", " + s.Name
			continue
		}
		at[key] = len(results)
		_, err := tokens.Token(ctx)
		results = append(results, Result{What: "token for " + s.Name, Detail: fmt.Sprintf("%s gives one", s.TokenURL), Err: err})
	}
	return results
}
