// Package signature recognizes lines of signatures by their words and their form.
package signature

import (
	"strings"
	"unicode"

	"ppamaild/lazy"
)

// A title has these words, in upper case, and needs at least one role.
var (
	roles = lazy.Set(`OWNER FOUNDER CO-FOUNDER PARTNER PRINCIPAL PRESIDENT
		CEO COO CFO VP AVP SVP DIRECTOR MANAGER SUPERVISOR OFFICER EXECUTIVE ADMINISTRATOR
		COORDINATOR SPECIALIST ASSISTANT AGENT AGENCY PRODUCER BROKER ADVISOR ADVISER CONSULTANT
		UNDERWRITER REPRESENTATIVE REP LIAISON ANALYST ADJUSTER RECEPTIONIST CSR CLERK
		CARE TEAM DEPARTMENT DEPT CIC CRM CISR CPCU CPIA
		AAI AU AIC ARM CLCS LUTCF CLU CHFC AINS ACSR CFP MBA CPA JD CLTC RHU CEBS SPHR`)
	qualifiers = lazy.Set(`INSURANCE SENIOR SR JUNIOR JR LEAD CHIEF VICE ASSOCIATE
		DEPUTY MANAGING GENERAL REGIONAL INDEPENDENT LICENSED CERTIFIED ACCOUNT ACCOUNTS SALES
		SERVICE SERVICES CUSTOMER CLIENT OFFICE OPERATIONS MARKETING CLAIMS UNDERWRITING PERSONAL
		COMMERCIAL LINES AUTO HOME LIFE PROPERTY CASUALTY RISK DIVISION BRANCH OF AND & / THE CA OR
		WA I II III RECORD`)
)

// titleWords returns the words of a part.
func titleWords(part string) []string {
	return strings.FieldsFunc(part, func(r rune) bool {
		return strings.ContainsRune(" ,.:-()#/", r)
	})
}

// isTitle reports whether a part, in upper case, is a title of the usual words, also with a
// license number: "Licensed Agent, CA 0X11111".
func isTitle(part string) bool {
	found := false
	for _, w := range titleWords(part) {
		if !roles.Has(w) && !qualifiers.Has(w) && !isLicense(w) {
			return false
		}
		found = found || roles.Has(w)
	}
	return found
}

// isRole reports whether a part with names, in upper case, ends in a role: "Farm & Ranch
// Specialist", "Director of First Impressions".
func isRole(part string) bool {
	title, _, _ := strings.Cut(part, " OF ")
	words := strings.Fields(title)
	return len(words) > 0 && roles.Has(words[len(words)-1])
}

// isLicensed reports whether a part, in upper case, is a license: "Oregon Resident Producer License
// #100234567", "State License 55-10293".
func isLicensed(part string) bool {
	named, number := false, false
	for _, w := range titleWords(part) {
		named = named || licenses.Has(w)
		number = number || isLicense(w)
		ofNumber := named && (w == "NO" || digits(w) == len(w))
		if isLicense(w) || ofNumber || roles.Has(w) || qualifiers.Has(w) {
			continue
		}
		if Limits(w) || strings.ContainsAny(w, "0123456789$%") {
			return false
		}
	}
	return named && number
}

var licenses = lazy.Set(`LICENSE LICENSES LICENCE LIC NPN DOI NMLS`)

// IsProper reports whether a part looks like a name: a few words with capitals, without numbers,
// verbs and words that limit. in is the part in upper case.
func IsProper(part, in string) bool {
	words := strings.Fields(strings.ReplaceAll(part, ".", ""))
	upper := strings.Fields(strings.ReplaceAll(in, ".", ""))
	if len(words) == 0 || len(words) > 7 {
		return false
	}
	for i, w := range words {
		if joins.Has(w) && i > 0 && i < len(words)-1 {
			continue
		}
		if Limits(upper[i]) || IsVerb(upper[i]) || !isCapitalized(w) {
			return false
		}
	}
	return true
}

// IsVerb reports whether a word, in upper case, ends like a verb and is in no title.
func IsVerb(w string) bool {
	return (strings.HasSuffix(w, "ED") || strings.HasSuffix(w, "ING")) && !qualifiers.Has(w)
}

var joins = lazy.Set(`& + of and de y e und`)

// isCapitalized reports whether a word of letters begins with a capital.
func isCapitalized(w string) bool {
	for i, r := range w {
		if i == 0 && !unicode.IsUpper(r) || !unicode.IsLetter(r) && !strings.ContainsRune("'&-", r) {
			return false
		}
	}
	return true
}

// isLicense reports whether a word looks like a license number: capitals and at least five
// digits, but no round number.
func isLicense(w string) bool {
	if digits(w) == len(w) && strings.HasSuffix(w, "000") {
		return false
	}
	return digits(w) >= 5 && len(w) <= 12 && !strings.ContainsFunc(w, func(r rune) bool {
		return !unicode.IsUpper(r) && !unicode.IsDigit(r)
	})
}

