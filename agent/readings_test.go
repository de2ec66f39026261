package agent

import (
	"encoding/json"
	"testing"
	"time"
)

// TestReadAhead: a message that was read ahead is not read again by the tools of the
// thread that it opens, though it went through the queue.
func TestReadAhead(t *testing.T) {
	box := toolbox(t).Remembering()
	const from = "maria@customer.test"
	m := Mail{ID: "1@customer.test", Subject: "Car", Text: "I drive a 2019 Honda Civic.", Date: time.Date(2026, 11, 20, 9, 0, 0, 0, time.FixedZone("", -8*3600))}
	box.ReadAhead(m, from)
	queued, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var taken Mail
	if err := json.Unmarshal(queued, &taken); err != nil {
		t.Fatal(err)
	}
	s := NewState("Q-7F3K2M", CustomerInfo{Address: from})
	s.receive(taken)
	r, err := box.read(&s, m.ID)
	if err != nil || len(r.Facts) == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if len(box.lately.known) != 1 {
		t.Errorf("it was read %d times", len(box.lately.known))
	}
}
