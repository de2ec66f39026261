package driving

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
)

const mostMiles = 99_000

// ReadMiles reads miles a year and the distance to work.
func ReadMiles(r *Driving) {
	findDrives(r)
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] || r.Kind(i) == text.Mark {
			continue
		}
		n, ok := find.NumberAt(r.Text, i)
		if !ok || n.Dollar || n.Spelled && r.StartsAt("one way", i) > i || !r.Free(n.Span) || r.Glued(i) && r.Is(i-1, "/", "$", "#") || n.N == 0 {
			continue
		}
		readDistance(r, n)
		i = n.J - 1
	}
}

func readDistance(r *Driving, n find.Number) {
	if readDrive(r, n) || isRange(r.Sheet, n) || r.Has(text.Between(n.J, n.J+1), "deductible", "comprehensive", "collision") {
		return
	}
	miles, at, ok := yearly(r.Garage, n)
	if readRestated(r.Garage, n, miles, ok) || !ok {
		return
	}
	standing := quote.Stated
	if r.Has(at, "a month", "a week") {
		standing = quote.Inferred
	}
	first := len(r.Claims)
	r.OfVehicles("annual_miles", miles, at, standing)
	for k := range r.Claims[first:] { // the miles of last year correct no other miles
		r.Claims[first+k].Fix = r.Claims[first+k].Fix && !r.Has(r.Clause(n.I), "a year ago")
	}
}

// MilesIn reads the miles a year in s behind a label for miles a year.
func MilesIn(r *garage.Garage, s text.Span) (int, text.Span, bool) {
	for i := s.I; i < min(s.J, s.I+6); i++ {
		n, ok := find.NumberAt(r.Text, i)
		if !ok || n.Dollar || find.NamesCar(r.Text, find.SkipLooks(r.Text, n.J)) {
			continue
		}
		if isRange(r.Sheet, n) {
			return 0, s, false
		}
		if miles, at, ok := yearly(r, n); ok {
			return miles, at, true
		}
		return n.N, n.Span, 100 <= n.N && n.N <= mostMiles && !r.Is(n.J, "-", "/")
	}
	return 0, s, false
}

// isRange reports whether n is one end of "8-10k" or "8 to 10 thousand".
func isRange(r *claims.Sheet, n find.Number) bool {
	if _, ok := find.NumberAt(r.Text, n.J+1); ok && r.Row(n.J) == r.Row(n.I) && r.Is(n.J, "-", "to", "or", "a") && r.Kind(n.J+1) != text.Word {
		return true
	}
	m, ok := find.NumberAt(r.Text, n.I-2) // "between 8,000 and 10,000"
	return ok && m.J == n.I-1 && r.Is(n.I-1, "-", "to", "or", "and", "a") && !m.Dollar && (!r.Is(n.I-1, "and") || r.Is(n.I-3, "between") || r.Is(n.I-5, "between"))
}

// yearly reads n as miles in a year, a month or a week.
func yearly(r *garage.Garage, n find.Number) (int, text.Span, bool) {
	n.J = skipAbout(r.Sheet, n.J)
	j, unit := find.UnitBehind(r.Text, n)
	c, period, ok := find.PeriodAt(r.Text, j)
	drove := r.Named("drove", n.I, 4) || r.Is(n.J, "on") && r.Named("driving", n.I, 2) // "put 15k on it last year"
	for k := j; (unit || drove) && !ok && k < min(r.Clause(n.I).J, j+5); k++ {         // "miles on it annually"
		c, period, ok = find.PeriodAt(r.Text, k)
		ok = ok && (drove || !r.Is(k-1, "last", "this", "next")) // "with 30,000 miles on it last year"
	}
	if ok {
		miles := find.InMiles(r.Text, n.N*period, n.J)
		sure := unit || (miles >= 1000 || r.Named("driving", n.I, 6) || r.Named("annual", n.I, 6)) && !isMoney(r.Text, n, miles)
		return miles, text.Between(n.I, c.J), sure && 300 <= miles && miles <= mostMiles
	}
	at := text.Between(n.I, j)
	if period, ok := periodBefore(r.Text, n); ok && unit {
		return n.N * period, at, 300 <= n.N*period && n.N*period <= mostMiles
	}
	named := r.Named("annual", n.I, 8) || isOfMiles(r.Sheet, n)
	if !named && !unit && !drivesOnly(r, n) || n.N < 500 || n.N > 60_000 || !unit && n.Plain && 1980 <= n.N && n.N <= 2030 && !saidOfAnother(r, n.I) {
		return 0, at, false
	}
	// Without a period, 60,000 miles are what the odometer shows.
	return n.N, at, named || n.N <= 30_000 && !r.Has(text.Between(n.J, min(r.Sentence(n.I).J, n.J+5)), "on the clock") && !r.Named("on the clock", n.I, 6)
}

