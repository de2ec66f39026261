package config

import (
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// inheritSMTP completes [smtp.agency] in the table [smtp], which it overrides key
// by key. The three ways to give a secret are one key here; and where it has an auth of
// its own, what serves another way to log in is none of its keys.
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
	left := leftBehind(agency)
	for key, n := range smtp.table {
		if key != "agency" && agency.table[key] == nil && !slices.Contains(left, key) {
			agency.table[key] = n
		}
	}
}

// leftBehind are keys that [smtp.agency] does not take over.
func leftBehind(agency *node) (keys []string) {
	isOwn := func(key string) bool { return agency.table[key] != nil }
	for _, secret := range []string{"password", "client_secret", "refresh_token"} {
		if slices.ContainsFunc(ways(secret), isOwn) {
			keys = append(keys, ways(secret)...)
		}
	}
	if auth := agency.table["auth"]; auth != nil && auth.text == string(AuthOAuth2) {
		keys = append(keys, ways("password")...)
	} else if auth != nil {
		keys = append(keys, oauthKeys...)
	}
	return keys
}
