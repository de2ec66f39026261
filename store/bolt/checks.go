package bolt

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/chunks"
	"ppamaild/store/files"
)

// entries counts the index entries of a record and notes the missing ones.
func (c *checker) entries(list []entry) error {
	for _, e := range list {
		if c.lacks(e.in) {
			continue
		}
		c.want[e.in]++
		r, err := c.one(e.in, e.key)
		if err != nil {
			return dangling(err)
		}
		if !bytes.Equal(bytes.Join(r.parts, nil), e.value) {
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

func (c *checker) checkInbound(in chunks.Message) error {
	c.want[inboundRaw] += in.Chunks
	_, err := c.InboundRaw(in.ID)
	return errors.Join(err, c.numbered(inbounds, in.ID))
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

func (c *checker) checkMessageID(r record) error {
	m, err := decodeMessageID(r)
	if err == nil && !bytes.Equal(r.key, bkey.MessageID(m.id)) {
		err = corrupt(r.in, r.key, "that of another key")
	}
	return err
}

func (c *checker) checkHead(h store.Head) error {
	_, stored, err := c.storedHead(h.Thread)
	if err == nil && stored != h.Version {
		err = corrupt(heads, []byte(h.Thread), "of two versions")
	}
	return err
}

func (c *checker) checkJournal(r record) error {
	if thread, is := bkey.FirstName(r.key); is && isTail(r.key) {
		c.want[journal]++
		return c.checkTail(thread)
	}
	e, _, err := c.entry(r)
	switch {
	case err != nil:
		return err
	case !bytes.Equal(r.key, bkey.Number(e.Thread, e.Seq)):
		return corrupt(r.in, r.key, "that of another key")
	case len(r.parts) == 1:
		c.want[journalPayloads]++
	}
	end, err := c.tail(e.Thread)
	if err == nil && end.Seq == 0 {
		err = fmt.Errorf("journal of %s has no end: %w", e.Thread, store.ErrCorrupt)
	}
	return err
}

func (c *checker) checkTail(thread string) error {
	end, err := c.tail(thread)
	c.want[journal] += int(end.Seq)
	return errors.Join(err, c.VerifyJournal(thread))
}

func (c *checker) checkMail(m store.Mail) error {
	c.want[mailRaw]++
	raw, err := c.MailRaw(m.ID)
	if err != nil {
		return dangling(err)
	}
	if !m.Erased && m.RawDigest != sha256.Sum256(raw) {
		return fmt.Errorf("the bytes of mail %d have changed: %w", m.ID, store.ErrCorrupt)
	}
	return c.numbered(mails, m.ID)
}

// checkIndexes checks the index entries of a record, and the references to its files.
func (c *checker) checkIndexes(r record) (err error) {
	var list []entry
	if slices.Contains(indexed(), r.in) {
		list, err = c.indexEntries(r)
	}
	all, filesErr := c.filesIn(r.in, r.key)
	return errors.Join(err, filesErr, c.entries(append(list, refsTo(all, r.in, r.key)...)))
}

func (c *checker) checkFile(r record) error {
	key := c.fileKey(bytes.Join(r.parts, nil))
	if !bytes.Equal(r.key, key[:]) {
		return corrupt(r.in, r.key, "that of another key")
	}
	return nil
}

// checkFileRef counts the files with a reference.
func (c *checker) checkFileRef(r record) error {
	file := r.key[:min(len(r.key), len(files.Key{}))]
	if !bytes.Equal(file, c.file) {
		c.want[fileBytes]++
		c.file = file
	}
	return nil
}
