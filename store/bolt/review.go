package bolt

import (
	"bytes"
	"errors"
	"fmt"

	"ppamaild/store"
)

// reviewTx implements store.Reviews.
type reviewTx struct{ *records }

func reviewEntries(r store.Review) []entry {
	if r.Status != store.ReviewOpen {
		return nil
	}
	return []entry{{reviewOpen, numberKey(r.Thread, uint64(r.Number)), nil}}
}

func decodeReview(r record) (store.Review, error) {
	v, raw, err := decode[store.Review](r, 2)
	if err != nil {
		return v, err
	}
	v.Data, v.MIME = raw[0], raw[1]
	return v, nil
}

func (t reviewTx) Review(thread string, number int) (store.Review, error) {
	key := numberKey(thread, uint64(number))
	parts, err := t.get(reviews, key)
	if err != nil {
		return store.Review{}, fmt.Errorf("reading review %d of %s: %w", number, thread, err)
	}
	return decodeReview(record{reviews, key, parts})
}

func (t reviewTx) PutReview(r store.Review) error {
	if err := checkName("thread of review", r.Thread); err != nil {
		return err
	}
	old, err := t.Review(r.Thread, r.Number)
	isNew := errors.Is(err, store.ErrNotFound)
	switch {
	case err != nil && !isNew:
		return err
	case r.Number < 1:
		return fmt.Errorf("storing review %d of %s: numbers begin at 1", r.Number, r.Thread)
	case !r.Status.Known():
		return fmt.Errorf("storing review %d of %s: unknown status %q", r.Number, r.Thread, r.Status)
	case !isNew && !(bytes.Equal(r.Data, old.Data) && bytes.Equal(r.MIME, old.MIME)):
		return fmt.Errorf("storing review %d of %s: the proposal can't change", r.Number, r.Thread)
	}
	data, mime := r.Data, r.MIME
	r.Data, r.MIME = nil, nil
	if err := put(t.records, reviews, numberKey(r.Thread, uint64(r.Number)), r, data, mime); err != nil {
		return err
	}
	return t.reindex(reviewEntries(old), reviewEntries(r))
}

func (t reviewTx) EraseReview(thread string, number int, rest []byte) error {
	r, err := t.Review(thread, number)
	if err != nil {
		return err
	}
	if r.Status == store.ReviewOpen && rest == nil {
		return fmt.Errorf("erasing review %d of %s: it is open", number, thread)
	}
	r.Data, r.MIME, r.Argument, r.Why, r.Erased = nil, nil, "", "", true
	return put(t.records, reviews, numberKey(thread, uint64(number)), r, rest, nil)
}

func (t reviewTx) Reviews(thread string) ([]store.Review, error) {
	return list(t.records, reviews, nameKey(thread), decodeReview)
}

func (t reviewTx) OpenReviews(thread string) (open []store.Review, err error) {
	load := func(number []byte) (store.Review, error) { return t.Review(thread, int(lastNumber(number))) }
	err = follow(t.records, reviewOpen, nameKey(thread), nil, load, func(r store.Review) bool {
		open = append(open, r)
		return true
	})
	return open, err
}
