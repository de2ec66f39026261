package office

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"ppamaild/console"
	"ppamaild/templates"
)

// Numbers counts the work of the agency.
type Numbers interface {
	// Numbers returns the figures of the last days.
	Numbers(ctx context.Context, days int) (Figures, error)
	// CSV returns the figures of the last days as a table.
	CSV(days int) ([]byte, error)
}

// Figures are the figures of a period.
type Figures struct {
	Sums     []templates.Item
	Head     []string
	Days     [][]string // a row for each day with work, the latest first
	Rejected []SentBack // the latest first
	Loading  bool       // the daemon still counts after its start
}

// SentBack is a review that staff sent back.
type SentBack struct {
	console.Row
	Reason string
}

// periods are the offered periods, in days.
func periods() []int { return []int{7, 30, 90, 365} }

type numbersView struct {
	Figures
	Period  int
	Periods []int
}

func periodOf(r *http.Request) int {
	days, err := strconv.Atoi(r.FormValue("days"))
	if err != nil || !slices.Contains(periods(), days) {
		return periods()[1]
	}
	return days
}

func (c pages) numbers(w http.ResponseWriter, r *http.Request, m console.Reader) {
	days := periodOf(r)
	figures, err := c.Numbers(r.Context(), days)
	if err != nil {
		c.Fail(w, r, m, err)
		return
	}
	c.Show(w, r, m, http.StatusOK, "numbers", numbersView{figures, days, periods()})
}

func (c pages) csv(w http.ResponseWriter, r *http.Request, m console.Reader) {
	table, err := c.CSV(periodOf(r))
	if err != nil {
		c.Fail(w, r, m, err)
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="ppamaild-numbers.csv"`)
	_, _ = w.Write(table) // a browser may hang up
}
