package openai

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// Fault answers a request instead of the model. c is the normal answer. A nil Fault lets the
// model answer.
type Fault func(w http.ResponseWriter, r *http.Request, c Completion)

// Refuse answers with an API error.
func Refuse(status int, kind, code, message string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ Completion) {
		refusal{status, kind, code, "", message}.write(w)
	}
}

// TooMany answers 429 with a wait time in seconds; 0 means no wait time.
func TooMany(seconds int) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ Completion) {
		w.Header().Set("x-ratelimit-limit-requests", "60")
		w.Header().Set("x-ratelimit-remaining-requests", "0")
		if seconds > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(seconds))
			w.Header().Set("x-ratelimit-reset-requests", fmt.Sprintf("%ds", seconds))
		}
		refusal{http.StatusTooManyRequests, "requests", "rate_limit_exceeded", "", "Rate limit reached for requests."}.write(w)
	}
}

// Cut breaks the connection in the middle of the answer, which has a length or is chunked.
func Cut(chunked bool) Fault {
	return func(w http.ResponseWriter, _ *http.Request, c Completion) {
		raw, _ := json.Marshal(c) // can't fail for strings and numbers
		w.Header().Set("Content-Type", "application/json")
		if !chunked {
			w.Header().Set("Content-Length", strconv.Itoa(len(raw)))
		}
		_, _ = w.Write(raw[:len(raw)/2]) // a failed write also cuts the answer
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler) // tells net/http to drop the connection
	}
}

// ErrorUnderOK answers 200 with an error body, like some gateways. code is a status in the
// body, or 0 for none.
func ErrorUnderOK(code int) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ Completion) {
		body := refusal{kind: "upstream_error", message: "The provider returned an error."}.body()
		if code > 0 {
			body["code"] = code
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"error": body}) // fails if the client is gone
	}
}

// NoChoices answers without choices.
func NoChoices() Fault {
	return func(w http.ResponseWriter, _ *http.Request, c Completion) {
		c.Choices = []Choice{}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(c) // fails if the client is gone
	}
}

// Silence accepts a request and never answers.
func Silence() Fault {
	return func(_ http.ResponseWriter, r *http.Request, _ Completion) { <-r.Context().Done() }
}

// Body answers with a given status, header and body.
func Body(status int, header http.Header, body string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ Completion) {
		for name, values := range header {
			w.Header()[name] = values
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body)) // fails if the client is gone
	}
}
