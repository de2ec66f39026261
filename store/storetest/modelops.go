package storetest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"ppamaild/store"
)

// op changes a store and a model in the same way, and compares the results.
type op func(tx store.Tx, m *model) error

// opKind is a kind of op. draw returns a random op of the kind.
type opKind struct {
	name string
	draw func(*rapid.T) op
}

// GoString returns the name for rapid's failure reports.
func (k opKind) GoString() string { return k.name }

func opKinds() []opKind {
	return []opKind{
		{"accept", acceptOp}, {"setInbound", setInboundOp},
		{"putHead", putHeadOp},
		{"enqueue", enqueueOp}, {"dequeue", dequeueOp},
		{"append", appendOp}, {"erase", eraseOp},
		{"putEffect", putEffectOp},
		{"addMail", addMailOp}, {"setMail", setMailOp},
		{"putTimer", putTimerOp}, {"deleteTimer", deleteTimerOp},
	}
}

func draw[T any](t *rapid.T, what string, from []T) T {
	return rapid.SampledFrom(from).Draw(t, what)
}

func drawInt(t *rapid.T, what string, low, high int) int {
	return rapid.IntRange(low, high).Draw(t, what)
}

func acceptOp(t *rapid.T) op {
	in, last := message(uint32(drawInt(t, "uid", 1, 6))), uint32(drawInt(t, "last", 1, 9))
	return func(tx store.Tx, m *model) error {
		id, err := tx.Accept(in, []byte("raw"), cursor(last))
		m.cursor = cursor(max(last, m.cursor.LastUID))
		expected := slices.IndexFunc(m.inbound, func(o store.Inbound) bool { return o.UID == in.UID })
		if expected < 0 {
			expected = len(m.inbound)
			in.ID, in.Status = uint64(expected+1), store.InboundPending
			m.inbound = append(slices.Clip(m.inbound), in)
		}
		return want("id of accepted message", uint64(expected+1), id, err)
	}
}

func setInboundOp(t *rapid.T) op {
	n, status := drawInt(t, "message", 0, 5), draw(t, "status", inboundStatuses())
	return func(tx store.Tx, m *model) error {
		if n >= len(m.inbound) {
			return nil
		}
		m.inbound = slices.Clone(m.inbound)
		m.inbound[n].Status = status
		return tx.PutInbound(m.inbound[n])
	}
}

func putHeadOp(t *rapid.T) op {
	h := head(draw(t, "thread", threads()))
	h.Version = uint64(drawInt(t, "version", 0, 3))
	return func(tx store.Tx, m *model) error {
		v, err := tx.PutHead(h)
		if h.Version != m.heads[h.Thread].Version {
			return wantErr("putting another version", store.ErrConflict, err)
		}
		h := h
		h.Version++
		m.heads[h.Thread] = h
		return want("version", h.Version, v, err)
	}
}

func enqueueOp(t *rapid.T) op {
	e := store.Event{Thread: draw(t, "thread", threads()), At: day(0), Kind: "message", Data: []byte("{}")}
	return func(tx store.Tx, m *model) error {
		seq, err := tx.Enqueue(e)
		e := e
		e.Seq = seq
		m.events = append(slices.Clip(m.events), e)
		return err
	}
}

func dequeueOp(t *rapid.T) op {
	thread := draw(t, "thread", threads())
	return func(tx store.Tx, m *model) error {
		next, more, err := tx.NextEvent(thread)
		isTheirs := func(e store.Event) bool { return e.Thread == thread }
		i := slices.IndexFunc(m.events, isTheirs)
		if i < 0 {
			return wantErr("next event", store.ErrNotFound, err)
		}
		expected := m.events[i]
		m.events = slices.Delete(slices.Clone(m.events), i, i+1)
		return errors.Join(
			want("next event", expected, next, err),
			want("more events", slices.ContainsFunc(m.events, isTheirs), more, nil),
			tx.Dequeue(thread, next.Seq),
		)
	}
}

// payloads are short texts, and one file in JSON and in a mail.
func payloads() []string {
	file := strings.Repeat("AbC3", 1500)
	return []string{"", "hello", `{"content":"` + file + `"}`, "\r\n" +
		strings.ReplaceAll(file, file[:76], file[:76]+"\r\n")}
}

func appendOp(t *rapid.T) op {
	thread, text := draw(t, "thread", threads()), draw(t, "payload", payloads())
	return func(tx store.Tx, m *model) error {
		e, err := tx.Append(entry(thread, 0), []byte(text))
		m.journal[thread] = append(slices.Clip(m.journal[thread]), payload{text: text})
		return want("sequence number", uint64(len(m.journal[thread])), e.Seq, err)
	}
}

func eraseOp(t *rapid.T) op {
	thread, n := draw(t, "thread", threads()), drawInt(t, "entry", 0, 4)
	return func(tx store.Tx, m *model) error {
		err := tx.Erase(thread, uint64(n+1))
		if n >= len(m.journal[thread]) {
			return wantErr("erasing no entry", store.ErrNotFound, err)
		}
		m.journal[thread] = slices.Clone(m.journal[thread])
		m.journal[thread][n] = payload{erased: true}
		return err
	}
}

func putEffectOp(t *rapid.T) op {
	adds := rapid.Bool().Draw(t, "adds")
	e := store.Effect{Key: fmt.Sprint("k", drawInt(t, "key", 1, 4)), Status: draw(t, "status", effectStatuses()), At: day(0)}
	return func(tx store.Tx, m *model) error {
		_, known := m.effects[e.Key]
		m.effects[e.Key] = e
		if adds && !known {
			return tx.AddEffect(e)
		}
		return tx.PutEffect(e)
	}
}

func addMailOp(t *rapid.T) op {
	v := mail(draw(t, "thread", threads()), day(drawInt(t, "day", 0, 5)))
	v.Role = draw(t, "role", roles())
	return func(tx store.Tx, m *model) error {
		id, err := tx.AddMail(v, []byte("raw"))
		v := v
		v.ID, v.RawDigest = uint64(len(m.mail)+1), sha256.Sum256([]byte("raw"))
		m.mail = append(slices.Clip(m.mail), v)
		return want("id of mail", v.ID, id, err)
	}
}

func setMailOp(t *rapid.T) op {
	n, status, at := drawInt(t, "mail", 0, 5), draw(t, "status", mailStatuses()), day(drawInt(t, "day", 0, 5))
	return func(tx store.Tx, m *model) error {
		if n >= len(m.mail) {
			return nil
		}
		m.mail = slices.Clone(m.mail)
		m.mail[n].Status, m.mail[n].NextAt = status, at
		return tx.PutMail(m.mail[n])
	}
}

func timerNames() []string { return []string{"a", "b"} }

func putTimerOp(t *rapid.T) op {
	n := drawInt(t, "timer", 0, 5)
	v := store.Timer{Thread: threads()[n/2], Name: timerNames()[n%2]}
	v.Due = day(drawInt(t, "day", 0, 5)).Add(time.Duration(n)) // different times, because the order of equal times is not specified
	return func(tx store.Tx, m *model) error {
		m.timers[v.Thread+" "+v.Name] = v
		return tx.PutTimer(v)
	}
}

func deleteTimerOp(t *rapid.T) op {
	thread, name := draw(t, "thread", threads()), draw(t, "name", timerNames())
	return func(tx store.Tx, m *model) error {
		delete(m.timers, thread+" "+name)
		return tx.DeleteTimer(thread, name)
	}
}
