package postgres

import (
	"fmt"
	"slices"

	"ppamaild/store/codec"
	"ppamaild/store/files"
	"ppamaild/store/postgres/filerefs"
)

// hasFiles reports whether records of a table may contain files. The same file comes in a message,
// in the state and the journal of its thread, and in mails.
func hasFiles(t *table) bool {
	return slices.Contains([]*table{
		inboundRaw, threads, queues, journalPayloads, effects, mailRaw, reviews,
	}, t)
}

// owner names a row by the columns of its primary key.
func owner(t *table, columns []any) string {
	return filerefs.Owner(t.Name, place(columns[:len(t.Keys)]))
}

// seal makes the record of a row. The table files gets the files in the parts.
func (t *records) seal(in *table, columns []any, parts [][]byte, isNew bool) ([]byte, error) {
	if hasFiles(in) {
		cut, err := t.refs.Cut(owner(in, columns), parts, isNew, t.putFile)
		if cut != nil || err != nil {
			return t.codec().SealCut(in.Name, place(columns), cut...), err
		}
	}
	return t.codec().Seal(in.Name, place(columns), parts...), nil
}

// putFile stores a file, unless the store has the file already.
func (t *records) putFile(file []byte) (files.Key, error) {
	key := filerefs.Key(t.addresses, file)
	if t.filed[key] {
		return key, nil
	}
	found, err := t.flush("SELECT true FROM files WHERE key = $1", key[:])
	if err == nil && len(found.Rows) == 0 {
		err = t.put(fileBytes, []any{key[:]}, file)
	}
	t.filed[key] = err == nil
	return key, err
}

func (t *records) file(key files.Key) ([]byte, error) {
	file, err := t.single(fileBytes, key[:])
	return file, dangling(err)
}

// unseal verifies a row and decrypts its record.
func (t *records) unseal(r row) (row, error) {
	var err error
	r.parts, err = t.codec().Open(r.in.Name, place(r.columns), r.raw)
	if err == nil && codec.IsCut(r.raw) {
		if r.files, err = files.Keys(r.parts); err == nil {
			r.parts, err = files.Join(r.parts, t.file)
		}
		if err != nil {
			err = fmt.Errorf("lacks a file: %w", err)
		}
	}
	if err != nil {
		err = r.at(err)
	}
	return r, err
}
