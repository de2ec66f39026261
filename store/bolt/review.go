package bolt

import (
	"errors"
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/rules"
)

// reviewTx implements store.Reviews.
type reviewTx struct{ *records }

func reviewEntries(r store.Review) (list []entry) {
	key := bkey.Number(r.Thread, uint64(r.Number))
	if r.Status == store.ReviewOpen {
		list = append(list, entry{reviewOpen, key, nil})
	}
	if r.Inbound != 0 {
		list = append(list, entry{reviewInbound, append(bkey.ID(r.Inbound), key...), nil})
	}
	return list
}

func decodeReview(r record) (v store.Review, err error) {
	err = decode(r, &v, &v.Data, &v.MIME)
	return v, err
}

func (t reviewTx) Review(thread string, number int) (store.Review, error) {
	r, err := t.reviewByKey(bkey.Number(thread, uint64(number)))
	if err != nil {
		return r, fmt.Errorf("reading review %d of %s: %w", number, thread, err)
	}
	return r, nil
}

func (t reviewTx) PutReview(r store.Review) error {
	if err := bkey.CheckName("thread of review", r.Thread); err != nil {
		return err
	}
	old, err := t.Review(r.Thread, r.Number)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err := rules.Review(old, r); err != nil {
		return err
	}
	return errors.Join(t.putReview(r), t.reindex(reviewEntries(old), reviewEntries(r)))
}

func (t reviewTx) AddReview(r store.Review) error {
	if err := bkey.CheckName("thread of review", r.Thread); err != nil {
		return err
	}
	if key := bkey.Number(r.Thread, uint64(r.Number)); t.has(reviews, key) {
		return corrupt(reviews, key, "there before its time")
	}
	if err := rules.Review(store.Review{}, r); err != nil {
		return err
	}
	return errors.Join(t.putReview(r), t.reindex(nil, reviewEntries(r)))
}

func (t reviewTx) putReview(r store.Review) error {
	data, mime := r.Data, r.MIME
	r.Data, r.MIME = nil, nil
	return put(t.records, reviews, bkey.Number(r.Thread, uint64(r.Number)), r, data, mime)
}

func (t reviewTx) EraseReview(thread string, number int, rest []byte) error {
	r, err := t.Review(thread, number)
	if err != nil {
		return err
	}
	if err := rules.EraseReview(&r, rest); err != nil {
		return err
	}
	return t.putReview(r)
}

func (t reviewTx) Reviews(thread string) ([]store.Review, error) {
	return list(t.records, reviews, bkey.Name(thread), decodeReview)
}

func (t reviewTx) OpenReviews(thread string) (open []store.Review, err error) {
	load := func(number []byte) (store.Review, error) { return t.Review(thread, int(bkey.LastNumber(number))) }
	err = follow(t.records, reviewOpen, bkey.Name(thread), nil, load, func(r store.Review) bool {
		open = append(open, r)
		return true
	})
	return open, err
}

func (t reviewTx) EveryOpenReview(fn func(store.Review) bool) error {
	return follow(t.records, reviewOpen, nil, nil, t.reviewByKey, fn)
}

func (t reviewTx) ReviewsAbout(inbound uint64) (list []store.Review, err error) {
	err = follow(t.records, reviewInbound, bkey.ID(inbound), nil, t.reviewByKey,
		func(r store.Review) bool {
			list = append(list, r)
			return true
		})
	return list, err
}

func (t reviewTx) reviewByKey(key []byte) (store.Review, error) {
	return load(t.records, reviews, key, decodeReview)
}
