package outbox

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/fair"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/notify"
)

// The 500 mails of one tenant delay the mail of another tenant on the same server by at most the
// time of one mail. A tenant on another server does not wait.
func TestTenantsSendInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const mails = 500
		var all fair.Resources
		send := func(ctx context.Context, host, role string) {
			cfg := new(config.Config)
			cfg.SMTP.Host, cfg.SMTP.Agency.Host = host, host
			box := Outbox{Deps: &deps.Deps{Writer: &notify.Writer{Agency: &agency.Agency{Config: cfg}}}}
			give, err := box.turn(ctx, role)
			if err != nil {
				t.Error(err)
				return
			}
			defer give()
			time.Sleep(time.Second)
		}
		flood, lone := all.NewTenant().In(t.Context()), all.NewTenant().In(t.Context())
		var sending sync.WaitGroup
		for i := range mails {
			sending.Go(func() { send(flood, "SMTP.test", agency.Roles()[i%2]) })
		}
		time.Sleep(10500 * time.Millisecond)
		for host, most := range map[string]time.Duration{
			"smtp.test": 2 * time.Second, "other.test": time.Second,
		} {
			began := time.Now()
			send(lone, host, agency.RoleAgency)
			if took := time.Since(began); took > most {
				t.Errorf("the lone mail to %s took %v", host, took)
			}
		}
		began := time.Now()
		if sending.Wait(); time.Since(began) < (mails/serverPlaces-14)*time.Second {
			t.Errorf("the flood ended after %v: it had more than %d places", time.Since(began), serverPlaces)
		}
	})
}
