package postgres

import (
	"errors"
	"fmt"

	"ppamaild/store"
	"ppamaild/store/rules"
)

// reviewTx implements store.Reviews.
type reviewTx struct{ *records }

func reviewColumns(r store.Review) []any {
	return []any{
		[]byte(r.Thread), int64(r.Number), r.Status == store.ReviewOpen, int64(r.Inbound),
	}
}

func decodeReview(r row) (v store.Review, err error) {
	err = decode(r, &v, &v.Data, &v.MIME)
	return v, err
}

func (t reviewTx) Review(thread string, number int) (store.Review, error) {
	r, err := t.one(reviews, []byte(thread), int64(number))
	if err != nil {
		return store.Review{}, fmt.Errorf("reading review %d of %s: %w", number, thread, err)
	}
	return decodeReview(r)
}

func (t reviewTx) PutReview(r store.Review) error {
	if err := checkName("thread of review", r.Thread); err != nil {
		return err
	}
	old, err := t.Review(r.Thread, r.Number)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err := rules.Review(old, r); err != nil {
		return err
	}
	return t.storeReview(t.putAs, r)
}

func (t reviewTx) AddReview(r store.Review) error {
	if err := checkName("thread of review", r.Thread); err != nil {
		return err
	}
	if err := rules.Review(store.Review{}, r); err != nil {
		return err
	}
	return t.storeReview(t.addAs, r)
}

func (t reviewTx) storeReview(put storer, r store.Review) error {
	data, mime := r.Data, r.MIME
	r.Data, r.MIME = nil, nil
	return put(reviews, reviewColumns(r), r, data, mime)
}

func (t reviewTx) EraseReview(thread string, number int, rest []byte) error {
	r, err := t.Review(thread, number)
	if err != nil {
		return err
	}
	if err := rules.EraseReview(&r, rest); err != nil {
		return err
	}
	return t.storeReview(t.putAs, r)
}

func reviewsOf(thread string) span {
	return span{Where: "thread = $1", Args: []any{[]byte(thread)}, Order: []string{"number"}}
}

func (t reviewTx) Reviews(thread string) ([]store.Review, error) {
	return list(t.records, reviews, reviewsOf(thread), decodeReview)
}

func (t reviewTx) OpenReviews(thread string) ([]store.Review, error) {
	s := reviewsOf(thread)
	s.Where += " AND open"
	return list(t.records, reviews, s, decodeReview)
}

func (t reviewTx) EveryOpenReview(fn func(store.Review) bool) error {
	return each(t.records, reviews, span{Where: "open", Order: reviews.Keys}, decodeReview, fn)
}

func (t reviewTx) ReviewsAbout(inbound uint64) ([]store.Review, error) {
	return list(t.records, reviews, span{
		Where: "inbound = $1 AND inbound > 0", Args: []any{int64(inbound)}, Order: reviews.Keys,
	}, decodeReview)
}
