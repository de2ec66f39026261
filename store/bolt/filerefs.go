package bolt

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"ppamaild/store/bkey"
	"ppamaild/store/codec"
	"ppamaild/store/files"
)

// hasFiles are the buckets with records that may contain files. The same file comes in a message,
// in the state and the journal of its thread, and in mails.
func hasFiles(b bucket) bool {
	return slices.Contains([]bucket{inboundRaw, heads, queue, journal, effects, mailRaw, reviews}, b)
}

// fileKey is the key of a file. It is a keyed digest, because keys are not encrypted.
func (t *records) fileKey(file []byte) (key files.Key) {
	mac := hmac.New(sha256.New, t.addresses)
	mac.Write(file)
	mac.Sum(key[:0])
	return key
}

// change has the files of a record before and after a change.
type change struct {
	in       bucket
	key      []byte
	had, has []files.Key
}

// refsTo returns the index entries of the files of a record.
func refsTo(all []files.Key, b bucket, key []byte) (list []entry) {
	for _, file := range all {
		list = append(list, entry{fileRefs, slices.Concat(file[:], bkey.Name(b), key), nil})
	}
	return list
}

// seal makes a record of parts for a key in b. The bucket files gets the new files in the parts.
func (t *records) seal(b bucket, key []byte, parts [][]byte) (rec []byte, c change, err error) {
	c = change{in: b, key: key}
	if !hasFiles(b) {
		return t.codec().Seal(string(b), key, parts...), c, nil
	}
	had, err := t.filesIn(b, key)
	if err != nil {
		return nil, c, err
	}
	c.had = had
	keep := func(file []byte) files.Key {
		id := t.fileKey(file)
		if !t.has(fileBytes, id[:]) {
			err = errors.Join(err, t.put(fileBytes, id[:], file))
		}
		if !slices.Contains(c.has, id) {
			c.has = append(c.has, id)
		}
		return id
	}
	if cut := files.Cut(parts, keep); cut != nil {
		return t.codec().SealCut(string(b), key, cut...), c, err
	}
	return t.codec().Seal(string(b), key, parts...), c, nil
}

// unseal returns the parts of a record. The parts may alias the record.
func (t *records) unseal(b bucket, key, rec []byte) ([][]byte, error) {
	parts, err := t.codec().Unseal(string(b), key, rec)
	if err != nil || !codec.IsCut(rec) {
		return parts, err
	}
	if parts, err = files.Join(parts, t.file); err != nil {
		return nil, fmt.Errorf("record %s of bucket %s: %w", bkey.Readable(key), b, err)
	}
	return parts, nil
}

func (t *records) file(key files.Key) ([]byte, error) {
	file, err := t.single(fileBytes, key[:])
	return file, dangling(err)
}

// filesIn returns the files of the record under a key, if there is one.
func (t *records) filesIn(b bucket, key []byte) (all []files.Key, err error) {
	if !hasFiles(b) {
		return nil, nil
	}
	rec := t.bucket(b).Get(key)
	if !codec.IsCut(rec) {
		return nil, nil
	}
	parts, err := t.codec().Unseal(string(b), key, rec)
	if err != nil {
		return nil, err
	}
	return files.Keys(parts)
}

// updateFiles notes the files that a record has after a change. It deletes the files without a
// record.
func (t *records) updateFiles(c change) error {
	if err := t.reindex(refsTo(c.had, c.in, c.key), refsTo(c.has, c.in, c.key)); err != nil {
		return err
	}
	for _, file := range c.had {
		used := slices.Contains(c.has, file)
		for _, err := range t.scan(fileRefs, file[:], nil) {
			if err != nil {
				return err
			}
			used = true
			break
		}
		if used {
			continue
		}
		if err := t.delete(fileBytes, file[:]); err != nil {
			return err
		}
	}
	return nil
}
