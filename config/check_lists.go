package config

import (
	"slices"
	"strings"
)

// checkLists refuses a web form with the address of a member of staff: whoever
// fills it in would write in their name.
func (l *loader) checkLists(prefix string, m *MailboxAccount, staff []Staff) {
	for i, list := range m.OwnLists {
		if list == "" || strings.ContainsAny(list, " \t") {
			l.refuse(element(prefix+".own_lists", i), `an address such as "quotes@agency.test", or a List-Id such as "quotes.agency.test"`)
		}
	}
	for i, address := range m.LeadSenders {
		key := element(prefix+".lead_senders", i)
		m.LeadSenders[i] = l.checkAddress(key, address)
		if slices.ContainsFunc(staff, func(s Staff) bool {
			return m.LeadSenders[i] == s.Address || slices.Contains(s.Aliases, m.LeadSenders[i])
		}) {
			l.refuse(key, "any address but those of staff")
		}
	}
}
