package llm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// largestAnswer bounds what is read of a response.
const largestAnswer = 4 << 20

// transport reads a response whole before the library sees it, so that one that
// breaks off is an error, and so is an error under a status that says otherwise.
type transport struct{ http *http.Client }

func newTransport() transport {
	return transport{&http.Client{
		// A request holds customers' mail: it goes where the configuration says.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Do implements the library's HTTPDoer.
func (t transport) Do(request *http.Request) (*http.Response, error) {
	response, err := t.http.Do(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, largestAnswer+1))
	err = errors.Join(err, response.Body.Close())
	switch {
	case err != nil:
		return nil, fmt.Errorf("the answer broke off: %w", err)
	case len(body) > largestAnswer:
		return nil, permanent("the answer is larger than %d octets", largestAnswer)
	case response.StatusCode >= 300 && response.StatusCode < 400:
		e := permanent("HTTP %d: base_url has moved", response.StatusCode)
		e.refusal = true
		return nil, e
	case response.StatusCode < 300 && !json.Valid(body):
		return nil, notJSON(response.Header, body)
	case response.StatusCode < 300:
		response.StatusCode = statusOf(response.StatusCode, body)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

// notJSON says what stands in the place of an answer. Only a page is told of in its own
// words, as what is cut off may hold a customer's.
func notJSON(h http.Header, body []byte) *Error {
	switch text := string(body); {
	case strings.TrimSpace(text) == "":
		return temporary("no complete answer: it is empty")
	case isPage.MatchString(text):
		return temporary("no complete answer, but a web page: %s (is base_url the API's address, which mostly ends in /v1?)", brief(plain(text)))
	}
	return temporary("no complete answer: it is no JSON, but %s", cmp.Or(h.Get("Content-Type"), "of a kind that is not said"))
}

// statusOf is the status that a body belongs under: some gateways report errors,
// with a status as their code, under 200.
func statusOf(status int, body []byte) int {
	var answer struct {
		Error *struct {
			Code any `json:"code"`
		} `json:"error"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || answer.Error == nil {
		return status
	}
	if code, is := answer.Error.Code.(float64); is && code >= 400 && code < 600 {
		return int(code)
	}
	return http.StatusBadGateway
}

// retryAfter reads how long a service asks to wait: RFC 9110 §10.2.3, in seconds
// or as a date; 0 where it does not say.
func retryAfter(h http.Header, now time.Time) time.Duration {
	said := h.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(said, 64); err == nil && seconds > 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second))
	}
	if date, err := http.ParseTime(said); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}
