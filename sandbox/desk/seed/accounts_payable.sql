-- Everybody and everything in here is made up.
CREATE TABLE vendors (
	id TEXT PRIMARY KEY,
	name TEXT NOT NULL,
	trade TEXT NOT NULL,
	email TEXT NOT NULL,
	terms_days INTEGER NOT NULL
);
CREATE TABLE invoices (
	number TEXT PRIMARY KEY,
	vendor TEXT NOT NULL REFERENCES vendors (id),
	person TEXT NOT NULL,
	policy TEXT NOT NULL,
	description TEXT NOT NULL,
	issued TEXT NOT NULL,
	due TEXT NOT NULL,
	amount_cents INTEGER NOT NULL,
	status TEXT NOT NULL,
	paid_on TEXT NOT NULL
);
CREATE TABLE notes (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	invoice TEXT NOT NULL REFERENCES invoices (number),
	written TEXT NOT NULL,
	text TEXT NOT NULL
);

INSERT INTO vendors VALUES
	('V-11', 'Clearview Auto Glass', 'windshields', 'billing@clearview.test', 30),
	('V-12', 'Hawthorne Roofing', 'roofs', 'accounts@hawthorne-roofing.test', 30),
	('V-13', 'Northside Towing', 'towing', 'office@northside-towing.test', 14),
	('V-14', 'Print and Post', 'printing', 'hello@print-and-post.test', 30),
	('V-15', 'Willamette Appraisals', 'appraisals', 'desk@willamette-appraisals.test', 45);

INSERT INTO invoices VALUES
	('CAG-7731', 'V-11', 'Grace Henderson', 'PA-204417', 'Windshield, 2021 Subaru Outback', '2026-08-21', '2026-09-20', 61850, 'unpaid', ''),
	('HR-2026-118', 'V-12', 'Grace Henderson', 'HO-118820', 'Roof repair after storm', '2026-10-30', '2026-11-29', 428000, 'unpaid', ''),
	('NT-5520', 'V-13', 'Walter Henderson', 'PA-204417', 'Tow from Highway 26', '2026-03-17', '2026-03-31', 18500, 'paid', '2026-03-29'),
	('WA-0931', 'V-15', 'Walter Henderson', 'UM-009331', 'Appraisal of a boat', '2026-05-11', '2026-06-25', 35000, 'disputed', ''),
	('CAG-7790', 'V-11', 'Ifeoma Okafor', 'PA-210556', 'Rear window, 2019 Honda Civic', '2026-09-30', '2026-10-30', 44020, 'paid', '2026-10-21'),
	('WA-0988', 'V-15', 'Per Lindqvist', 'HO-120007', 'Appraisal of a house', '2026-06-15', '2026-07-30', 52500, 'unpaid', ''),
	('NT-5591', 'V-13', 'Marisol Vasquez', 'PA-221901', 'Tow from Almond Street', '2026-10-02', '2026-10-16', 16000, 'unpaid', ''),
	('PP-3301', 'V-14', '', '', 'Letterheads', '2026-10-05', '2026-11-04', 23975, 'unpaid', ''),
	('PP-3288', 'V-14', '', '', 'Envelopes', '2026-07-02', '2026-08-01', 9900, 'paid', '2026-07-28');

INSERT INTO notes (invoice, written, text) VALUES
	('CAG-7731', '2026-09-25', 'Clearview sent a reminder; the claim number was missing on the invoice.'),
	('HR-2026-118', '2026-11-02', 'Waits for the adjuster''s report.'),
	('WA-0931', '2026-06-01', 'Nobody here ordered it. Walter says neither did he.');
