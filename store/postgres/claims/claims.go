// Package claims knows the names that a process has claimed, and writes the SQL about claims.
package claims

import (
	"encoding/hex"
	"iter"
	"maps"
	"strings"
	"sync"
)

// Set has the names that this process has claimed. Its methods are safe for concurrent use.
type Set struct {
	Restoring sync.RWMutex // read-locked while a claim changes; locked while claims are restored
	mu        sync.Mutex
	names     map[string]bool // protected by mu
}

// Put adds a name, or removes it.
func (c *Set) Put(name string, held bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !held:
		delete(c.names, name)
	case c.names == nil:
		c.names = map[string]bool{name: true}
	default:
		c.names[name] = true
	}
}

// All returns the names. The caller has locked Restoring.
func (c *Set) All() iter.Seq[string] { return maps.Keys(c.names) }

// Take makes the process $2 the holder of $1, and returns a row if it is the holder.
const Take = "INSERT INTO claims AS c (name, epoch)" +
	" SELECT $1, epoch FROM daemons WHERE epoch = $2" +
	" ON CONFLICT (name) DO UPDATE SET epoch = c.epoch WHERE c.epoch = excluded.epoch" +
	" RETURNING epoch"

// Listed selects the names in $1, as List writes them.
const Listed = "(SELECT decode(h, 'hex') n FROM unnest(string_to_array($1, ' ')) h)"

// List encodes names.
func List(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = hex.EncodeToString([]byte(name))
	}
	return strings.Join(list, " ")
}

// Free is true unless a process other than $2 holds the claim that an SQL expression names.
func Free(name string) string {
	return "NOT EXISTS (SELECT FROM claims c WHERE c.name = " + name + " AND c.epoch <> $2)"
}
