package postgres

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
)

// tests has the cluster of the tests in this binary, and is the only state of the package:
// TestMain and the tests have nothing else in common.
var tests shared

type shared struct {
	mu      sync.Mutex
	cluster *Cluster // protected by mu; nil before the first test needs it
	err     error    // protected by mu; why the cluster did not start
}

// Get returns the cluster of this test binary. The first call starts the cluster. Without
// PostgreSQL the test is skipped, but under CI=true it fails.
func Get(t testing.TB) *Cluster {
	t.Helper()
	skip(t)
	tests.mu.Lock()
	defer tests.mu.Unlock()
	if tests.cluster == nil && tests.err == nil {
		tests.cluster, tests.err = Start(context.Background())
	}
	if tests.err != nil {
		t.Fatalf("this test needs a real database: %v", tests.err)
	}
	return tests.cluster
}

func skip(t testing.TB) {
	t.Helper()
	if _, err := findPrograms(); err != nil && os.Getenv("CI") != "true" {
		t.Skipf("this test needs a real database: %v", err)
	}
}

// Own returns a cluster that only this test uses, as Get does, made with more arguments of initdb.
func Own(t testing.TB, initdb ...string) *Cluster {
	t.Helper()
	skip(t)
	c, err := Start(context.Background(), initdb...)
	if err != nil {
		t.Fatalf("this test needs a real database: %v", err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("stopping PostgreSQL: %v", err)
		}
	})
	return c
}

// Main runs the tests, closes their cluster and exits:
//
//	func TestMain(m *testing.M) { postgres.Main(m) }
func Main(m *testing.M) {
	code := m.Run()
	if tests.cluster != nil {
		if err := tests.cluster.Close(); err != nil {
			fmt.Fprintf(os.Stderr, "stopping PostgreSQL: %v\n", err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}
