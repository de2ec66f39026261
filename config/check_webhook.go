package config

import (
	"encoding/base64"
	"slices"
	"strings"

	"ppamaild/config/toml"
)

// WebhookEvents are the types of events for webhooks.
func WebhookEvents() []string {
	return []string{"review.opened", "review.decided", "review.closed", "mail.failed"}
}

// The length of the key of a webhook, in bytes, as Standard Webhooks recommends.
const (
	minKey = 24
	maxKey = 64
)

// checkWebhooks checks addresses, secrets and events.
func (c *Console) checkWebhooks(l *loader) {
	for i := range c.Webhooks {
		w, key := &c.Webhooks[i], toml.Element("console.webhook", i)
		l.checkURL(key+".url", w.URL, "a webhook", "https://crm.agency.test/hook")
		sameURL := func(other Webhook) bool { return other.URL == w.URL }
		if w.URL != "" && slices.ContainsFunc(c.Webhooks[:i], sameURL) {
			l.Refuse(key+".url", "each address once")
		}
		for j, event := range w.Events {
			if !slices.Contains(WebhookEvents(), event) {
				one := toml.Element(key+".events", j)
				l.Refuse(one, strings.Join(WebhookEvents(), ", "))
			}
		}
		keys := secretKeys{key: key + ".secret", what: "secret", needs: "a url"}
		l.checkSecret(keys, true, &w.Secret, w.SecretFile, w.SecretEnv)
		// Without a text, the secret is missing, or the command reads no secrets.
		if w.Secret.Reveal() != "" && w.Key() == nil {
			l.Report(key+".secret", "found "+masked, "whsec_ and 24 to 64 random bytes "+
				"in base64: echo whsec_$(openssl rand -base64 32)")
		}
	}
}

// Key decodes the secret into the key of the signatures; nil for a malformed secret.
func (w Webhook) Key() []byte {
	encoded, is := strings.CutPrefix(w.Secret.Reveal(), "whsec_")
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if !is || err != nil || len(raw) < minKey || len(raw) > maxKey {
		return nil
	}
	return raw
}
