package mailbox

import (
	"context"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// folders asks for special uses, if the server supports them (RFC 6154 §4), and for its
// namespaces.
func (s *session) folders(ctx context.Context) ([]Folder, error) {
	var folders []Folder
	err := s.within(ctx, func(func()) error {
		caps := s.client.Caps()
		var how *imap.ListOptions
		if caps.Has(imap.CapSpecialUse) && caps.Has(imap.CapListExtended) || caps.Has(imap.CapIMAP4rev2) {
			how = &imap.ListOptions{ReturnSpecialUse: true}
		}
		listed, err := s.client.List("", "*", how).Collect()
		if err != nil {
			return err
		}
		foreign, err := s.foreign(caps)
		for _, l := range listed {
			others := slices.ContainsFunc(foreign, func(prefix string) bool { return strings.HasPrefix(l.Mailbox, prefix) })
			folders = append(folders, Folder{Name: l.Mailbox, Attrs: l.Attrs, Others: others})
		}
		return err
	})
	if err != nil {
		return nil, s.failed("listing folders", "the account's rights", err)
	}
	return folders, nil
}

// foreign returns the prefixes of other users' and shared namespaces. It ignores an empty
// prefix, which matches every folder.
func (s *session) foreign(caps imap.CapSet) ([]string, error) {
	if !caps.Has(imap.CapNamespace) && !caps.Has(imap.CapIMAP4rev2) {
		return nil, nil
	}
	spaces, err := s.client.Namespace().Wait()
	if err != nil {
		return nil, err
	}
	var prefixes []string
	for _, space := range slices.Concat(spaces.Other, spaces.Shared) {
		if space.Prefix != "" {
			prefixes = append(prefixes, space.Prefix)
		}
	}
	return prefixes, nil
}
