package bolt

// tx implements store.Tx. Each group of methods is a type. All groups share the same records.
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
