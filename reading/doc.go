// Package reading reads what a customer wrote: what the mail is about, the
// facts of an application that it states, and why a person should take it.
//
// It promises four things. It is a pure function of its input: no clock, no
// network, no randomness. It never guesses: a value that is not stated, or
// stated twice and differently, is not a fact. Every fact carries the words it
// rests on, verbatim. And it costs time linear in the length of the mail,
// whatever the mail holds.
//
// # How a mail is read
//
// Its text is cut into tokens, lines and sentences, in which phrases of known
// meaning (cues, in data/) are found: a document. A reader goes over it many
// times, in the order of reader.run: who and what the mail speaks of is met
// first, and who or what each sentence is about is followed; then each kind of
// value is looked for by a reader of its own, which claims it of whoever its
// sentence is about. What was understood is taken, so that nothing else reads it.
// In the end the claims are resolved: what contradicts itself is no fact.
//
// # Where things are
//
// The way in and out: reading, reader, resolve; known, which knows a name when it
// sees one; private, what must not be passed on.
//
//   - The text itself: document; lex, emphasis, leaders, dictated; words, lexicon,
//     stems, language; layout, boxes, runons.
//   - Found anywhere in it: numbers, money, dates, when; names, credentials, kin;
//     catalogue, trims; places, streets, towns.
//   - What the mail is for: intent, signs, told, lines, policy, happened, wishes,
//     spam, asks, asksplain; refer, why a person must take it; injection.
//   - Forms, tables and answers to our questions: cells, labels, parse, said; grid,
//     gridheads, tables, stacked, checklists, seating, formnames, formcars, listcells;
//     questions, questionreasons, answers, answermarks, answersinline, answerslines,
//     answersjoined, answersrun, answersfit, answersbare, answersderived; confirmed, corrections, page;
//     topics.
//   - Who is meant: people, otherwriter, readas, relatives, relativesgone, takenoff,
//     relation, siblings; named, namedborn, namedlisted, namedplain, introduced,
//     companions, pairs, roster, ahead, behalf; nameparts, surnames, nameowner, nicknames, itemnames; writer,
//     contact; alone, leftout, residents, greeted, spokenof. Of whom a sentence is: focus, subjects, everyone,
//     apart, footnotes.
//   - Facts of people: roles, births, birthparts, bornwho, bornpairs; ages, agelists;
//     licensing, permits, since, alike, compared, elided, yearssaid, yearlists,
//     licensestates, licensed_else; incidents, grave, record, record_each, record_rest, record_too, record_else.
//   - Which cars are meant: garage, vehicles, twins, carnames, carahead, handles, gone, carsgone, carsofothers,
//     chosencars, leftoutlists, listedwrongly, swaps, sameuse.
//   - Facts of cars: miles, milesaid, milelists, milesanswered, milesofeach, milesasked, mileranges,
//     milesodd;
//     usage, useanswered, drivesheard, outings, athome, jobs, otherthings; owners, whodrives, ownership,
//     ownershipsaid, paidcar, cost.
//   - Where they are kept: addresses, units, moved, elsewhere, signedfrom, stateofcar.
//   - Cover: limits, deductibles, coverofcar, declined, yesorno, unclear, discounts, whatif; prior, rivals, lapses,
//     whenends, deadlines.
//   - What staff write: staff, staffmeant, staffanswers, staffremoves; reasons, staffquestion, whose.
package reading
