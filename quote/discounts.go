package quote

import (
	"fmt"
	"slices"
)

// Assessment is the assessment of a discount before the customer sends proof. A claim is no
// proof.
type Assessment struct {
	Discount Discount       `json:"discount"`
	Status   DiscountStatus `json:"status"`
	Evidence string         `json:"evidence"`          // the reason for the status
	Proof    string         `json:"proof,omitempty"`   // the required proof; empty: none
	Drivers  []int          `json:"drivers,omitempty"` // indexes of the drivers; none: the whole policy
}

// DiscountStatus is the status of a discount.
type DiscountStatus string

// The statuses of a discount.
const (
	EligibleVerified     DiscountStatus = "eligible_verified"
	EligiblePendingProof DiscountStatus = "eligible_pending_proof" // quoted as "if documented"
	Ineligible           DiscountStatus = "ineligible"
	Unknown              DiscountStatus = "unknown" // the application lacks data
)

// AssessDiscounts assesses the claimed discounts in the order of AllDiscounts. It adds the
// discounts that the application shows: several cars and, in California, the good driver
// discount, which the law guarantees (Ins. Code 1861.02). asOf replaces a missing effective
// date.
func AssessDiscounts(a Application, asOf Date) []Assessment {
	on := a.ratedOn(asOf)
	var list []Assessment
	for _, d := range AllDiscounts() {
		claimed := slices.Contains(a.Discounts, d)
		unasked := d == MultiCar && len(a.Vehicles) > 1 || d == GoodDriver && a.GaragingAddress.State == "CA"
		if !claimed && !unasked {
			continue
		}
		got := assess(d, a, on)
		if claimed || got.Status == EligibleVerified || got.Status == EligiblePendingProof {
			got.Discount = d
			list = append(list, got)
		}
	}
	return list
}

func assess(d Discount, a Application, on Date) Assessment {
	state := a.GaragingAddress.State
	switch d {
	case MultiCar:
		return assessMultiCar(len(a.Vehicles))
	case MultiPolicy:
		return pending("another policy is claimed", "the carrier and number of the other policy")
	case GoodStudent:
		return assessGoodStudent(a.Drivers, state, on)
	case GoodDriver:
		return assessGoodDriver(a.Drivers, state)
	case MatureDriver:
		return assessMatureDriver(a.Drivers, state, on)
	case DefensiveDriving:
		got := pending("a course is claimed", "the certificate of the approved course, not older than three years")
		got.Drivers = []int{0}
		return got
	case DriverTraining:
		return assessTraining(a.Drivers)
	case AntiTheft:
		return pending("a device is claimed; it counts for comprehensive only", "the receipt of the device, or the VIN that shows it")
	case Telematics:
		return pending("enrolment is offered; the premium may rise later by how one drives", "enrolment in the program")
	case PaidInFull, EFT, Paperless:
		return Assessment{Status: EligibleVerified, Evidence: "the customer's own choice"}
	case Affinity:
		return assessAffinity(state, on)
	case Military:
		return pending("service is claimed", "orders, a leave and earnings statement, or a sight of the ID, of which no copy is to be sent")
	}
	return Assessment{Status: Unknown, Evidence: "no such discount"}
}

func pending(evidence, proof string) Assessment {
	return Assessment{Status: EligiblePendingProof, Evidence: evidence, Proof: proof}
}

func ineligible(format string, args ...any) Assessment {
	return Assessment{Status: Ineligible, Evidence: fmt.Sprintf(format, args...)}
}

func unknown(evidence string) Assessment {
	return Assessment{Status: Unknown, Evidence: evidence}
}

func assessMultiCar(vehicles int) Assessment {
	switch {
	case vehicles > 1:
		return Assessment{Status: EligibleVerified, Evidence: fmt.Sprintf("%d vehicles are to be rated", vehicles)}
	case vehicles == 1:
		return ineligible("one vehicle is to be rated; it takes two")
	}
	return unknown("no vehicle is known yet")
}

// assessAffinity: 10 CCR 2632.5 leaves occupation and education to group plans;
// Michigan and New York bar or restrict them.
func assessAffinity(state string, on Date) Assessment {
	switch {
	case Denied(state, Membership, on):
		return unknown("occupation and education may not count in " + state + "; a producer decides")
	case state != "" && !Allowed(state, Membership, on):
		return unknown("no rule of " + state + " is known that lets a membership count; a producer decides")
	case state == "CA":
		return pending("membership is claimed; in California it counts by a group plan only", "proof of membership, and the group plan's name")
	}
	return pending("membership is claimed", "proof of membership or from the employer")
}
