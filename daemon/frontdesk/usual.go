package frontdesk

import (
	"slices"
	"strings"
	"time"

	"ppamaild/console"
	"ppamaild/daemon/queue"
)

// maxCompared bounds the earlier tasks behind a usual time.
const maxCompared = 500

// agentsOf are the agents in the plan of a task: tasks with the same agents are of one kind, apart
// from tests. It is "" for other threads.
func agentsOf(t *thread) string {
	if t.state.Task == nil || t.state.Task.Plan == nil {
		return ""
	}
	var names []string
	for _, s := range t.state.Task.Plan.Steps {
		names = append(names, s.Agent)
	}
	if queue.IsTest(t.head) {
		names = append(names, t.head.Workflow)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// usual is the median time of the latest completed tasks with the same agents, without the thread
// itself; 0 without such tasks.
func (x *index) usual(agents, thread string) time.Duration {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var all []time.Duration
	tasks := x.lists[console.TabTasks]
	for _, e := range tasks[:min(len(tasks), maxCompared)] {
		if agents != "" && e.agents == agents && e.thread != thread {
			all = append(all, e.took)
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}
