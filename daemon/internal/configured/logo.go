package configured

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"ppamaild/config"
	"ppamaild/mailbox/message"
	"ppamaild/templates"
)

// The largest size of a logo in a mail, in pixels.
const logoWidth, logoHeight = 240, 60

// Logo returns the agency's logo for mails to customers, or nil.
func Logo(cfg *config.Config) *templates.Logo {
	p := cfg.Agency.Picture
	if p.Content == nil {
		return nil
	}
	sum := sha256.Sum256(p.Content) // a mail shows the picture that staff approved
	_, domain, _ := strings.Cut(cfg.Mailbox.Customer.Address, "@")
	id := "logo." + hex.EncodeToString(sum[:8]) + "@" + domain
	l := &templates.Logo{ID: id, Alt: cfg.Agency.Name}
	l.Width, l.Height = min(p.Width, logoWidth), p.Height*min(p.Width, logoWidth)/p.Width
	if l.Height > logoHeight {
		l.Width, l.Height = p.Width*logoHeight/p.Height, logoHeight
	}
	l.Width, l.Height = max(l.Width, 1), max(l.Height, 1)
	return l
}

// Pictures returns the pictures that the HTML of a mail shows.
func Pictures(cfg *config.Config, html string) []message.Attached {
	l := Logo(cfg)
	if l == nil || !strings.Contains(html, string(l.Source())) {
		return nil
	}
	p := cfg.Agency.Picture
	name := "logo." + strings.TrimPrefix(p.Type, "image/")
	return []message.Attached{{Name: name, Type: p.Type, Content: p.Content, ID: l.ID}}
}
