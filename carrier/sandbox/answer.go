package sandbox

import (
	"encoding/json"
	"net/http"
	"strings"

	"ppamaild/carrier"
	"ppamaild/carrier/wire"
)

// send writes v as the answer.
func send(w http.ResponseWriter, status int, contentType string, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	sendRaw(w, status, contentType, body)
}

func sendRaw(w http.ResponseWriter, status int, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	if status == http.StatusAccepted || status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that misses the answer asks again
}

func (s *Server) refuse(w http.ResponseWriter, status int, p wire.Problem) {
	p.Status = status
	send(w, status, "application/problem+json", p)
}

// contentTypeOf returns the content type of answers with a status.
func contentTypeOf(status int) string {
	if status >= 400 {
		return "application/problem+json"
	}
	return "application/json"
}

// answerOf returns the answer to a call with its result and the session after the call.
func answerOf(key string, session carrier.Session, c carrier.Call, result carrier.Result) (status int, body any) {
	switch r := result.(type) {
	case carrier.Rated, carrier.Referred, carrier.Declined, carrier.Pending:
		if _, rates := c.(carrier.Rate); rates {
			return ratingAnswer(key, session, r)
		}
	}
	switch r := result.(type) {
	case carrier.Referred:
		return http.StatusUnprocessableEntity, wire.Problem{Type: wire.Referred, Title: "A person must look at it", Detail: strings.Join(r.Reasons, "; "), Status: 422}
	case carrier.Declined:
		return http.StatusUnprocessableEntity, wire.Problem{Type: wire.Declined, Title: "It is not wanted", Detail: r.Reason, Status: 422}
	case carrier.Failed:
		p := wire.Problem{Type: wire.Validation, Title: "The call was not accepted", Status: 422}
		p.Errors = []wire.FieldError{{Pointer: wire.Pointer(r.Field), Detail: strings.TrimSpace(r.Message)}}
		return http.StatusUnprocessableEntity, p
	}
	q := snapshot(key, session)
	switch _, waits := result.(carrier.Pending); {
	case waits:
		q.ReportStatusCd = wire.ReportsPending
		return http.StatusAccepted, q
	case c.Name() == carrier.Initiate{}.Name():
		return http.StatusCreated, q
	}
	return http.StatusOK, q
}

func snapshot(key string, session carrier.Session) wire.PersAutoQuote {
	q := wire.Snapshot(session)
	q.TransactionId = key
	return q
}

func ratingAnswer(key string, session carrier.Session, result carrier.Result) (status int, body any) {
	a := wire.RatingAnswer{TransactionId: key, QuoteNumber: session.ID, VersionNumber: session.Version}
	status = http.StatusOK
	switch r := result.(type) {
	case carrier.Rated:
		a.RatingStatusCd, a.Rating = wire.RatingRated, wire.RatingOf(r.Quote, session.ID)
	case carrier.Referred:
		a.RatingStatusCd, a.Reason = wire.RatingReferred, r.Reasons
	case carrier.Declined:
		a.RatingStatusCd, a.Reason = wire.RatingDeclined, []string{r.Reason}
	default:
		a.RatingStatusCd, status = wire.RatingPending, http.StatusAccepted
	}
	return status, a
}
