package api

import (
	_ "embed"
	"net/http"
)

//go:embed openapi.json
var openapi []byte

// document serves the description of all routes.
func document(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openapi) // a client may hang up
}
