// Package frozen keeps the program's behaviour at one commit, so that a change of layout or
// of names shows that nothing else changed. It has tests only; make frozen runs them.
//
// testdata/threads has exports of threads, without their raw mails: each is the journal and
// the state of a conversation that a daemon led. The file NAME.txt beside NAME.jsonl.gz has
// what the current code makes of the export:
//
//   - a line for each checkpoint of the replay, with the digest of the state
//   - the action that the rules planner takes from that state, and what the tool returns
//   - each draft to the customer, as text and with the digest of its HTML
//   - what a review of the proposal shows staff
//
// testdata/pages has the reports of a few of these threads, compressed. testdata/inspect has
// the output of inspect --json for every mail in the testdata folders of the repository, a
// file for each folder.
//
// A difference is printed line by line. make frozen UPDATE=-update takes an intended change:
// it writes the files, and the commit shows the change.
//
// A thread is added by the command threads export: compress its lines "thread", "entry",
// "review" and "end" with gzip, and run -update.
package frozen
