package wire

import (
	"maps"
	"reflect"
	"slices"

	"ppamaild/carrier"
)

// Snapshot is a session as the carrier would show it. Who changed it last, and
// whether reports are under way, a session does not know.
func Snapshot(s carrier.Session) PersAutoQuote {
	a := s.Application
	q := PersAutoQuote{
		QuoteNumber: s.ID, VersionNumber: s.Version, QuotedDt: string(s.AsOf), EffectiveDt: string(a.EffectiveDate), ProducerCd: s.Producer,
		Addr: addr(a.GaragingAddress), PrincipalDriver: slices.Clone(s.Principals), Coverage: coverages(a.Coverages), ReportStatusCd: ReportsNone,
	}
	if i := insured(a.NamedInsured); *i != (InsuredOrPrincipal{}) {
		q.InsuredOrPrincipal = i
	}
	for _, d := range a.Drivers {
		q.PersDriver = append(q.PersDriver, driver(d))
	}
	for _, v := range a.Vehicles {
		q.PersVeh = append(q.PersVeh, vehicle(v))
	}
	for _, i := range slices.Sorted(maps.Keys(s.ByVehicle)) {
		q.VehicleCoverage = append(q.VehicleCoverage, coverageUpdate(&i, s.ByVehicle[i]))
	}
	if s.Verified {
		q.ReportStatusCd = ReportsComplete
	}
	return q
}

// Agrees reports whether the carrier's quote says what the session says, whatever
// its version, its last transaction and its reports are.
func (q PersAutoQuote) Agrees(s carrier.Session) bool {
	ours := Snapshot(s)
	ours.VersionNumber, ours.TransactionId, ours.ReportStatusCd = q.VersionNumber, q.TransactionId, q.ReportStatusCd
	return reflect.DeepEqual(ours, q)
}
