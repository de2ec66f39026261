package team

import (
	"slices"
	"sync"

	"ppamaild/agent/task"
)

// Paces keeps how long runs take. It is safe for concurrent use.
type Durations interface {
	Ran(agent string, took task.Seconds)
	// Usually returns what lies in the middle of the last runs; 0 where there were none.
	Usually(agent string) task.Seconds
}

// paces keeps them until the program ends.
type memoryDurations struct {
	mu   sync.Mutex
	last map[string][]task.Seconds // of each agent, the oldest first; protected by mu
}

// Remembered is how many of an agent's runs its pace is told by.
const MaxDurations = 20

// Ran implements Paces.
func (p *memoryDurations) Ran(agent string, took task.Seconds) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last == nil {
		p.last = make(map[string][]task.Seconds)
	}
	runs := append(p.last[agent], took)
	p.last[agent] = runs[max(0, len(runs)-MaxDurations):]
}

// Usually implements Paces.
func (p *memoryDurations) Usually(agent string) task.Seconds {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Median(p.last[agent])
}

// Median is what lies in the middle; 0 of nothing.
func Median(runs []task.Seconds) task.Seconds {
	if len(runs) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(runs))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}
