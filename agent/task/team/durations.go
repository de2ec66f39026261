package team

import (
	"slices"
	"sync"

	"ppamaild/agent/task"
)

// Durations keeps the durations of runs. It is safe for concurrent use.
type Durations interface {
	Ran(agent string, took task.Seconds)
	// Usually returns the median of recent runs; 0 without runs.
	Usually(agent string) task.Seconds
}

// memoryDurations keeps the durations in memory.
type memoryDurations struct {
	mu   sync.Mutex
	last map[string][]task.Seconds // by agent, oldest first; protected by mu
}

// MaxDurations is the number of recent runs per agent in the median.
const MaxDurations = 20

// Ran implements Durations.
func (p *memoryDurations) Ran(agent string, took task.Seconds) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last == nil {
		p.last = make(map[string][]task.Seconds)
	}
	runs := append(p.last[agent], took)
	p.last[agent] = runs[max(0, len(runs)-MaxDurations):]
}

// Usually implements Durations.
func (p *memoryDurations) Usually(agent string) task.Seconds {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Median(p.last[agent])
}

// Median returns the middle value; 0 for none.
func Median(runs []task.Seconds) task.Seconds {
	if len(runs) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(runs))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}
