package server

import (
	"crypto/rand"

	"github.com/jackc/pgx/v5/pgconn"
)

// ApplicationName is the parameter that names a connection in pg_stat_activity.
const ApplicationName = "application_name"

// Writer returns the configuration of a connection that changes records. Its name is unique.
func Writer(base *pgconn.Config) *pgconn.Config {
	config := base.Copy()
	config.RuntimeParams[ApplicationName] = "ppamaild " + rand.Text()
	// The server notices in half a minute that the machine of this process is gone.
	config.RuntimeParams["tcp_keepalives_idle"] = "10"
	config.RuntimeParams["tcp_keepalives_interval"] = "5"
	config.RuntimeParams["tcp_keepalives_count"] = "4"
	// A process that is stopped within a transaction holds up the others no longer.
	config.RuntimeParams["idle_in_transaction_session_timeout"] = "5s"
	return config
}

// Quick returns the configuration of connections with commits that do not wait for the disk, for a
// process with a writer.
func Quick(writer *pgconn.Config) *pgconn.Config {
	config := writer.Copy()
	delete(config.RuntimeParams, ApplicationName) // a new writer ends all connections of its name
	config.RuntimeParams["synchronous_commit"] = "off"
	return config
}
