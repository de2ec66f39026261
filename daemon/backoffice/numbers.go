package backoffice

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ppamaild/console"
	"ppamaild/console/office"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/statistics"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// days returns the figures of the last days.
func (o *Office) days(n int) []statistics.Dated {
	return o.Figures.Days(o.Now().In(o.Location).AddDate(0, 0, 1-n))
}

// Numbers implements office.Numbers. It reads the counted figures, and no thread but those of the
// latest rejections.
func (o *Office) Numbers(ctx context.Context, n int) (f office.Figures, err error) {
	days := o.days(n)
	var sum statistics.Day
	f.Head, f.Loading = o.head(), !o.Figures.Ready()
	for _, d := range days {
		sum.Add(d.Day)
		f.Days = append(f.Days, append([]string{d.Date}, o.cells(d.Day)...))
	}
	cells := o.cells(sum)
	for i, label := range f.Head[1:] {
		f.Sums = append(f.Sums, templates.Item{Label: label, Value: cells[i]})
	}
	f.Rejected, err = o.rejections(ctx)
	return f, err
}

// columns are the names of the figures of a day, in order.
func columns() []string {
	return []string{
		"threads", "mails", "quotes", "answers", "first_answer", "decided", "decision",
		"unchanged", "tasks", "tokens", "dollars",
	}
}

func (o *Office) head() []string {
	head := []string{o.Say("console.figure.day")}
	for _, name := range columns() {
		head = append(head, o.Say("console.figure."+name))
	}
	return head
}

// cells are the figures of a day in words, in the order of columns.
func (o *Office) cells(d statistics.Day) []string {
	unchanged := ""
	if n := d.Decided(); n > 0 {
		unchanged = fmt.Sprintf("%d%%", (100*d.Accepted+n/2)/n)
	}
	return []string{
		strconv.Itoa(d.Threads), strconv.Itoa(d.Mails), strconv.Itoa(d.Quotes),
		strconv.Itoa(d.Answers), o.median(d.FirstAnswer), strconv.Itoa(d.Decided()),
		o.median(d.Decision), unchanged, strconv.Itoa(d.Tasks), strconv.Itoa(d.Tokens),
		dollars(d.MicroDollars),
	}
}

func dollars(micro int64) string { return fmt.Sprintf("%.2f", float64(micro)/1e6) }

// median says under which time half of the durations are; "" without durations.
func (o *Office) median(d statistics.Durations) string {
	under, known := d.Median()
	switch {
	case d.Count() == 0:
		return ""
	case !known:
		return o.Say("console.figure.longer")
	case under < time.Hour:
		return o.Say("console.figure.minutes", fmt.Sprint(int(under.Minutes())))
	}
	return o.Say("console.figure.hours", fmt.Sprint(int(under.Hours())))
}

// rejections are the latest reviews that staff sent back, with their reasons. Erased reasons are
// missing.
func (o *Office) rejections(ctx context.Context) (list []office.SentBack, err error) {
	for _, r := range o.Figures.Rejections() {
		rv, err := queue.Read(ctx, o.Store, func(tx store.Tx) (store.Review, error) {
			return tx.Review(r.Thread, r.Review)
		})
		if errors.Is(err, store.ErrNotFound) || err == nil && rv.Argument == "" {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, office.SentBack{
			Row: console.Row{
				Thread: r.Thread, Review: r.Review, Owner: o.Named(rv.DecidedBy),
				Title: strings.ReplaceAll(rv.Step, "_", " "), Since: o.When(rv.DecidedAt),
			},
			Reason: reading.Mask(rv.Argument),
		})
	}
	return list, nil
}

// CSV implements office.Numbers. Times are in minutes.
func (o *Office) CSV(n int) ([]byte, error) {
	var table bytes.Buffer
	w := csv.NewWriter(&table)
	err := w.Write([]string{
		"day", "threads", "mails", "quotes", "answers", "median_minutes_to_first_answer_under",
		"accepted", "edited", "rejected", "median_minutes_to_decision_under", "tasks", "tokens",
		"dollars",
	})
	minutes := func(d statistics.Durations) string {
		if under, known := d.Median(); known {
			return fmt.Sprint(under.Minutes())
		}
		return ""
	}
	for _, d := range o.days(n) {
		err = errors.Join(err, w.Write([]string{
			d.Date, strconv.Itoa(d.Threads), strconv.Itoa(d.Mails), strconv.Itoa(d.Quotes),
			strconv.Itoa(d.Answers), minutes(d.FirstAnswer), strconv.Itoa(d.Accepted),
			strconv.Itoa(d.Edited), strconv.Itoa(d.Rejected), minutes(d.Decision),
			strconv.Itoa(d.Tasks), strconv.Itoa(d.Tokens), dollars(d.MicroDollars),
		}))
	}
	w.Flush()
	return table.Bytes(), errors.Join(err, w.Error())
}