// periodBefore reads "per month I drive 1,000 miles", "one year I drive about 10000".
func periodBefore(r *find.Text, n find.Number) (int, bool) {
	from := max(r.Sentence(n.I).I, n.I-6)
	for _, p := range find.Periods {
		_, passed := r.Before("a year ago", from, n.I)
		if _, ok := r.Before(p.Cue, from, n.I); ok && !(passed && p.Times == 1 && !r.Named("drove", n.I, 4)) {
			return p.Times, true
		}
	}
	return 0, false
}

// drivesOnly reports whether a bare number is behind a verb of driving or a car: "Tahoe maybe 4k".
func drivesOnly(r *garage.Garage, n find.Number) bool {
	if saidOfAnother(r, n.I) && (!n.Plain || r.EndsClause(n.J)) {
		return true // "the Civic does 8k a year and the RAV4 11k"
	}
	driven := r.Named("driving", n.I, 4)
	if _, ok := garage.VehicleBehind(r, n.Span); n.Plain || ok && driven {
		return !n.Plain
	}
	end := n.J
	for r.Among(end, "hedges") && !r.Breaks(end) {
		end++
	}
	last := r.Breaks(end) || r.Sentence(n.I).J <= end+1
	return last && (driven || garage.MentionedAt(r, r.Clause(n.I).I) >= 0)
}

// saidOfAnother reports whether a vehicle is before token i, and the sentence has miles of another.
func saidOfAnother(r *garage.Garage, i int) bool {
	k := i
	for k > 0 && (r.Among(k-1, "hedges") || r.Is(k-1, "only", "just", "sees", "gets", "does", "goes", "is")) {
		k--
	}
	s := r.Sentence(i)
	return (garage.Focused(r, k-1) || garage.ReferredTo(r, k-1) >= 0 || garage.ReferredTo(r, k-2) >= 0) && slices.ContainsFunc(r.Claims, func(c claims.Claim) bool { return c.Field == "annual_miles" && c.At >= s.I && c.At < i })
}

// readDrive reads the distance to work: "10 miles each way", "18 miles to work".
func readDrive(r *Driving, n find.Number) bool {
	if n.N > 150 || n.Short || isRange(r.Sheet, n) || r.Among(n.J, "not a drive") {
		return false
	}
	at, parts, ok := driveAt(r, n)
	if !ok {
		return false
	}
	oneWay := (find.InMiles(r.Text, n.N, n.J) + parts - 1) / parts
	r.OfVehicles("commute_miles_one_way", oneWay, at, quote.Stated)
	if s := r.Sentence(n.I); !r.Has(s, "school run") || r.Has(s, "to work") {
		r.OfVehicles("use", quote.Commute, at, quote.Inferred)
	}
	return true
}

// driveAt finds the words for a drive to work around n, one way (1) or both ways (2).
func driveAt(r *Driving, n find.Number) (at text.Span, parts int, ok bool) {
	j, unit := find.UnitBehind(r.Text, n)
	if r.Is(j, "for") && r.Is(j+1, "me", "him", "her", "them") {
		return at, 0, false // the drive of one person among several
	}
	j = r.SkipPast(j, "or", "so", ",")
	behind := text.Between(j, min(r.Sentence(n.I).J, j+5))
	if c, ok := r.Cue("round trip", behind); ok {
		return text.Between(n.I, c.J), 2, true
	}
	if c, ok := r.Cue("one way", behind); ok && (unit || c.I < j+2) {
		return text.Between(n.I, c.J), 1, true
	}
	end := j
	for end < min(behind.J, max(j, r.Clause(n.I).J)) && r.Kind(end) != text.Digits {
		end++ // words behind another number belong to that number
	}
	if r.Has(text.Between(j, end), "a year", "a month", "a week") {
		return at, 0, false
	}
	if c, ok := r.Cue("to work", behind); ok && unit {
		return text.Between(n.I, c.J), 1, true
	}
	said, way := r.Named("the commute", n.I, 9) || drivesBefore(r, n.I, 12), r.Named("one way", n.I, 4)
	toWork := r.Named("to work", n.I, 5) && r.Named("driving", n.I, 3) // "to work I drive 14 miles"
	return n.Span, 1, unit && (said || way) || said && way || unit && toWork
}

// dearest is a high price of insurance for a year, in dollars.
const dearest = 6000

// isMoney reports whether n, a number with a period and no unit, is money: "paying 340/mo", "they
// want 2400 a year". The nearest word before n decides, as in "I pay too much for the 900 a month
// that I drive", else the next word. A year costs fewer dollars than miles.
func isMoney(r *find.Text, n find.Number, miles int) bool {
	s := r.Sentence(n.I)
	from := max(s.I, n.I-20)
	if miles > dearest {
		return r.Has(text.Between(from, n.I), "large sums")
	}
	money, paid := r.Before("money", from, n.I)
	drive, driven := r.Before("at the wheel", from, n.I)
	if paid || driven {
		return paid && money.I >= drive.I
	}
	behind := text.Between(n.J, min(r.Clause(n.I).J, n.J+8))
	money, paid = r.Cue("money", behind)
	drive, driven = r.Cue("at the wheel", behind)
	return paid && !(driven && drive.I < money.I)
}
