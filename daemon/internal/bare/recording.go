package bare

import (
	"encoding/binary"
	"encoding/json"

	"ppamaild/store"
)

// recording is a transaction that records writes to threads. The recording only marks a write
// that accepts messages, because the loop has its own messages.
type recording struct {
	store.Tx
	commit Commit
	mail   *Mail
}

// wrote records a write of a record, stored as JSON, and of raw bytes next to the record.
func (t *recording) wrote(record any, raw int, w step) {
	text, err := json.Marshal(record)
	if err != nil {
		panic(err) // the store has just encoded the record
	}
	t.commit.Size += len(text) + raw
	t.commit.writes = append(t.commit.writes, w)
}

func (t *recording) PutCursor(c store.Cursor) error {
	t.commit.accepts = true
	return t.Tx.PutCursor(c)
}

func (t *recording) PutInbound(in store.Inbound) error {
	t.wrote(in, 0, func(tx store.Tx, r *Run) error {
		now, err := tx.Inbound(r.inbound)
		if err != nil {
			return err
		}
		now.Status, now.Reason, now.Thread, now.MessageID = in.Status, in.Reason, r.thread, in.MessageID
		return tx.PutInbound(now)
	})
	return t.Tx.PutInbound(in)
}

func (t *recording) PutFingerprint(sum [32]byte, inbound uint64) error {
	t.wrote(inbound, len(sum), func(tx store.Tx, r *Run) error {
		own := sum
		binary.BigEndian.PutUint64(own[:], r.inbound)
		return tx.PutFingerprint(own, r.inbound)
	})
	return t.Tx.PutFingerprint(sum, inbound)
}

func (t *recording) PutMessageID(id string, ref store.MessageRef) error {
	t.wrote(ref, len(id), func(tx store.Tx, r *Run) error {
		own := ref
		own.Thread, own.Inbound, own.Mail = r.thread, r.inbound, r.mails[ref.Mail]
		return tx.PutMessageID(r.thread+id[min(len(r.thread), len(id)):], own)
	})
	return t.Tx.PutMessageID(id, ref)
}

func (t *recording) PutHead(h store.Head) (uint64, error) {
	text := h
	text.State = nil
	t.wrote(text, len(h.State), func(tx store.Tx, r *Run) error {
		own := h
		own.Thread = r.thread
		_, err := tx.PutHead(own)
		return err
	})
	return t.Tx.PutHead(h)
}

func (t *recording) Enqueue(e store.Event) (uint64, error) {
	seq, err := t.Tx.Enqueue(e)
	text := e
	text.Data = nil
	t.wrote(text, len(e.Data), func(tx store.Tx, r *Run) (err error) {
		own := e
		own.Thread = r.thread
		r.events[seq], err = tx.Enqueue(own)
		return err
	})
	return seq, err
}

func (t *recording) Dequeue(thread string, seq uint64) error {
	t.wrote(seq, 0, func(tx store.Tx, r *Run) error { return tx.Dequeue(r.thread, r.events[seq]) })
	return t.Tx.Dequeue(thread, seq)
}

func (t *recording) Append(e store.Entry, payload []byte) (store.Entry, error) {
	t.wrote(e, len(payload), func(tx store.Tx, r *Run) error {
		own := e
		own.Thread = r.thread
		_, err := tx.Append(own, payload)
		return err
	})
	return t.Tx.Append(e, payload)
}

func (t *recording) PutEffect(e store.Effect) error { return t.putEffect(e, store.Tx.PutEffect) }

func (t *recording) AddEffect(e store.Effect) error { return t.putEffect(e, store.Tx.AddEffect) }

func (t *recording) putEffect(e store.Effect, put func(store.Tx, store.Effect) error) error {
	text := e
	text.Result = nil
	t.wrote(text, len(e.Result), func(tx store.Tx, r *Run) error {
		own := e
		own.Thread, own.Key = r.thread, r.thread+e.Key[min(len(r.thread), len(e.Key)):]
		return put(tx, own)
	})
	return put(t.Tx, e)
}

func (t *recording) AddMail(m store.Mail, raw []byte) (uint64, error) {
	id, err := t.Tx.AddMail(m, raw)
	t.mail = &Mail{From: m.From, To: m.To, Raw: raw}
	t.wrote(m, len(raw), func(tx store.Tx, r *Run) (err error) {
		own := m
		own.Thread = r.thread
		r.mails[id], err = tx.AddMail(own, raw)
		return err
	})
	return id, err
}

func (t *recording) PutMail(m store.Mail) error {
	t.commit.claims = t.commit.claims || m.Status == store.MailSending
	t.wrote(m, 0, func(tx store.Tx, r *Run) error {
		own := m
		own.Thread, own.ID = r.thread, r.mails[m.ID]
		return tx.PutMail(own)
	})
	return t.Tx.PutMail(m)
}

func (t *recording) PutReview(v store.Review) error { return t.putReview(v, store.Tx.PutReview) }

func (t *recording) AddReview(v store.Review) error { return t.putReview(v, store.Tx.AddReview) }

func (t *recording) putReview(v store.Review, put func(store.Tx, store.Review) error) error {
	text := v
	text.Data, text.MIME = nil, nil
	t.wrote(text, len(v.Data)+len(v.MIME), func(tx store.Tx, r *Run) error {
		own := v
		own.Thread = r.thread
		return put(tx, own)
	})
	return put(t.Tx, v)
}

func (t *recording) PutTimer(v store.Timer) error {
	t.wrote(v, 0, func(tx store.Tx, r *Run) error {
		own := v
		own.Thread = r.thread
		return tx.PutTimer(own)
	})
	return t.Tx.PutTimer(v)
}

func (t *recording) DeleteTimer(thread, name string) error {
	t.wrote(name, 0, func(tx store.Tx, r *Run) error { return tx.DeleteTimer(r.thread, name) })
	return t.Tx.DeleteTimer(thread, name)
}
