package eval

import "encoding/json"

// Tally counts values.
type Tally struct {
	Right   int // equal to the label
	Wrong   int // read, but different or not in the label
	Lacking int // in the label, but different or not read
}

// Precision is the share of the read values that are right.
func (t Tally) Precision() float64 { return Share{t.Right, t.Right + t.Wrong}.Rate() }

// Recall is the share of the labeled values that are right.
func (t Tally) Recall() float64 { return Share{t.Right, t.Right + t.Lacking}.Rate() }

// F1 is the harmonic mean of both.
func (t Tally) F1() float64 { return Share{2 * t.Right, 2*t.Right + t.Wrong + t.Lacking}.Rate() }

func (t *Tally) add(u Tally) {
	t.Right += u.Right
	t.Wrong += u.Wrong
	t.Lacking += u.Lacking
}

// MarshalJSON adds precision, recall and F1 to the counts.
func (t Tally) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Precision float64 `json:"precision"`
		Recall    float64 `json:"recall"`
		F1        float64 `json:"f1"`
		Right     int     `json:"right"`
		Wrong     int     `json:"wrong"`
		Lacking   int     `json:"lacking"`
	}{t.Precision(), t.Recall(), t.F1(), t.Right, t.Wrong, t.Lacking})
}

// Share counts right answers among all answers.
type Share struct {
	Right int
	Of    int
}

// Rate returns the share from 0 to 1, or 1 without answers.
func (s Share) Rate() float64 {
	if s.Of == 0 {
		return 1
	}
	return float64(s.Right) / float64(s.Of)
}

func (s *Share) count(right bool) {
	s.Of++
	if right {
		s.Right++
	}
}

// MarshalJSON adds the rate to the counts.
func (s Share) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Accuracy float64 `json:"accuracy"`
		Right    int     `json:"right"`
		Of       int     `json:"of"`
	}{s.Rate(), s.Right, s.Of})
}
