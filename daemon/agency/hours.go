package agency

import "time"

// NextDigest returns the time of the next daily digest.
func (a *Agency) NextDigest() time.Time {
	return a.Config.Review.DigestAt.Next(a.Now(), a.Location)
}

// AfterHours returns the time after a span of business hours.
func (a *Agency) AfterHours(span time.Duration) time.Time {
	return a.Config.Agency.BusinessHours.After(a.Now(), span, a.Location)
}

// AtWork returns the first time within business hours after a span of time.
func (a *Agency) AtWork(span time.Duration) time.Time {
	return a.Config.Agency.BusinessHours.Next(a.Now().Add(span), a.Location)
}
