// Package runner is the third station. A runner works through the queue of a thread: it loads the
// thread, passes the oldest event to the handler of its kind, and carries out the intents of the
// agent until the thread pauses or ends. A Turn is one event of one thread.
//
// Each result is one transaction: the head by compare-and-set, with the journal, effects,
// outbox, reviews and timers. A tool with an effect outside has a commit before the call and
// one after it. Tools that only compute share the next commit, because a sync to disk costs
// more than the computation. After a crash they compute again.
package runner
