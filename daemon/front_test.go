package daemon

import (
	"net"
	"strings"
	"testing"
)

// A second daemon on the store names the process that has the store, and not only the address.
func TestSecondDaemonWithAConsole(t *testing.T) {
	t.Parallel()
	o := newOffline(t, func(options *Options) {
		on, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer on.Close()
		c := &options.Config.Console
		c.Listen, c.URL = on.Addr().String(), "http://"+on.Addr().String()
	})
	_, err := New(t.Context(), Options{Config: o.Config})
	if err == nil || !strings.HasPrefix(err.Error(), "opening store") ||
		!strings.Contains(err.Error(), "in use by another process") {
		t.Error(err)
	}
}
