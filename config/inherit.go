package config

import (
	"maps"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// inheritSMTP completes [smtp.agency] in the table [smtp], which it overrides key
// by key. The three ways to give a password are one key here.
func inheritSMTP(smtp *node) {
	if smtp.kind != unstable.Table {
		return
	}
	agency := smtp.table["agency"]
	if agency == nil {
		agency = newTable(smtp.value)
		smtp.table["agency"] = agency
	}
	if agency.kind != unstable.Table {
		return
	}
	isPassword := func(key string) bool {
		return slices.Contains([]string{"password", "password_file", "password_env"}, key)
	}
	ownPassword := slices.ContainsFunc(slices.Collect(maps.Keys(agency.table)), isPassword)
	for key, n := range smtp.table {
		overridden := agency.table[key] != nil || ownPassword && isPassword(key)
		if key != "agency" && !overridden {
			agency.table[key] = n
		}
	}
}
