package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ppamaild/agent/fields"
	"ppamaild/agent/letters"
	"ppamaild/store"
	"ppamaild/templates"
)

// edited replaces the proposal by the text of staff. Staff see the result first if a check fails
// or the text is uncertain.
func (a *Agent) edited(s *State, p Proposal, d Decision, r *Result) {
	changed, doubt := a.edit(s, p, d)
	if doubt == "" && !d.Clean {
		doubt = a.say("agent.edit_unclear")
	}
	if doubt != "" {
		changed.Warnings = append(changed.Warnings, doubt)
	}
	if p.Draft != nil {
		changed.Warnings = append(changed.Warnings, d.UnsentParts...)
	}
	if changed.Digest != p.Digest {
		r.note(Note{d.At, store.SourceHumanMessage, KindEdited, d.By, changed.Digest,
			recordEdit(s, p, changed, a.Words)})
	}
	if len(changed.Warnings) > 0 {
		r.want(AskReview{Proposal: changed})
		s.await(changed)
		return
	}
	delete(s.RetryCounts, p.Stage)
	s.recordApproval(&changed, d)
	a.takeEffect(s, changed, false, d.At, r)
}

// CheckEdit explains why an EDIT of the data under review is invalid. Step returns the same data
// to staff for such an EDIT.
func (a *Agent) CheckEdit(s *State, d Decision) error {
	p := s.underDecision()
	if d.Verdict != Edit || p == nil || p.Draft != nil {
		return nil
	}
	_, err := a.editData(s, *p, d.Text)
	return err
}

// KindEdited is the kind of the journal entry after an EDIT that changed something. The payload
// is an Edited.
const KindEdited = "edited"

// Edited is the journal's record of an edit of a draft or of data.
type Edited struct {
	Original string               `json:"original"`           // digest of the replaced proposal
	OldData  json.RawMessage      `json:"was,omitempty"`      // data before the edit
	OldText  string               `json:"was_text,omitempty"` // text before the edit
	Draft    *Draft               `json:"draft,omitempty"`    // draft after the edit
	Data     json.RawMessage      `json:"data,omitempty"`     // data after the edit
	Changes  []templates.DiffLine `json:"changes"`            // as staff saw it
}

func recordEdit(s *State, was, is Proposal, words letters.Words) Edited {
	e := Edited{Original: was.Digest, OldData: was.Data, Draft: is.Draft, Data: is.Data}
	if was.Draft != nil && is.Draft != nil {
		e.OldText, e.Changes = was.Draft.Text, templates.Diff(was.Draft.Text, is.Draft.Text)
		return e
	}
	e.Changes = s.Changes(is, words)
	return e
}

// edit returns the proposal with the text of staff, and a doubt about the intent of this text.
func (a *Agent) edit(s *State, p Proposal, d Decision) (changed Proposal, doubt string) {
	if p.Draft != nil {
		return a.editDraft(s, p, d.Text)
	}
	data, err := a.editData(s, p, d.Text)
	if err != nil {
		return p, a.say("agent.edit_refused", err.Error())
	}
	p.ReplacedData = p.Data
	p.Data, p.Digest, p.Warnings = data, dataDigest(p.Action.Tool, data), nil
	return p, ""
}

// editDraft replaces the text of a draft.
func (a *Agent) editDraft(s *State, p Proposal, text string) (changed Proposal, doubt string) {
	if strings.TrimSpace(text) == "" {
		text, doubt = p.Draft.Text, a.say("agent.edit_empty")
	}
	if p.EditedFrom == "" {
		p.EditedFrom = p.Digest
	}
	draft := p.Draft.With(text)
	p.ReplacedText = p.Draft.Text
	p.Draft, p.Digest, p.Warnings = &draft, draft.Digest(), CheckFacts(draft, s, a.Words)
	return p, doubt
}

// With returns the draft with the text of staff.
func (d Draft) With(text string) Draft {
	d.Text, d.HTML, d.HTMLDigest, d.Translation = text, textPage(text), "", ""
	d.Followups, d.Files = nil, nil // both repeat the old text
	return d
}

// editData applies lines of the form "field: value" to arguments or a result.
func (a *Agent) editData(s *State, p Proposal, text string) (json.RawMessage, error) {
	tool := a.tools[p.Action.Tool]
	if tool.Edit == nil {
		return nil, errors.New("it can't be edited; ACCEPT or REJECT it")
	}
	data := p.Data
	for _, line := range fields.Lines(text) {
		field, value, found := strings.Cut(line, ":")
		if !found {
			return nil, fmt.Errorf("%q is not of the form field: value", line)
		}
		var err error
		if data, err = tool.Edit(s, data, strings.TrimSpace(field),
			strings.TrimSpace(value)); err != nil {
			return nil, err
		}
	}
	switch {
	case bytes.Equal(Canonical(data), Canonical(p.Data)):
		return nil, errors.New("it changes nothing")
	case p.Before:
		return data, tool.CheckArgs(data)
	}
	return data, nil
}
