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

// TestToolboxForgets: what a customer wrote, and what was written to them, stays in no
// memory of the process's own.
func TestToolboxForgets(t *testing.T) {
	box := toolbox(t).Remembering()
	box.ReadAhead(Mail{ID: "1@customer.test", Text: "I drive a 2019 Honda Civic."}, "maria@customer.test")
	s := NewState("Q-7F3K2M", CustomerInfo{Address: "maria@customer.test"})
	CheckFacts(Draft{Text: "Dear Maria Lopez, your Honda costs $1,016."}, &s)
	if len(box.lately.known) == 0 || len(claimsSaid.found) == 0 || len(namesSaid.found) == 0 || len(bindingSaid.found) == 0 {
		t.Fatal("nothing is remembered, so nothing is shown")
	}
	box.Forget()
	if left := len(box.lately.known) + len(box.lately.order) + len(claimsSaid.found) + len(namesSaid.found) + len(bindingSaid.found); left > 0 {
		t.Errorf("%d things are still remembered", left)
	}
}
