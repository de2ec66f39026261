package review

import "strings"

// Member is a staff member of the agency.
type Member struct {
	Name    string // may be empty
	Address string // canonical; references belong to this address
	Aliases []string
	License string // empty: none
}

// Staff is the configured staff.
type Staff []Member

// Find returns the member with this address or alias. The comparison ignores ASCII case only,
// so that confusable letters stay different.
func (s Staff) Find(address string) (Member, bool) {
	for _, m := range s {
		if m.has(address) {
			return m, true
		}
	}
	return Member{}, false
}

// MayDecide reports whether m may decide reviews of a step. If any member has a license, only
// licensed members decide the step `quote`.
func (s Staff) MayDecide(m Member, step string) bool {
	return step != "quote" || m.License != "" || !s.Licensed()
}

// Deciders returns the canonical addresses of the members who may decide a step.
func (s Staff) Deciders(step string) []string {
	var addresses []string
	for _, m := range s {
		if s.MayDecide(m, step) {
			addresses = append(addresses, m.Address)
		}
	}
	return addresses
}

// Person returns the names with which m signs.
func (m Member) Person() Person {
	p := Person{Name: m.Name, Address: m.Address}
	if m.License != "" {
		p.Lines = []string{m.License}
	}
	return p
}

func (m Member) has(address string) bool {
	address = lowerASCII(address)
	for _, a := range append([]string{m.Address}, m.Aliases...) {
		if a != "" && lowerASCII(a) == address {
			return true
		}
	}
	return false
}

// Licensed reports whether any member has a license.
func (s Staff) Licensed() bool {
	for _, m := range s {
		if m.License != "" {
			return true
		}
	}
	return false
}

func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}, s)
}
