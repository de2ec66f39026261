package daemon

import (
	"net"
	"strings"
	"testing"
)

func TestMetricsAtAnAddressThatIsTaken(t *testing.T) {
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()
	o := newOffline(t, func(o *Options) { o.Config.Metrics.Listen = address })
	if err := o.serveMetrics(t.Context()); err == nil || !strings.Contains(err.Error(), "metrics.listen: listen tcp "+address+": ") {
		t.Errorf("%v", err)
	}
}
