package server

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"ppamaild/store/postgres/schema"
)

// connectTime is the longest time to connect, unless the connection string has another.
const connectTime = 10 * time.Second

// Configure returns the configuration of the connections that a connection string describes. They
// see one schema only. No error contains the password.
func Configure(dsn string, name schema.Name) (*pgconn.Config, error) {
	config, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return nil, errors.New("the connection string is malformed; " +
			"want postgres://user:password@host:port/database")
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTime)
	named := config.RuntimeParams[ApplicationName]
	config.RuntimeParams[ApplicationName] = cmp.Or(named, program)
	if err := name.Confine(config); err != nil {
		return nil, err
	}
	return config, nil
}

// Place returns the name of the place of a store for people.
func Place(config *pgconn.Config) string {
	var hosts []string
	for _, one := range servers(config) {
		hosts = append(hosts, net.JoinHostPort(one.Host, fmt.Sprint(one.Port)))
	}
	on := strings.Join(slices.Compact(hosts), ", ")
	place := fmt.Sprintf("database %s on %s", config.Database, on)
	if name := config.RuntimeParams["search_path"]; name != "" {
		place = "schema " + name + " of " + place
	}
	return place
}

// ApplicationName is the parameter that names a connection in pg_stat_activity.
const ApplicationName = "application_name"

// program is the name of connections that share a name.
const program = "ppamaild"

// Writer returns the configuration of a connection that changes records. Its name is unique.
func Writer(base *pgconn.Config) *pgconn.Config {
	config := base.Copy()
	config.RuntimeParams[ApplicationName] = program + " " + rand.Text()
	// The server notices in half a minute that the machine of this process is gone.
	config.RuntimeParams["tcp_keepalives_idle"] = "10"
	config.RuntimeParams["tcp_keepalives_interval"] = "5"
	config.RuntimeParams["tcp_keepalives_count"] = "4"
	// A process that is stopped within a transaction holds up the others no longer.
	config.RuntimeParams["idle_in_transaction_session_timeout"] = "5s"
	return config
}

// Listener returns the configuration of other connections of a process with a writer. A new writer
// ends all connections with the name of the writer.
func Listener(writer *pgconn.Config) *pgconn.Config {
	config := writer.Copy()
	config.RuntimeParams[ApplicationName] = program
	return config
}

// Quick is Listener for commits that do not wait for the disk.
func Quick(writer *pgconn.Config) *pgconn.Config {
	config := Listener(writer)
	config.RuntimeParams["synchronous_commit"] = "off"
	return config
}
