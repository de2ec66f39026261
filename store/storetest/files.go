package storetest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"ppamaild/store"
)

// Attachment returns a file of a size, and the file in JSON and in a mail.
func Attachment(size int) (file, asJSON, asMail []byte) {
	file = make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{}).Read(file)
	asJSON, _ = json.Marshal(map[string][]byte{"content": file})
	mail := bytes.NewBufferString("Content-Transfer-Encoding: base64\r\n\r\n")
	for text := base64.StdEncoding.EncodeToString(file); len(text) > 0; {
		line := text[:min(76, len(text))]
		mail.WriteString(line + "\r\n")
		text = text[len(line):]
	}
	return file, asJSON, mail.Bytes()
}

// FileHolder is a record with a file. Takes removes the file from the record.
type FileHolder struct {
	Name            string
	Put, Has, Takes func(tx store.Tx) error
}

// FileHolders are a record of each kind that may have a file. They are put in this order, into an
// empty store.
func FileHolders(asJSON, asMail []byte) []FileHolder {
	return []FileHolder{
		mailHolder(1, asMail), mailHolder(2, asMail), messageHolder(asMail),
		headHolder(asJSON), entryHolder(asJSON), eventHolder(asJSON),
		effectHolder(asJSON), reviewHolder(asJSON, asMail),
	}
}

// same returns an error if a record has other bytes.
func same(got, want []byte, err error) error {
	if err == nil && !bytes.Equal(got, want) {
		err = fmt.Errorf("%d bytes instead of %d", len(got), len(want))
	}
	return err
}

func mailHolder(id uint64, raw []byte) FileHolder {
	return FileHolder{fmt.Sprint("mail ", id), func(tx store.Tx) error {
		_, err := tx.AddMail(store.Mail{Thread: "Q-1", Status: store.MailSent}, raw)
		return err
	}, func(tx store.Tx) error {
		got, err := tx.MailRaw(id)
		return same(got, raw, err)
	}, func(tx store.Tx) error { return tx.EraseMail(id) }}
}

func messageHolder(raw []byte) FileHolder {
	return FileHolder{"message", func(tx store.Tx) error {
		in := store.Inbound{Mailbox: inbox, UIDValidity: 1, UID: 1}
		_, err := tx.Accept(in, raw, store.Cursor{Mailbox: inbox})
		in.ID, in.Status = 1, store.InboundHandled
		return errors.Join(err, tx.PutInbound(in))
	}, func(tx store.Tx) error {
		got, err := tx.InboundRaw(1)
		return same(got, raw, err)
	}, func(tx store.Tx) error { return tx.EraseInbound(1) }}
}

func headHolder(state []byte) FileHolder {
	put := func(tx store.Tx, state []byte) error {
		h, err := tx.Head("Q-1")
		if errors.Is(err, store.ErrNotFound) {
			h, err = store.Head{Thread: "Q-1", Status: store.ThreadRunning}, nil
		}
		h.State = state
		_, putErr := tx.PutHead(h)
		return errors.Join(err, putErr)
	}
	return FileHolder{"head", func(tx store.Tx) error {
		return errors.Join(put(tx, state), put(tx, state))
	}, func(tx store.Tx) error {
		h, err := tx.Head("Q-1")
		return same(h.State, state, err)
	}, func(tx store.Tx) error { return put(tx, []byte("{}")) }}
}

func entryHolder(payload []byte) FileHolder {
	return FileHolder{"entry", func(tx store.Tx) error {
		_, err := tx.Append(store.Entry{Thread: "Q-1"}, payload)
		return err
	}, func(tx store.Tx) error {
		got, err := tx.Payload(store.Entry{Thread: "Q-1", Seq: 1})
		return same(got, payload, err)
	}, func(tx store.Tx) error { return tx.Erase("Q-1", 1) }}
}

func eventHolder(data []byte) FileHolder {
	return FileHolder{"event", func(tx store.Tx) error {
		_, err := tx.Enqueue(store.Event{Thread: "Q-1", Data: data})
		return err
	}, func(tx store.Tx) error {
		e, _, err := tx.NextEvent("Q-1")
		return same(e.Data, data, err)
	}, func(tx store.Tx) error { return tx.Dequeue("Q-1", 1) }}
}

func effectHolder(result []byte) FileHolder {
	put := func(tx store.Tx, result []byte) error {
		return tx.PutEffect(store.Effect{Key: "k", Status: store.EffectConfirmed, Result: result})
	}
	return FileHolder{"effect", func(tx store.Tx) error {
		return put(tx, result)
	}, func(tx store.Tx) error {
		e, err := tx.Effect("k")
		return same(e.Result, result, err)
	}, func(tx store.Tx) error { return put(tx, nil) }}
}

func reviewHolder(data, mime []byte) FileHolder {
	return FileHolder{"review", func(tx store.Tx) error {
		return tx.PutReview(store.Review{
			Thread: "Q-1", Number: 1, Status: store.ReviewDecided, Data: data, MIME: mime,
		})
	}, func(tx store.Tx) error {
		r, err := tx.Review("Q-1", 1)
		return errors.Join(same(r.Data, data, err), same(r.MIME, mime, err))
	}, func(tx store.Tx) error { return tx.EraseReview("Q-1", 1, nil) }}
}
