package sandbox

import (
	"bytes"
	"encoding/json"
	"net/http"

	"ppamaild/carrier/wire"
)

// strikeBefore simulates a fault instead of the call. It returns false if there is no fault.
func (s *Server) strikeBefore(w http.ResponseWriter, r *http.Request, a arrival) bool {
	switch a.fault.Name {
	case faultUnavailable:
		s.refuse(w, http.StatusServiceUnavailable, wire.Problem{Type: wire.Unavailable, Title: "Come back later"})
	case faultTooMany:
		s.refuse(w, http.StatusTooManyRequests, wire.Problem{Type: wire.TooMany, Title: "Too many calls"})
	case faultError:
		s.refuse(w, http.StatusInternalServerError, wire.Problem{Type: wire.Internal, Title: "Something went wrong"})
	case faultUnauthorized:
		s.mu.Lock()
		clear(s.tokens)
		s.mu.Unlock()
		s.refuse(w, http.StatusUnauthorized, wire.Problem{Type: wire.Unauthorized, Title: "The credentials are not known"})
	case faultInProgress:
		s.refuse(w, http.StatusConflict, wire.Problem{Type: wire.InProgress, Title: "The call is being answered"})
	case faultDrop:
		hangUp(w)
	case faultRedirect:
		http.Redirect(w, r, "http://carrier.test/v1/quotes", http.StatusTemporaryRedirect)
	case faultExpired:
		s.mu.Lock()
		delete(s.quotes, a.number)
		s.mu.Unlock()
		return false // find reports the forgotten quote
	default:
		return false
	}
	return true
}

// strikeAfter simulates a fault instead of the answer. It returns false if there is no fault.
func (s *Server) strikeAfter(w http.ResponseWriter, r *http.Request, a arrival) bool {
	switch a.fault.Name {
	case faultLost, faultTwice:
		hangUp(w)
	case faultHang:
		<-r.Context().Done()
	case faultBroken:
		s.refuse(w, http.StatusInternalServerError, wire.Problem{Type: wire.Internal, Title: "Something went wrong"})
	case faultNoJSON:
		sendRaw(w, http.StatusOK, "application/json", []byte("<html><body>Maintenance</body></html>"))
	case faultSchema:
		sendRaw(w, http.StatusOK, "application/json", []byte(`{"price": 1.00, "currency": "USD"}`))
	case faultMember:
		s.extend(w, a)
	case faultHuge:
		pour(w, r, 100<<20)
	case faultEndless:
		pour(w, r, -1)
	default:
		return false
	}
	return true
}

// hangUp closes the connection without an answer.
func hangUp(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = conn.Close() // the error does not matter
	}
}

// extend answers with an unknown member.
func (s *Server) extend(w http.ResponseWriter, a arrival) {
	s.mu.Lock()
	t, known := s.calls[a.key]
	s.mu.Unlock()
	if !known {
		hangUp(w)
		return
	}
	body := append([]byte(`{"PremiumAmt":"1.00",`), bytes.TrimPrefix(t.answers[0].Body, []byte("{"))...)
	sendRaw(w, t.answers[0].StatusCode, contentTypeOf(t.answers[0].StatusCode), body)
}

// pour writes n bytes of a JSON string, or writes without end.
func pour(w http.ResponseWriter, r *http.Request, n int) {
	w.Header().Set("Content-Type", "application/json")
	chunk := bytes.Repeat([]byte("9"), 64<<10)
	if _, err := w.Write([]byte(`{"QuoteNumber":"`)); err != nil {
		return
	}
	for written := 0; (n < 0 || written < n) && r.Context().Err() == nil; written += len(chunk) {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

// negative makes the first premium of a rating negative. A wire.Amt cannot be negative.
func negative(a wire.RatingAnswer) any {
	raw, err := json.Marshal(a)
	if err != nil {
		return a
	}
	at := []byte(`"CurrentTermAmt":"`)
	return json.RawMessage(bytes.Replace(raw, at, append(at, '-'), 1))
}
