package correlate

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Match is a value that records of two agents share. If many records share a key, each one is
// matched with the first record of the other agent.
type Match struct {
	By  By     `json:"by"`
	Key string `json:"key"` // normalized: "mary henderson", "5035550123"
	A   Place  `json:"a"`   // A's agent sorts before B's
	B   Place  `json:"b"`
}

func (x *index) matches() []Match {
	var all []Match
	for _, k := range slices.SortedFunc(maps.Keys(x.mentions), key.compare) {
		all = append(all, matchesBy(k, x.mentions[k])...)
	}
	return all
}

// matchesBy returns the matches between the records with a key. People with the same full name share
// a better key than their household.
func matchesBy(k key, list []mention) []Match {
	var all []Match
	for _, group := range alike(k, list) {
		for _, pair := range pairs(group) {
			a, b := pair[0], pair[1]
			if !a.isHousehold || a.subject == "" || a.subject != b.subject {
				all = append(all, Match{k.by, k.value, a.Place, b.Place})
			}
		}
	}
	slices.SortFunc(all, func(m, n Match) int {
		return cmp.Or(m.A.compare(n.A), m.B.compare(n.B))
	})
	return slices.Compact(all)
}

func (k key) compare(l key) int {
	return cmp.Or(cmp.Compare(k.by, l.by), cmp.Compare(k.value, l.value))
}

// alike splits invoices with the same number by vendor, because vendors number independently. An
// invoice without a vendor goes with the first invoice of each agent.
func alike(k key, list []mention) [][]mention {
	if k.by != ByInvoice {
		return [][]mention{list}
	}
	byVendor := make(map[string][]mention)
	for _, m := range list {
		byVendor[m.subject] = append(byVendor[m.subject], m)
	}
	var groups [][]mention
	unknown := byVendor[""]
	for vendor, group := range byVendor {
		if vendor != "" {
			groups = append(groups, group)
		}
	}
	if len(unknown) > 0 {
		groups = append(groups, unknown)
		for _, m := range firsts(list) {
			if m.subject != "" {
				groups = append(groups, append([]mention{m}, unknown...))
			}
		}
	}
	return groups
}

// firsts returns the first mention of each agent.
func firsts(list []mention) []mention {
	seen := make(map[string]bool)
	return slices.DeleteFunc(slices.Clone(list), func(m mention) bool {
		had := seen[m.Agent]
		seen[m.Agent] = true
		return had
	})
}

// pairs matches every mention with the first mention of each other agent. Two agents have no more
// pairs than mentions.
func pairs(group []mention) (all [][2]mention) {
	byAgent := make(map[string][]mention)
	for _, m := range group {
		byAgent[m.Agent] = append(byAgent[m.Agent], m)
	}
	lists := slices.SortedFunc(maps.Values(byAgent), func(a, b []mention) int {
		return strings.Compare(a[0].Agent, b[0].Agent)
	})
	for i, as := range lists {
		for _, bs := range lists[i+1:] {
			for _, a := range as {
				all = append(all, [2]mention{a, bs[0]})
			}
			for _, b := range bs[1:] {
				all = append(all, [2]mention{as[0], b})
			}
		}
	}
	return all
}
