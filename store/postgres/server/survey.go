package server

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// surveyTime is the longest time to ask one server for its identity.
const surveyTime = 3 * time.Second

// Find is Survey, then Check.
func (g *Guard) Find(ctx context.Context, config *pgconn.Config) {
	g.Survey(ctx, config)
	g.Check(config)
}

// Survey asks all servers that a connection string names. After a promotion, the Guard refuses the
// old server, even if a process starts later and the old server comes first. A server that does not
// answer does not count.
func (g *Guard) Survey(ctx context.Context, config *pgconn.Config) {
	all := servers(config)
	if len(all) == 1 {
		return
	}
	var mu sync.Mutex
	found := make(map[string]string) // newest timeline by system identifier
	var asking sync.WaitGroup
	for _, one := range all {
		asking.Go(func() {
			system, timeline := ask(ctx, one)
			mu.Lock()
			defer mu.Unlock()
			if timeline != "" {
				found[system] = max(found[system], timeline)
			}
		})
	}
	asking.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, timeline := range found {
		if len(found) == 1 { // the timelines of several clusters do not compare
			g.timeline = timeline
		}
	}
}

// servers returns a configuration for each server of a connection string. A server may have several
// ways to connect, such as with and without TLS.
func servers(config *pgconn.Config) (all []*pgconn.Config) {
	ways := append([]*pgconn.FallbackConfig{{
		Host: config.Host, Port: config.Port, TLSConfig: config.TLSConfig,
	}}, config.Fallbacks...)
	for _, way := range ways {
		if n := len(all); n > 0 && all[n-1].Host == way.Host && all[n-1].Port == way.Port {
			all[n-1].Fallbacks = append(all[n-1].Fallbacks, way)
			continue
		}
		one := config.Copy()
		one.Host, one.Port, one.TLSConfig, one.Fallbacks = way.Host, way.Port, way.TLSConfig, nil
		all = append(all, one)
	}
	return all
}

// ask returns the identity of a server; "" if the server does not answer.
func ask(ctx context.Context, config *pgconn.Config) (system, timeline string) {
	ctx, cancel := context.WithTimeout(ctx, surveyTime)
	defer cancel()
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return "", ""
	}
	defer conn.Close(ctx)
	if system, timeline, err = identify(ctx, conn); err != nil {
		return "", ""
	}
	return system, timeline
}
