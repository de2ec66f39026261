package origin

import (
	"strings"

	"ppamaild/mailbox"
)

// automatic returns the mark by which m is automatic mail, or "". lead is true
// for a web form's address, which has every right to write from a machine.
func automatic(m *mailbox.Message, lead bool) string {
	h := m.Header
	// RFC 3834 §5: any value but "no" says automatic; parameters may follow.
	for _, v := range h["Auto-Submitted"] {
		if keyword(v) != "no" && keyword(v) != "" && !lead {
			return "Auto-Submitted: " + v
		}
	}
	for _, v := range h["Precedence"] {
		if k := keyword(v); k == "auto_reply" || k == "junk" {
			return "Precedence: " + v
		}
	}
	if lead {
		return ""
	}
	for _, name := range []string{"X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Response-Suppress"} {
		for _, v := range h[canonical(name)] {
			if k := keyword(v); k != "no" && k != "none" && k != "false" {
				return name + ": " + v
			}
		}
	}
	if p := reportType(m); p != "" {
		return "multipart/report; report-type=" + p
	}
	if emptyEnvelope(m) {
		return "empty envelope sender"
	}
	if prefix := automaticSubject(m.Subject); prefix != "" {
		return "Subject begins " + prefix
	}
	return ""
}

// list returns the mark by which m came through a mailing list, or "".
func (c Classifier) list(m *mailbox.Message) string {
	for _, id := range m.Header["List-Id"] {
		if c.ownList(id) {
			return "" // every mark that a list leaves is this group's
		}
	}
	for _, name := range []string{"List-Id", "List-Unsubscribe"} {
		if v := m.Header.Get(name); v != "" {
			return name + ": " + v
		}
	}
	for _, v := range m.Header["Precedence"] {
		if k := keyword(v); k == "bulk" || k == "list" {
			return "Precedence: " + v
		}
	}
	return ""
}

// ownList reports whether a List-Id ("Name <quotes.agency.test>", RFC 2919) is
// one of ours; a list may be configured by its id or by its address.
func (c Classifier) ownList(field string) bool {
	id := field
	if _, after, ok := strings.Cut(field, "<"); ok {
		id, _, _ = strings.Cut(after, ">")
	}
	id = strings.TrimSpace(id)
	for _, own := range c.OwnLists {
		if strings.EqualFold(id, strings.Replace(strings.Trim(own, "<>"), "@", ".", 1)) {
			return true
		}
	}
	return false
}

// keyword returns the first word of a field's value in lower case, without the
// comments and parameters that may follow it.
func keyword(v string) string {
	v = strings.TrimSpace(v)
	if end := strings.IndexAny(v, "; (\t,"); end >= 0 {
		v = v[:end]
	}
	return strings.ToLower(v)
}

func emptyEnvelope(m *mailbox.Message) bool {
	return strings.TrimSpace(m.Header.Get("Return-Path")) == "<>"
}

func isNoReply(address string) bool {
	local, _, _ := strings.Cut(strings.ToLower(address), "@")
	local, _, _ = strings.Cut(local, "+")
	switch strings.NewReplacer("-", "", "_", "", ".", "").Replace(local) {
	case "noreply", "donotreply", "noresponse", "dontreply", "nepasrepondre", "nichtantworten":
		return true
	}
	return false
}

// automaticSubjects are what mail servers put before the subject of an
// automatic answer; nobody's own mail program does.
var automaticSubjects = []string{
	"automatic reply:", "automatic response", "auto reply:", "auto-reply:", "autoreply:", "[auto-reply]", "out of office:", "out of office autoreply:",
	"automatische antwort:", "abwesenheitsnotiz:", "réponse automatique :", "réponse automatique:", "absence du bureau :",
	"respuesta automática:", "risposta automatica:", "resposta automática:", "automatisch antwoord:", "autosvar:",
	"automatisk svar:", "autosvar ", "automaattinen vastaus:", "automatyczna odpowiedź:", "автоответ:", "自动答复:", "自動回覆:", "自動応答:",
}

func automaticSubject(subject string) string {
	s := strings.ToLower(strings.TrimSpace(subject))
	for _, prefix := range automaticSubjects {
		if strings.HasPrefix(s, prefix) {
			return prefix
		}
	}
	return ""
}
