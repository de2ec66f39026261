// Package frozen records the program's behavior at a commit, to prove that a change of layout
// or names changes nothing else. The package has tests only; make frozen runs them.
//
// testdata/threads has exports of threads, without raw mails: each export is the journal and
// the state of a conversation. The file NAME.txt next to NAME.jsonl.gz has the current code's
// result for the export:
//
//   - a line for each checkpoint of the replay, with the digest of the state
//   - the action that the rules planner takes from the state, and the tool's result
//   - each draft to the customer, as text and with the digest of its HTML
//   - the sections of a review of the proposal
//
// testdata/pages has the reports of a few of these threads, compressed. testdata/inspect has
// the output of inspect --json for every mail in the testdata folders of the repository, a file
// for each folder.
//
// A difference is printed line by line. make frozen UPDATE=-update accepts an intended change
// and writes the files, and the commit shows the change.
//
// To add a thread, run threads export, compress the lines "thread", "entry", "review" and "end"
// with gzip, and run -update.
package frozen
