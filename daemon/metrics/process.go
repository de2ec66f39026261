package metrics

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"
)

// process returns the resources of the process, with the names of the client libraries of
// Prometheus. Memory and open files are known on Linux only.
func process(started time.Time) []family {
	version := gauge("go_info", "Version of Go.")
	version.add(1, "version", runtime.Version())
	var heap runtime.MemStats
	runtime.ReadMemStats(&heap)
	all := []family{
		version,
		gauge("go_goroutines", "Number of goroutines.", float64(runtime.NumGoroutine())),
		gauge("go_memstats_heap_alloc_bytes", "Bytes of heap objects.", float64(heap.HeapAlloc)),
		gauge("process_start_time_seconds", "Time when the daemon started.", seconds(started)),
	}
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err == nil {
		all = append(all, counter("process_cpu_seconds_total", "Processor time of user and system.",
			float64(use.Utime.Nano()+use.Stime.Nano())/1e9))
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err == nil {
		all = append(all, gauge("process_max_fds", "Maximum number of open files.", float64(limit.Cur)))
	}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		all = append(all, gauge("process_open_fds", "Number of open files.", float64(len(open))))
	}
	var virtual, resident float64 // pages
	if statm, err := os.ReadFile("/proc/self/statm"); err == nil {
		if _, err := fmt.Fscan(bytes.NewReader(statm), &virtual, &resident); err == nil {
			page := float64(os.Getpagesize())
			all = append(all,
				gauge("process_virtual_memory_bytes", "Size of the virtual memory.", virtual*page),
				gauge("process_resident_memory_bytes", "Size of the resident memory.", resident*page))
		}
	}
	return all
}
