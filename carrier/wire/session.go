package wire

import (
	"maps"
	"reflect"
	"slices"

	"ppamaild/carrier"
)

// Snapshot returns the session as the carrier shows it. A session does not know its last
// transaction, nor whether reports are pending.
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

// Agrees reports whether the carrier's quote has the content of the session. It ignores the
// version, the last transaction and the status of reports.
func (q PersAutoQuote) Agrees(s carrier.Session) bool {
	ours := Snapshot(s)
	ours.VersionNumber, ours.TransactionId, ours.ReportStatusCd = q.VersionNumber, q.TransactionId, q.ReportStatusCd
	return reflect.DeepEqual(ours, q)
}
