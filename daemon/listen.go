package daemon

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"
)

// busyTime is how long a port may be in use. A process that has just ended can keep its port for
// a moment.
const busyTime = 2 * time.Second

// listen opens the address in a key of the configuration.
func listen(ctx context.Context, key, address string) (net.Listener, error) {
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		on, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		isBusy := errors.Is(err, syscall.EADDRINUSE) && time.Since(began) < busyTime
		switch {
		case err == nil:
			return on, nil
		case !isBusy || ctx.Err() != nil:
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
}
