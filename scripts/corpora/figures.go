package main

// scores is the last line of score.py.
type scores struct {
	Replies struct {
		Reply, Forward texts
		Crashed        int
	}
	Automatic struct {
		Crashed   int
		Bounce    tally
		Human     tally
		HumanList tally `json:"human-list"`
		Ham       tally
	}
	Raw     struct{ Crashed int }
	Threads struct {
		Mboxes, Same, Crashed int
	}
}

// texts measures the extraction of the author's own text, as shares of 1.
type texts struct{ Exact, Kept, Clean, F1 float64 }

// tally has the number of right answers and of all answers.
type tally [2]int

func (t tally) wrong() int { return t[1] - t[0] }

// measures is the output of the test in package inspect.
type measures struct {
	Messages     int     `json:"messages"`
	Speed        float64 `json:"speed"`
	Floor        float64 `json:"floor"`
	SlowestMS    float64 `json:"slowest_ms"`
	Slowest      string  `json:"slowest"`
	Crashes      int     `json:"crashes"`
	FalseAccepts int     `json:"false_accepts"`
}

// figures returns the figures by the names of the thresholds.
func figures(s scores, m measures) map[string]float64 {
	return map[string]float64{
		"own_text_exact":  100 * s.Replies.Reply.Exact,
		"own_text_kept":   100 * s.Replies.Reply.Kept,
		"own_text_clean":  100 * s.Replies.Reply.Clean,
		"own_text_f1":     s.Replies.Reply.F1,
		"forwards_exact":  100 * s.Replies.Forward.Exact,
		"bounces":         percent(s.Automatic.Bounce[0], s.Automatic.Bounce[1]),
		"human_mistaken":  float64(s.Automatic.Human.wrong() + s.Automatic.HumanList.wrong() + s.Automatic.Ham.wrong()),
		"threads_same":    percent(s.Threads.Same, s.Threads.Mboxes),
		"false_accepts":   float64(m.FalseAccepts),
		"crashes":         float64(s.Replies.Crashed + s.Automatic.Crashed + s.Raw.Crashed + s.Threads.Crashed + m.Crashes),
		"messages_second": m.Speed,
		"slowest_ms":      m.SlowestMS,
	}
}

// percent returns 0 for whole = 0, so that a folder without mail reaches no threshold.
func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}
