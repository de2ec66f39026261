package api

import (
	"net/http"
	"strconv"

	"ppamaild/console"
)

// caseOf returns the review that a path names.
func (a *API) caseOf(r *http.Request, who caller) (console.Case, error) {
	number, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || number < 1 {
		return console.Case{}, console.ErrNotFound
	}
	return a.Desk.Case(r.Context(), threadOf(r), number, who.Address)
}

// review answers a review with everything for a decision.
func (a *API) review(w http.ResponseWriter, r *http.Request, who caller) error {
	one, err := a.caseOf(r, who)
	if err != nil {
		return err
	}
	return sendJSON(w, http.StatusOK, reviewOf(one))
}
