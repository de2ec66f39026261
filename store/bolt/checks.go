package bolt

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"ppamaild/store"
)

// entries counts the index entries of a record and notes the missing ones.
func (c *checker) entries(list []entry) error {
	for _, e := range list {
		if c.lacks(e.in) {
			continue
		}
		c.want[e.in]++
		value, err := c.get(e.in, e.key)
		if err != nil {
			return dangling(err)
		}
		if !bytes.Equal(bytes.Join(value, nil), e.value) {
			return corrupt(e.in, e.key, "not what its record says")
		}
	}
	return nil
}

// numbered refuses a number that bbolt would assign again.
func (c *checker) numbered(b bucket, n uint64) error {
	if last := c.bucket(b).Sequence(); n > last {
		return fmt.Errorf("bucket %s has number %d, but assigned only %d: %w", b, n, last, store.ErrCorrupt)
	}
	return nil
}

func (c *checker) checkInbound(in inbound) error {
	c.want[inboundRaw] += in.Chunks
	if err := c.entries(c.inboundTx.entries(in)); err != nil {
		return err
	}
	if _, err := c.InboundRaw(in.ID); err != nil {
		return err
	}
	return c.numbered(inbounds, in.ID)
}

func (c *checker) checkAbout(r record) error {
	if bytes.Equal(r.key, formatKey()) {
		return c.checkFormat()
	}
	if bytes.Equal(r.key, timerOffsetKey()) {
		_, err := c.timerOffset()
		return err
	}
	_, err := c.Restoration()
	return err
}

func (c *checker) checkPartial(r record) error {
	for _, err := range c.scan(inboundRaw, r.key, nil) {
		if err != nil {
			return err
		}
		c.want[inboundRaw]++
	}
	return nil
}

func (c *checker) checkFingerprint(r record) error {
	_, err := c.id(r.in, r.key)
	return err
}

func (c *checker) checkMessageID(r record) error {
	ref, raw, err := decode[store.MessageRef](r, 1)
	switch {
	case err != nil:
		return err
	case !bytes.Equal(r.key, messageIDKey(string(raw[0]))):
		return corrupt(r.in, r.key, "that of another key")
	}
	return c.entries(messageIDEntries(r.key, ref))
}

func (c *checker) checkHead(h store.Head) error {
	stored, err := c.headVersion(h.Thread)
	if err == nil && stored != h.Version {
		err = corrupt(heads, []byte(h.Thread), "of two versions")
	}
	if err != nil {
		return err
	}
	return c.entries(c.headEntries(h))
}

func (c *checker) checkEvent(e store.Event) error {
	return c.numbered(queue, e.Seq)
}

func (c *checker) checkEntry(e store.Entry) error {
	c.want[journalPayloads]++
	if !c.has(journalTails, []byte(e.Thread)) {
		return fmt.Errorf("journal of %s has no end: %w", e.Thread, store.ErrCorrupt)
	}
	return nil
}

func (c *checker) checkTail(r record) error {
	end, err := c.tail(string(r.key))
	if err != nil {
		return err
	}
	c.want[journal] += int(end.Seq)
	return c.VerifyJournal(string(r.key))
}

func (c *checker) checkEffect(e store.Effect) error {
	return c.entries(effectEntries(e))
}

func (c *checker) checkMail(m store.Mail) error {
	c.want[mailRaw]++
	if err := c.entries(mailEntries(m)); err != nil {
		return err
	}
	raw, err := c.MailRaw(m.ID)
	if err != nil {
		return dangling(err)
	}
	if !m.Erased && m.RawDigest != sha256.Sum256(raw) {
		return fmt.Errorf("the bytes of mail %d have changed: %w", m.ID, store.ErrCorrupt)
	}
	return c.numbered(mails, m.ID)
}

func (c *checker) checkReview(v store.Review) error {
	return c.entries(reviewEntries(v))
}

func (c *checker) checkTimer(v store.Timer) error {
	return c.entries(timerEntries(v))
}
