package postgres

import (
	"ppamaild/store"
	"ppamaild/store/bkey"
)

// tx implements store.Tx. Each group of methods is a type of its own; all groups share
// the same records.
type tx struct {
	*records
	inboundTx
	correspondentTx
	threadTx
	queueTx
	journalTx
	effectTx
	outboxTx
	reviewTx
	timerTx
	holdTx
	runTimeTx
	secretTx
}

func newTx(r *records) *tx {
	return &tx{
		r, inboundTx{r}, correspondentTx{r}, threadTx{r}, queueTx{r}, journalTx{r}, effectTx{r},
		outboxTx{r}, reviewTx{r}, timerTx{r}, holdTx{r}, runTimeTx{r}, secretTx{r},
	}
}

// Expect implements store.Tx.
func (t *tx) Expect(w store.Wanted) {
	for _, id := range w.Inbound {
		t.prefetch(inbounds, int64(id))
	}
	for _, sum := range w.Fingerprints {
		t.prefetch(fingerprints, sum[:])
	}
	for _, id := range w.MessageIDs {
		t.prefetch(messageIDs, bkey.MessageID(id))
	}
	for _, address := range w.Correspondents {
		t.prefetch(correspondents, t.addressKey(address))
	}
	if w.Event.Seq != 0 {
		t.prefetch(queues, []byte(w.Event.Thread), int64(w.Event.Seq))
	}
}
