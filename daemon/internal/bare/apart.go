package bare

import (
	"context"
	"sync"

	"ppamaild/store"
)

// Apart is a store in which no two commits share a transaction, as in a loop that
// calls the database itself: each is synced to disk for itself.
type Apart struct {
	store.Store
	turn sync.Mutex
}

// Update implements store.Store.
func (a *Apart) Update(ctx context.Context, fn func(store.Tx) error) error {
	a.turn.Lock()
	defer a.turn.Unlock()
	return a.Store.Update(ctx, fn)
}
