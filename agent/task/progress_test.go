package task

import "testing"

// The result of a single specialist is kept after its review, but its work is done.
func TestFindingD6ProgressOfASingleSpecialist(t *testing.T) {
	plan, err := NewPlan(PlanArgs{Single: true, Steps: []Step{{Agent: "closing"}}},
		[]Agent{{Name: "closing", Kind: KindLLM, MedianTime: 9}})
	if err != nil {
		t.Fatal(err)
	}
	given := Task{Plan: &plan}
	p := given.Progress("specialist", false)
	if len(p.Completed) != 1 || len(p.Pending) != 0 || p.Remaining != 0 || p.Percentage != 95 {
		t.Errorf("%+v", p)
	}
	if p = given.Progress("", false); len(p.Pending) != 1 || p.Percentage != 10 {
		t.Errorf("%+v", p)
	}
}