// Limits reports whether a word, in upper case, belongs to sentences, Orders and Conditions, or
// to quotes, but to no signature.
func Limits(w string) bool {
	return Objections.Has(w) || Conditions.Has(w) || Orders.Has(w) || spoken.Has(w) ||
		ofQuotes.Has(w)
}

var (
	// Objections begin a line that limits or undoes a decision, in any line.
	Objections = lazy.Set(`BUT EXCEPT UNLESS HOWEVER WAIT ACTUALLY SORRY STOP HOLD
		DON'T DONT NOT PS P.S`)
	// Conditions limit a decision if they begin the first line. Further down they may mean
	// anything.
	Conditions = lazy.Set(`ONLY THOUGH ALTHOUGH NO IF WHEN AFTER UNTIL ONCE
		PROVIDED ASSUMING ALSO AND THEN CHANGE MAKE ADD REMOVE WITH WITHOUT PLEASE`)
	// Orders begin a line with a request.
	Orders = lazy.Set(`SKIP SWAP OMIT CONTACT PHONE RING NOTIFY INFORM ASSIGN
		REASSIGN ALERT REMIND WARN CONSULT SEE MEET INVOLVE ADVISE REVISE REPLACE TRANSFER
		ESCALATE REFER COPY CC DRIVES USE SET PUT TAKE DROP RAISE LOWER INCREASE REDUCE KEEP
		DELETE INCLUDE EXCLUDE SEND CALL ASK TELL CHECK FIX CORRECT UPDATE SWITCH MOVE`)
	// spoken are the words that make a sentence or a condition.
	spoken = lazy.Set(`I ME MY MINE WE US OUR YOU YOUR HE SHE HIM HER HIS IT
		ITS THEY THEM THEIR THIS THAT THESE THOSE WHO WHICH WHAT WHERE WHY HOW IS ARE AM WAS WERE
		BE BEEN WILL WON'T WOULD SHOULD COULD CAN CAN'T CANNOT MUST MIGHT SHALL DO DOES DOESN'T
		DID HAS HAVE HAD GET GETS GOT LET LET'S NEED NEEDS WANT WANTS GO GOES COME WORKS YES NEVER
		NONE MAYBE JUST STILL EVEN VERY TOO SO AS AT BY FOR FROM IN INTO ON ONTO OVER UNDER OUT UP
		DOWN OFF TO THAN VIA PER PLUS MINUS LESS MORE MOST FEWER BEFORE SINCE DURING WHILE BECAUSE
		PENDING SUBJECT VALID VOID EFFECTIVE INSTEAD RATHER ELSE EITHER NEITHER NOR BOTH EACH
		EVERY ALL ANY SOME OTHER ANOTHER DIFFERENT SAME OWN WRONG RIGHT CORRECT OLD NEW FIRST
		SECOND THIRD LAST NEXT LATER LATEST EARLIEST SOON NOW TODAY TOMORROW TONIGHT ASAP HIGHER
		LOWER BIGGER SMALLER FULL HALF DOUBLE TRIAL FINAL BEGIN BEGINS JANUARY FEBRUARY MARCH
		APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER ONE TWO THREE FOUR FIVE SIX
		SEVEN EIGHT NINE TEN HUNDRED THOUSAND PERCENT MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY
		SATURDAY SUNDAY WEEK WEEKS DAY DAYS MONTH MONTHS YEAR YEARS HOUR HOURS MORNING EVENING
		NOON TIME ACCEPT APPROVE REJECT DENY CANCEL EDIT CONFIRM VERIFY REVIEW WAIVE REQUIRE
		REQUIRES OK OKAY AGREE DENIED HELP TRY READ WRITE EMAIL MAIL TEXT REPLY FORWARD GIVE SHOW
		OFFER QUOTE SIGN PAY BIND ISSUE RUN FILE START`)
	// ofQuotes are the words of quotes.
	ofQuotes = lazy.Set(`DEDUCTIBLE DEDUCTIBLES PREMIUM PREMIUMS PRICE PRICES
		RATE RATES FEE FEES COST ESTIMATE COVERAGE COVERAGES COVER POLICY POLICIES LIMIT LIMITS
		TOWING RENTAL ROADSIDE COLLISION COMPREHENSIVE COMP LIABILITY UMBRELLA GAP PIP UM UIM BI
		PD CAR CARS VEHICLE VEHICLES TRUCK VAN TRAILER DRIVER DRIVERS SPOUSE SON DAUGHTER VIN TERM
		PAYMENT PAYMENTS DEPOSIT DISCOUNT DISCOUNTS BUNDLE FORM FORMS SIGNATURE SIGNATURES
		APPROVAL PROOF OPTION OPTIONS VERSION DRAFT ADDRESS MILES MILEAGE GARAGE ENDORSEMENT
		EXCLUSION WAIVER`)
)
