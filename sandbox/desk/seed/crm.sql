-- Everybody and everything in here is made up.
CREATE TABLE contacts (
	id TEXT PRIMARY KEY,
	household TEXT NOT NULL,
	given_name TEXT NOT NULL,
	surname TEXT NOT NULL,
	email TEXT NOT NULL,
	phone TEXT NOT NULL,
	street TEXT NOT NULL,
	city TEXT NOT NULL,
	state TEXT NOT NULL,
	zip TEXT NOT NULL,
	since TEXT NOT NULL
);
CREATE TABLE policies (
	number TEXT PRIMARY KEY,
	contact TEXT NOT NULL REFERENCES contacts (id),
	line TEXT NOT NULL,
	carrier TEXT NOT NULL,
	status TEXT NOT NULL,
	effective TEXT NOT NULL,
	expires TEXT NOT NULL,
	premium_cents INTEGER NOT NULL
);
CREATE TABLE notes (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	contact TEXT NOT NULL REFERENCES contacts (id),
	written TEXT NOT NULL,
	author TEXT NOT NULL,
	text TEXT NOT NULL
);

INSERT INTO contacts VALUES
	('C-1041', 'Henderson', 'Grace', 'Henderson', 'grace.henderson@home.test', '+15035550141', '412 Alder Lane', 'Portland', 'OR', '97202', '2018-03-12'),
	('C-1042', 'Henderson', 'Walter', 'Henderson', 'walt@henderson.test', '+15035550142', '412 Alder Lane', 'Portland', 'OR', '97202', '2018-03-12'),
	('C-1043', 'Henderson', 'Nora', 'Henderson', 'nora.henderson@campus.test', '+15035550143', '88 College Row', 'Eugene', 'OR', '97401', '2024-09-01'),
	('C-1077', 'Okafor', 'Ifeoma', 'Okafor', 'ifeoma@okafor.test', '+15035550177', '9 Juniper Court', 'Beaverton', 'OR', '97005', '2021-06-30'),
	('C-1102', 'Lindqvist', 'Per', 'Lindqvist', 'per.lindqvist@mill.test', '+15415550102', '2300 Mill Road', 'Bend', 'OR', '97701', '2019-11-04'),
	('C-1130', 'Vasquez', 'Marisol', 'Vasquez', 'marisol@vasquez.test', '+19165550130', '17 Almond Street', 'Sacramento', 'CA', '95814', '2022-02-15'),
	('C-1131', 'Vasquez', 'Teodoro', 'Vasquez', 'teo@vasquez.test', '+19165550131', '17 Almond Street', 'Sacramento', 'CA', '95814', '2022-02-15'),
	('C-1188', 'Henders', 'Ola', 'Henders', 'ola@henders.test', '+15035550188', '60 Birch Street', 'Salem', 'OR', '97301', '2023-05-22');

INSERT INTO policies VALUES
	('PA-204417', 'C-1041', 'personal auto', 'Cascade Mutual', 'in force', '2026-01-15', '2027-01-15', 184600),
	('HO-118820', 'C-1041', 'homeowners', 'Cascade Mutual', 'in force', '2026-03-01', '2027-03-01', 132950),
	('UM-009331', 'C-1042', 'umbrella', 'Bluff Indemnity', 'in force', '2026-03-01', '2027-03-01', 31200),
	('PA-198002', 'C-1042', 'personal auto', 'Rogue River Casualty', 'cancelled', '2024-01-15', '2025-01-15', 171000),
	('RE-550013', 'C-1043', 'renters', 'Cascade Mutual', 'in force', '2026-09-01', '2027-09-01', 16800),
	('PA-210556', 'C-1077', 'personal auto', 'Cascade Mutual', 'in force', '2026-07-01', '2027-01-01', 98240),
	('PA-187340', 'C-1102', 'personal auto', 'Rogue River Casualty', 'in force', '2026-05-20', '2027-05-20', 120115),
	('HO-120007', 'C-1102', 'homeowners', 'Bluff Indemnity', 'in force', '2026-05-20', '2027-05-20', 158800),
	('PA-221901', 'C-1130', 'personal auto', 'Delta Valley', 'pending renewal', '2025-12-10', '2026-12-10', 206075),
	('PA-230044', 'C-1188', 'personal auto', 'Cascade Mutual', 'in force', '2026-06-11', '2027-06-11', 87390);

INSERT INTO notes (contact, written, author, text) VALUES
	('C-1041', '2026-02-03', 'Dana Reyes', 'Grace asked for the renewal papers by email, not by post.'),
	('C-1041', '2026-08-19', 'Lee Park', 'Windshield of the Outback replaced by Clearview Auto Glass, claim on PA-204417. Invoice CAG-7731 is with us.'),
	('C-1041', '2026-10-27', 'Dana Reyes', 'Grace says the roof of HO-118820 was repaired after the October storm; Hawthorne Roofing will bill us. She wants the renewal to show the new roof.'),
	('C-1042', '2026-05-06', 'Lee Park', 'Walter prefers calls after five. He asked whether the umbrella UM-009331 covers the boat; told him to ask in writing.'),
	('C-1042', '2026-11-09', 'Lee Park', 'Walter asks to raise the deductible of PA-204417 to 1,000 at renewal.'),
	('C-1043', '2026-09-02', 'Dana Reyes', 'Nora moved to Eugene for college; RE-550013 begins September 1.'),
	('C-1077', '2026-07-14', 'Lee Park', 'Ifeoma paid the first instalment.'),
	('C-1102', '2026-06-02', 'Dana Reyes', 'Per sent photos of the new wood stove for HO-120007.'),
	('C-1130', '2026-11-12', 'Dana Reyes', 'Marisol waits for the renewal offer of PA-221901.'),
	('C-1188', '2026-06-12', 'Lee Park', 'Not related to the Hendersons of Alder Lane.');
