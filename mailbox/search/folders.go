package search

import (
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"

	"ppamaild/mailbox"
)

// unwanted are folders that Search skips unless the query names the folder. The special use
// (RFC 6154) identifies the folder, or the name if the server states no special use.
var unwanted = []struct {
	what  string
	attr  imap.MailboxAttr
	names []string
}{
	{"trash", imap.MailboxAttrTrash, []string{"trash", "deleted items", "deleted messages"}},
	{"junk", imap.MailboxAttrJunk, []string{"junk", "junk e-mail", "junk email", "spam", "bulk mail"}},
	{"drafts", imap.MailboxAttrDrafts, []string{"drafts", "draft"}},
}

// choose returns the names of the folders to search, INBOX first, and notes why it skips
// others.
func (r *run) choose(listed []mailbox.Folder, named []string) []string {
	if len(named) > 0 {
		return r.named(listed, named)
	}
	var names []string
	for _, f := range listed {
		switch {
		case cannotOpen(f):
		case f.Others:
			r.skip(f.Name, "it is not of this account alone")
		case use(f) != "":
			r.skip(f.Name, "it is for %s", use(f))
		default:
			names = append(names, f.Name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	return names
}

func rank(name string) int {
	if isInbox(name) {
		return 0
	}
	return 1
}

func (r *run) named(listed []mailbox.Folder, named []string) []string {
	var names []string
	for _, name := range named {
		i := slices.IndexFunc(listed, func(f mailbox.Folder) bool { return f.Name == name || isInbox(name) && isInbox(f.Name) })
		switch {
		case i < 0:
			r.skip(name, "there is no such folder")
		case cannotOpen(listed[i]):
			r.skip(name, "it can't be opened")
		case !slices.Contains(names, listed[i].Name):
			names = append(names, listed[i].Name)
		}
	}
	return names
}

// isInbox ignores case, as RFC 9051 §5.1 requires for INBOX.
func isInbox(name string) bool { return strings.EqualFold(name, "INBOX") }

func cannotOpen(f mailbox.Folder) bool {
	return f.Has(imap.MailboxAttrNoSelect, imap.MailboxAttrNonExistent)
}

func use(f mailbox.Folder) string {
	last := strings.ToLower(f.Name[strings.LastIndexAny(f.Name, "/.\\")+1:])
	for _, u := range unwanted {
		if f.Has(u.attr) || slices.Contains(u.names, last) {
			return u.what
		}
	}
	return ""
}
