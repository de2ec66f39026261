package quote

import "slices"

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
func AssessDiscounts(a Application, asOf Date, w Words) []Assessment {
	of := assessor{Application: a, on: a.ratedOn(asOf), words: w}
	var list []Assessment
	for _, d := range AllDiscounts() {
		claimed := slices.Contains(a.Discounts, d)
		unasked := d == MultiCar && len(a.Vehicles) > 1 || d == GoodDriver && a.GaragingAddress.State == "CA"
		if !claimed && !unasked {
			continue
		}
		got := of.assess(d)
		if claimed || got.Status == EligibleVerified || got.Status == EligiblePendingProof {
			got.Discount = d
			list = append(list, got)
		}
	}
	return list
}

// assessor assesses the discounts of an application.
type assessor struct {
	Application
	on    Date
	words Words
}

func (a assessor) assess(d Discount) Assessment {
	switch d {
	case MultiCar:
		return a.multiCar()
	case MultiPolicy:
		return a.pending("discount.multi_policy", "discount.proof.multi_policy")
	case GoodStudent:
		return a.goodStudent()
	case GoodDriver:
		return a.goodDriver()
	case MatureDriver:
		return a.matureDriver()
	case DefensiveDriving:
		got := a.pending("discount.course", "discount.proof.course")
		got.Drivers = []int{0}
		return got
	case DriverTraining:
		return a.training()
	case AntiTheft:
		return a.pending("discount.device", "discount.proof.device")
	case Telematics:
		return a.pending("discount.telematics", "discount.proof.telematics")
	case PaidInFull, EFT, Paperless:
		return a.verified("discount.chosen")
	case Affinity:
		return a.affinity()
	case Military:
		return a.pending("discount.service", "discount.proof.service")
	}
	return a.unknown("discount.no_such")
}

func (a assessor) verified(evidence string, args ...any) Assessment {
	return Assessment{Status: EligibleVerified, Evidence: say(a.words, evidence, args...)}
}

func (a assessor) pending(evidence, proof string) Assessment {
	return Assessment{
		Status:   EligiblePendingProof,
		Evidence: say(a.words, evidence),
		Proof:    say(a.words, proof),
	}
}

func (a assessor) ineligible(evidence string, args ...any) Assessment {
	return Assessment{Status: Ineligible, Evidence: say(a.words, evidence, args...)}
}

func (a assessor) unknown(evidence string, args ...any) Assessment {
	return Assessment{Status: Unknown, Evidence: say(a.words, evidence, args...)}
}

func (a assessor) multiCar() Assessment {
	switch vehicles := len(a.Vehicles); vehicles {
	case 0:
		return a.unknown("discount.no_vehicle")
	case 1:
		return a.ineligible("discount.one_vehicle")
	default:
		return a.verified("discount.vehicles", vehicles)
	}
}

// affinity: 10 CCR 2632.5 leaves occupation and education to group plans;
// Michigan and New York bar or restrict them.
func (a assessor) affinity() Assessment {
	state := a.GaragingAddress.State
	switch {
	case Denied(state, Membership, a.on):
		return a.unknown("discount.membership_barred", state)
	case state != "" && !Allowed(state, Membership, a.on):
		return a.unknown("discount.membership_without_rule", state)
	case state == "CA":
		return a.pending("discount.group_plan", "discount.proof.group_plan")
	}
	return a.pending("discount.membership", "discount.proof.membership")
}
