package reading

import (
	"strings"
	"testing"

	"ppamaild/quote"
)

// TestShownInFirstMails shows what rules are for that a single mail of Pat Doe's needs.
func TestShownInFirstMails(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"My 2019 Civic. It's kept in Eugene 97405 not Bend 97701.", `garaging_address.city="Eugene" garaging_address.zip="97405"`},
		{"2019 civic. yuba city california 95991. dob 3/3/80", `garaging_address.city="Yuba City" garaging_address.state="CA" garaging_address.zip="95991"`},
		{"2019 CIVIC. 12 OAK ST UNIT 4B, BEND, OR 97701", `garaging_address.street="12 Oak St Unit 4B"`},
		{"I drive a 2019 Civic. She's been licensed since 2004, my brother since 2003, my wife Linda since 2006.", `drivers[1].given_name="Linda" drivers[1].relationship="spouse" drivers[2].relationship="other" drivers[2].years_licensed=23 !drivers[2].given_name`},
		{"I have been licensed for 20 years and my wife Linda has as well. 2019 Civic.", "drivers[1].years_licensed=20"},
		{"My customer is buying a 2025 Tacoma and needs insurance.\n\nCustomer: Marcus Ellery\nDOB: 01/30/1991", `named_insured.given_name="Marcus" drivers[0].date_of_birth="1991-01-30" !drivers[1].given_name`},
		{"2019 Camry. No tickets for me, our son Max Doe has one.", "drivers[0].violations=0 drivers[1].violations=1"},
		{"2019 Camry. No tickets for me, but my wife Ana Doe has two.", "drivers[0].violations=0 drivers[1].violations=2"},
		{"We have a 2019 Honda Civic and a 2015 Ford Escape, 20,000 miles a year altogether.", "!vehicles[0].annual_miles !vehicles[1].annual_miles"},
		{"2019 Honda Civic and 2015 Ford Escape. The Civic goes to work, 8,000 miles a year total. The Escape 5,000 a year.", "vehicles[0].annual_miles=8000 vehicles[1].annual_miles=5000"},
		{"2019 Camry, 30,000 miles in 5 years.", "vehicles[0].annual_miles=6000"},
		{"2019 Camry, 10,000 miles in 6 months.", "!vehicles[0].annual_miles"},
		{"2019 Camry, 12,000 miles a year for 3 years now.", "vehicles[0].annual_miles=12000"},
		{"2019 Camry. My daughter owns a Civic and has her own policy.", "!vehicles[1].make !vehicles[1].model"},
		{"2019 Camry. My wife Linda has the Civic, my son Leo is retired.", `vehicles[1].use="pleasure"`},
		{"I need a quote for my dad Joe Lee, born 3/3/50. His wife Ann was born 4/4/52. 2019 Camry.", `drivers[1].relationship="spouse"`},
		{"2019 Camry. I need a quote for my parents.", `vehicles[0].year=2019 vehicles[0].make="Toyota"`},
		{"2019 Camry. Tom and Ann, born 2/2/1984 and 1/1/1999. Tom is 20.", "!drivers[1].date_of_birth !drivers[2].date_of_birth"},
		{"2019 Camry. Drivers: my wife Ann. Born 2/2/1984 and 1/1/1985.", `drivers[1].given_name="Ann" drivers[1].relationship="spouse"`},
		{"Pat and Owen, both born 7/6/2008", `drivers[0].date_of_birth="2008-07-06" drivers[1].given_name="Owen" !drivers[2].given_name !drivers[2].date_of_birth`},
		{"2019 Camry. Hers is 4/4/81.", "!drivers[0].date_of_birth"},
		{"Licensed on my 16th birthday, Feb 12, '84. 2019 Camry", "!drivers[0].date_of_birth"},
		{"2019 Camry and 2015 Civic, which my brother sold.", `vehicles[1].year=2015 vehicles[1].make="Honda" vehicles[1].model="Civic"`},
		{"So Kim and I need insurance for our 2019 Camry.", `drivers[1].given_name="Kim"`},
		{"I have been licensed 20 years and my wife Linda a year less than me. 2019 Camry", "drivers[1].years_licensed=19"},
		{"My son Alec and I drive. I have been licensed since 1999. Alec is 31 and since the age of 17. 2019 Camry", "drivers[1].years_licensed=14"},
		{"I was licensed since 2000. My wife Linda at the usual 16. I was born 3/3/1980, she was born 4/4/1981. 2019 Camry", "drivers[1].years_licensed=29"},
		{"I have been licensed 20 years and my wife Linda when she was eighteen so that's fifteen years. 2019 Camry", "drivers[1].years_licensed=15"},
		{"Call me at 15035550123. 2019 Camry", `named_insured.phone="+15035550123"`},
		{"2019 Camry. I was born on New Year's Eve 1980.", `drivers[0].date_of_birth="1980-12-31"`},
		{"2019 Camry and 2015 Civic. 12,000 miles on the Civic, the Camry does half of 8,000 miles a year.", "vehicles[0].annual_miles=8000"},
		{"Make: Toyota\nModel: Camry\nTrim: SE\nYear: 2019\nMake: Honda\nModel: Civic EX-L\nYear: 2015", `vehicles[0].year=2019 vehicles[0].make="Toyota" vehicles[0].model="Camry" vehicles[0].trim="SE" vehicles[1].year=2015 vehicles[1].make="Honda" vehicles[1].model="Civic" vehicles[1].trim="EX-L"`},
		{"Make: Toyota\nModel: Camry SE\nYear: 2019", `vehicles[0].trim="SE"`},
		{"Model: Camry\nYear: 2019", `vehicles[0].make="Toyota"`},
		{"Year 2012", "intent=new_quote"},
		{"Names: Tom Lee, Ann Lee\nDOB: 3/3/80\nYears licensed: 20, 18\nCar: 2019 Camry", `drivers[0].given_name="Tom" drivers[0].surname="Lee" drivers[0].years_licensed=20 drivers[1].given_name="Ann" drivers[1].date_of_birth="1980-03-03" drivers[1].years_licensed=18 !drivers[2].given_name !drivers[2].surname !drivers[2].date_of_birth !drivers[2].years_licensed`},
		{"Drivers: Ann Doe, Ford Focus", `vehicles[0].make="Ford" vehicles[0].model="Focus" !drivers[1].given_name !drivers[1].surname`},
		{"2019 Camry. One ticket long ago.", "!drivers[0].violations"},
		{"2019 Camry. I'm DUI-free.", "drivers[0].violations=0 !grave"},
		{"2019 Camry. I've had a couple speeding tickets last year.", "drivers[0].violations=2"},
		{"Quote for Joe Lee, my dad, and Sam Lee, my brother. 2019 Camry. Mr. Lee was born 3/3/50.", `drivers[1].relationship="parent"`},
		{"2019 Camry. My son Leo is 20. He still doesn't drive and should not be on the policy.", "!drivers[1].given_name !drivers[1].relationship"},
		{"2019 Camry. A California license is applied for", "!drivers[0].license_state"},
		{"2019 Camry. I was born 3/3/80 and have a license. I was 16 when I got mine.", "drivers[0].years_licensed=30"},
		{"2019 Camry. The twins licensed in 2020.", "!drivers[0].years_licensed"},
		{"Camry 2019. Acabo de sacar la licencia, tengo 17 años.", "drivers[0].years_licensed=0"},
		{"2019 Camry. Bend, OR 97701. State minimum please, 50/100 bodily injury.", `coverages.bodily_injury="50/100" !coverages.property_damage`},
		{"2019 Camry. State minimum please.", "!coverages.property_damage"},
		{"LLC needs cover for 4 vans.", "intent=new_quote !refer"},
		{"Names: Tom Lee, Ann Lee\nDOB: 3/3/80, n/a\nCar: 2019 Camry", `drivers[1].date_of_birth="1980-03-03" !drivers[0].date_of_birth`},
		{"2019 Camry. 25,000 miles and it's 7 years old.", "!vehicles[0].annual_miles"},
		{"2019 Camry. I drive to my sister's once a month (150 miles).", `vehicles[0].use="pleasure" !vehicles[0].commute_miles_one_way`},
		{"2019 Camry. Commute, 60 miles daily", "vehicles[0].commute_miles_one_way=30"},
		{"2019 Camry and 2015 Civic. Total 20,000 miles on both.", "!vehicles[0].annual_miles !vehicles[1].annual_miles"},
		{"2019 Camry. My brother Robert and my son Roberto drive. Rob is 40, born 3/3/86.", "!drivers[2].date_of_birth"},
		{"2019 Camry. My surname is Ash.", `drivers[0].surname="Ash"`},
		{"2019 Camry. Young-ja Kim, born 3/3/1980, is my wife.", `drivers[1].given_name="Young-ja" drivers[1].surname="Kim"`},
		{"2019 Camry, 7.5 k miles a year.", "vehicles[0].annual_miles=7500"},
		{"Car: 2019 Camry\nDeductibles: 10", "!coverages.comprehensive_deductible !coverages.collision_deductible"},
		{"2019 Camry. My husband Ray and our daughter Mia, who are both licensed for 20 years.", "!drivers[0].years_licensed"},
		{"2019 Camry. Ella was born 4/4/2006, my daughter.", `drivers[1].given_name="Ella"`},
		{"2019 Camry. Married. We live in Old Saybrook Ct", `garaging_address.city="Old Saybrook" garaging_address.state="CT"`},
		{"2019 Camry. I had a Mercury, insurance now expired.", "!prior_insurance.carrier"},
		{"My SSN is 123456789. 2019 Camry", `pii=ssn`},
		{"2019 Camry. License number 123-45-6789-01", `drivers[0].license_number="123-45-6789-01" pii=license`},
		{"2019 Camry. Driver's license number D-1234567.", `drivers[0].license_number="D-1234567"`},
		{"2019 Camry. DL# D 1234567.", `drivers[0].license_number="D 1234567"`},
		{"2019 Camry. My SSN is [ssn]. DL [license]", `pii=license,ssn`},
		{"2019 Camry. My wife Linda drives too. I share one ticket between us.", "!drivers[0].violations"},
		{"2019 Camry. My wife Linda and I have one ticket between us (Linda, speeding).", "drivers[1].violations=1"},
		{"2019 Camry. No tickets for me, our son Max has one.", "drivers[1].violations=1"},
		{"2019 Camry. My wife Linda drives. No tickets except my speeding ticket.", "drivers[0].violations=1 drivers[1].violations=0"},
		{"2019 Camry. My policy ended 3/3/2015.", "!prior_insurance.expires"},
		{"2019 Camry. I'm with Safeco, up 1/3.", `prior_insurance.expires="2027-01-03"`},
		{"2019 Camry. 12/1/2026 is when my Geico policy expires.", `prior_insurance.expires="2026-12-01"`},
		{"Driver 1: Pat Doe\nDriver 2: Linda Doe\nOther driver's license: 20 years", "drivers[1].years_licensed=20 !drivers[0].years_licensed"},
		{"Name: Linda Doe (wife)\nDOB: 3/3/80\nCar: 2019 Camry", `drivers[1].given_name="Linda" drivers[1].surname="Doe" drivers[1].date_of_birth="1980-03-03" drivers[1].relationship="spouse" !drivers[0].date_of_birth`},
		{"2019 Camry. I got my license on Tuesday.", "drivers[0].years_licensed=0"},
		{"2019 Camry. I was licensed on my sixteenth birthday. I was born 3/3/80.", "drivers[0].years_licensed=30"},
		{"I have been licensed under 5 years. 2019 Camry", "!drivers[0].years_licensed"},
		{"2019 Camry. I'm in Bend. It has Oregon plates and my truck Washington plates.", "!garaging_address.state"},
		{"Pat Doe\n27 Emerald Bay\nLaguna Beach, CA", "!garaging_address.street"},
		{"2019 Camry\n10520 Meridian E, Puyallup, WA 98371", `garaging_address.street="10520 Meridian E" garaging_address.city="Puyallup" garaging_address.zip="98371"`},
		{"2019 Camry. 12 Oak St, Apt 3-B, Bend, OR 97701", `garaging_address.street="12 Oak St, Apt 3-B" garaging_address.city="Bend"`},
		{"2019 Camry. I work in Ashland (95 Oak St).", "!garaging_address.city"},
		{"Tengo un Civic 2015 y otro Civic 2015. El primer Civic 2015 está pagado. El segundo Civic 2015 está financiado.", `vehicles[0].ownership="owned" vehicles[1].ownership="financed"`},
		{"2019 Camry. I also have a 2018 Harley, VIN 1HGCM82633A004352", "!vehicles[0].vin"},
		{"2019 Camry. I'm from the city of Ford of Bend.", "!vehicles[1].make"},
		{"2019 Camry. I'm with Geico until the end of May.", `prior_insurance.expires="2027-05-31"`},
		{"2019 Camry. My daughter Mia turned 16 yesterday.", `drivers[1].given_name="Mia" drivers[1].date_of_birth="2010-11-19" drivers[1].relationship="child"`},
		{"2019 Camry. Start next Saturday.", `effective_date="2026-11-28"`},
		{"2019 Camry and 2015 Civic. My wife Linda drives the other one.", "vehicles[1].driver=1"},
		{"I have two Civics, my wife Linda drives that one.", "!vehicles[0].driver"},
		{"2019 Camry and 2015 Civic. I drive the Camry and the Civic is my wife Linda's.", "vehicles[1].driver=1"},
		{"2019 Camry. I don't drive anymore, my wife Linda does.", `drivers[0].given_name="Linda" drivers[0].relationship="spouse" !drivers[1].given_name !drivers[1].relationship`},
		{"2019 Camry. I was born 3/3/80. Age licensed: 1999", "drivers[0].years_licensed=27"},
		// of what was read wrongly
		{"I have a 2019 Chevy Colorado, was licensed in Colorado in 2008.", `vehicles[0].model="Colorado" drivers[0].license_state="CO"`},
		{"I have a 2019 Colorado. We moved here from Colorado.", `vehicles[0].model="Colorado"`},
		{"Name: Lopez, Martin\nDOB: 3/3/1980\nCar: 2019 Camry", `named_insured.given_name="Martin" named_insured.surname="Lopez" drivers[0].date_of_birth="1980-03-03" !drivers[1]`},
		{"Driver 1 name: Lopez, Martin\nDriver 1 DOB: 3/3/1980\nDriver 2 name: Lopez, Ana\nDriver 2 DOB: 4/4/1981", `drivers[1].given_name="Ana" drivers[1].surname="Lopez" drivers[1].date_of_birth="1981-04-04" !drivers[2]`},
		{"Name: Pat, Linda", `drivers[1].given_name="Linda"`},
		{"2019 Camry. My daughter Mia has been driving for 1 year on a permit.", `!drivers[1].years_licensed`},
		{"2019 Camry. My daughter Mia turned 16 last Tuesday.", `drivers[1].date_of_birth="2010-11-17"`},
		{"2019 Camry. My daughter Mia turns 16 on Friday.", `!drivers[1].date_of_birth`},
		{"2019 Camry and 2015 Civic. Both cars, 20,000 total.", `!vehicles[0].annual_miles !vehicles[1].annual_miles`},
		{"2019 Camry and 2015 Civic. 20,000 miles a year total for each of the cars.", `vehicles[0].annual_miles=20000 vehicles[1].annual_miles=20000`},
		{"2019 Camry. I've had nary a ticket.", `drivers[0].violations=0`},
		{"I have a 2015 and a 2018 Honda.", `vehicles[0].year=2015 vehicles[1].year=2018 vehicles[1].make="Honda"`},
		{"2019 Camry and 2015 Civic. The Camry is paid off. The other cars are financed.", `vehicles[0].ownership="owned" vehicles[1].ownership="financed"`},
		{"2019 Camry. Owen and Paige, my friends, both born 7/6/2008.", `!drivers[0].date_of_birth drivers[1].given_name="Owen" drivers[2].given_name="Paige"`},
		// what else keeps a wrong fact out, or is written in few words
		{"2019 Camry. Drivers: Pat Doe and Ann Doe born 8/8/73 and 1/8/76", `drivers[0].date_of_birth="1973-08-08" drivers[1].date_of_birth="1976-01-08"`},
		{"2019 Camry. I've been licensed since 1990 and my wife Linda 4/1/1992.", `drivers[0].years_licensed=36 !drivers[1].years_licensed`},
		{"2019 Camry. From Ashland: zip 97520", `garaging_address.city="Ashland"`},
		{"2019 Camry. My wife's cell is 503-555-0123, mine is 503-555-0199.", `named_insured.phone="+15035550199"`},
		{"license state: wa\nCar: 2019 Camry", `drivers[0].license_state="WA"`},
		{"2019 Camry. I've been licensed half a decade.", `drivers[0].years_licensed=5`},
		{"2019 Camry. His last name is Ash.", `named_insured.surname="Doe"`},
		{"Linda is the one with the 1998 license, mine is 2000.", `drivers[0].years_licensed=26`},
		{"2019 Camry. Oh shoot, it's 25302.", `!garaging_address.city`},
		// of names and what people are called besides
		{"2019 Camry. My husband Mike (legal name Michael) drives too, born 1/8/1976. Mike has one ticket.", `drivers[1].given_name="Michael" drivers[1].date_of_birth="1976-01-08" drivers[1].violations=1 !drivers[2].given_name`},
		{"2019 Camry. My wife Liz (Elizabeth), born 1/8/1976, drives too.", `drivers[1].given_name="Elizabeth"`},
		{"2019 Camry. My wife Deb (Debbie), born 1/8/1976, drives too.", `drivers[1].given_name="Deb"`},
		{"2019 Camry. My wife is Patricia, \"Patty\", born 8/8/1958. Patty has one ticket.", `drivers[1].given_name="Patricia" drivers[1].violations=1 !drivers[2].given_name`},
		{"2019 Camry. My son Robert Haines Jr., we call him Bobby, was born 9/17/1988. Bobby had one accident.", `drivers[1].given_name="Robert" drivers[1].date_of_birth="1988-09-17" drivers[1].accidents=1 !drivers[2].given_name`},
		{"2019 Camry. My wife Kathleen, known as Kay, was born 8/8/1958. Kay has a ticket.", `drivers[1].given_name="Kathleen" drivers[1].violations=1 !drivers[2].given_name`},
		{"2019 Camry. My wife Kay, full name Kathleen, was born 8/8/1958.", `drivers[0].given_name="Pat" drivers[1].given_name="Kathleen" drivers[1].date_of_birth="1958-08-08"`},
		{"2019 Camry. My husband Chip (legal name Robert) drives too.", `!drivers[1].given_name !drivers[2].given_name`},
		{"2019 Camry. Mi esposa se llama Leticia, le dicen Lety, nacio 22/07/1983. Lety tiene licencia hace 8 años.", `drivers[1].given_name="Leticia" drivers[1].date_of_birth="1983-07-22" drivers[1].years_licensed=8 !drivers[2].given_name`},
		{"2019 Camry and 2018 Civic. My daughter Ana drives the Civic for school.", `vehicles[1].use="commute"`},
		{"2019 Camry. We use it for school pickup.", `!vehicles[0].use`},
		{"2019 Camry. My daughter Sienna, born 2/3/2000, drives too. Sienna has one ticket.", `drivers[1].given_name="Sienna" drivers[1].violations=1 !drivers[0].violations !vehicles[1].model`},
		{"2019 Camry. My wife Kia and I drive. Kia was born 3 Feb 1963.", `drivers[1].given_name="Kia" drivers[1].date_of_birth="1963-02-03" !vehicles[1].make`},
		{"2019 Camry and 2015 Sienna. My daughter's Sienna has 9,000 miles a year.", "vehicles[1].annual_miles=9000 !drivers[1].given_name"},
		{"2019 Camry. I've been licensed in this country since 1995, Colorado license.", `drivers[0].license_state="CO" drivers[0].years_licensed=31 !vehicles[1].model`},
		// of whom and of what something is
		{"2019 Camry. My daughter has her permit, her name is Temi. Wife: Folake, 9/9/1981. Both licensed 20 years.", "drivers[0].years_licensed=20 !drivers[1].years_licensed drivers[2].years_licensed=20"},
		{"2019 Camry. Got in a wreck in July but it was the other girls fault. 1 ticket this year.", "!drivers[0].accidents drivers[0].violations=1 !drivers[1].given_name"},
		{"2017 Jetta (kept on campus at 2301 Vanderbilt Place, Nashville TN 37240). We live at 1145 Fox Den Rd, Germantown TN 38138.", `garaging_address.street="1145 Fox Den Rd" garaging_address.city="Germantown" garaging_address.zip="38138"`},
		{"2017 Jetta. I live on campus at 2301 Vanderbilt Place, Nashville TN 37240.", `garaging_address.street="2301 Vanderbilt Place"`},
		{"2017 Jetta. The vehicles stay at our place, 6690 Crystal Dr, Beulah MI 49617. In winter we go to Florida (88 Palm Way, Naples FL 34102).", `garaging_address.street="6690 Crystal Dr" garaging_address.zip="49617"`},
		{"2017 Jetta. I'm at 55 Elm St, Nashua NH 03060, but on December 12 we close on 23 Orchard Hill Rd, Amherst NH 03031 and I want the policy to start that day.", `garaging_address.street="23 Orchard Hill Rd" garaging_address.zip="03031" effective_date="2026-12-12"`},
		{"2019 Camry. I'd like 300 CSL, 1k collision, 250 comp. Currently Geico with 100/300/100.", `!coverages.bodily_injury !coverages.property_damage coverages.comprehensive_deductible=250 coverages.collision_deductible=1000 prior_insurance.bodily_injury="100/300" prior_insurance.property_damage=100`},
		{"2019 Camry. I was born 9/28/1980. My kids both got their licenses in 2020.", "!drivers[0].years_licensed"},
		{"2019 Camry. I was born 9/28/1980. My twins got their licenses last month.", "!drivers[0].years_licensed"},
		{"2019 Camry. My kids and I got our licenses in 2020.", "drivers[0].years_licensed=6"},
		{"2019 Camry. My late husband was licensed in 1970 and had two tickets.", "!drivers[0].years_licensed !drivers[0].violations"},
		{"2019 Camry. My girlfriend Bree Lee has an Oregon license, 8 years. Clean for both of us.", "drivers[0].violations=0 drivers[0].accidents=0 drivers[1].violations=0 drivers[1].accidents=0"},
		{"2019 Camry and 2015 Civic. I drive 9 miles to work. My wife Ana only for the kids.", "!vehicles[0].use !vehicles[1].use !vehicles[0].commute_miles_one_way !vehicles[1].commute_miles_one_way"},
		{"2019 Camry and 2015 Civic. I drive 9 miles to work.", `vehicles[0].use="commute" vehicles[1].use="commute"`},
		{"2019 camry. i live w my bf tyler but hes on his own ins he dont drive mine. i was born 4.2.2003", `drivers[0].date_of_birth="2003-04-02" !drivers[1].relationship`},
		{"Name            DOB         Lic since   ST   Acc   Viol   Relation\nPat Doe         5/17/1980   1997        NM   0     1      Self\nMaria Doe       11/3/1982   2001        TX   1     0      Wife", `!garaging_address.state drivers[0].license_state="NM" drivers[0].accidents=0 drivers[0].violations=1 drivers[1].license_state="TX" drivers[1].accidents=1 drivers[1].violations=0`},
		{"2019 Camry\n2005 Buick Century, want it taken off the road, do NOT quote", "vehicles[0].year=2019 !vehicles[1].model"},
		{"2019 Camry. 2005 Buick Century, do not include roadside on it.", `vehicles[1].model="Century"`},
	} {
		shows(t, letter("quote", tt.text), tt.want)
	}
}

// TestShownInNames shows rules that look at the name in the From header.
func TestShownInNames(t *testing.T) {
	for _, tt := range []struct{ from, text, want string }{
		{"Austin", "2019 Camry. Austin Texas, 12 Oak St", "!drivers[0].surname"},
		{"Lin Mei", "2019 Camry. Lin Mei (given name is Mei)", `drivers[0].given_name="Mei"`},
		{"The Joneses", "2019 Camry", `drivers[0].surname="Jones"`},
		{"Sue Albright", "2019 Camry.\nAlbright & Partners Realty", `drivers[0].given_name="Sue" drivers[0].surname="Albright" !drivers[1].given_name !drivers[1].surname`},
		{"", "We are Farid and Leila Hosseini, a married couple, and have a 2019 Camry.", `drivers[1].relationship="spouse"`},
		{"Joel Stein", "2019 Camry.\n\nThanks,\nJoel S.", `drivers[0].surname="Stein"`},
		{"Dora Lee", "2019 Camry.\n\nThanks,\nD. Lee", `drivers[0].given_name="Dora"`},
		{"Joanna Doe", "2019 Camry. It's Jo (Joanna) Doe.", `drivers[0].given_name="Joanna" !drivers[1].given_name`},
		{"Joanna Doe", "2019 Camry. I go by Jo. Jo was born 3/3/80.", `drivers[0].given_name="Joanna" drivers[0].date_of_birth="1980-03-03" !drivers[1].given_name`},
		{"Jo Doe", "2019 Camry. My legal name is Joanna but I go by Jo.", `drivers[0].given_name="Joanna" drivers[0].surname="Doe"`},
		{"Curtis Vang", "My mom Mai Vang doesn't do email so I'm writing for her. She was born 4/15/1962. She has a 2016 Corolla.", `drivers[0].given_name="Mai" drivers[0].date_of_birth="1962-04-15" !drivers[1].given_name`},
		{"Ann Lee", "2019 Camry.\n\nThanks,\nLee", `drivers[0].given_name="Ann" drivers[0].surname="Lee"`},
	} {
		in := letter("quote", tt.text)
		in.FromName = tt.from
		shows(t, in, tt.want)
	}
}

// TestShownInPages shows rules for the page of a policy that a mail passes on.
func TestShownInPages(t *testing.T) {
	for _, tt := range []struct{ page, text, want string }{
		{"Auto policy declarations\nOld Granite Insurance Company\n2019 Toyota Camry\nComprehensive deductible $500\nCollision deductible $500\nBodily injury 100/300", "Here's my current policy, everything on it is correct. But liability only this time.", "coverages.comprehensive_deductible= coverages.collision_deductible="},
		{"Progressive\nDeclarations page\n2019 Toyota Camry\nComprehensive deductible $500\nCollision deductible $500\nBodily injury 100/300", "Please quote me, the declarations page below is all correct.", `prior_insurance.carrier="Progressive"`},
		{"Auto policy declarations\nOld Granite Mutual Company\n2019 Toyota Camry\nRental reimbursement $30", "Here's my current policy, everything on it is still correct. No rental.", `prior_insurance.carrier="Granite Mutual Company"`},
	} {
		in := letter("quote", tt.text)
		in.Forwarded = tt.page
		shows(t, in, tt.want)
	}
}

// TestShownInThreads shows rules for what is written to us when something is known: of Tom and Linda Becker's
// cars, or by a first mail.
func TestShownInThreads(t *testing.T) {
	for _, tt := range []struct {
		known              quote.Application
		first, asked, text string
		want               string
	}{
		{quote.Application{}, "2019 Civic. 12 Oak St, Bend, OR 97701. I was born 3/3/1980.", "", "> 12 Oak St, Bend, OR 97701\nAll the rest is right. I moved to Vancouver, WA 98660.", `garaging_address.city="Vancouver" garaging_address.state="WA" garaging_address.zip="98660"`},
		{quote.Application{}, "2019 Camry. My wife Linda drives too.", "", "Me and my wife\nYears licensed: 20 years, 19 years", "drivers[0].years_licensed=20 drivers[1].years_licensed=19"},
		{ofTwoCars(), "", "drivers[0].years_licensed drivers[1].years_licensed", "1. 20\n2. same as him.", "drivers[1].years_licensed=20"},
		{ofTwoCars(), "The Civic I drive to work, 8000 miles a year. I've been licensed 20 years.", "vehicles[1].use vehicles[1].annual_miles drivers[1].years_licensed", "1. same\n2. same\n3. same", `drivers[1].years_licensed=20 vehicles[1].use="commute" vehicles[1].annual_miles=8000`},
		{ofTwoCars(), "", "vehicles[0].annual_miles vehicles[1].annual_miles vehicles[0].use vehicles[1].use", "1. 8000\n2. same as 9\n3. work\n4. same as 2", `vehicles[0].use="commute" vehicles[0].annual_miles=8000`},
		{ofTwoCars(), "", "vehicles[0].annual_miles vehicles[1].annual_miles vehicles[0].use vehicles[1].use", "1. 8000\n2. 9000\n3. work\n4. same as 1", "!vehicles[1].use"},
		{ofTwoCars(), "", "drivers[0].date_of_birth drivers[1].date_of_birth drivers[0].years_licensed drivers[1].years_licensed", "1) 3/3/80 2) 4/4/81 3) 20 4) 18 5) 200 6) 300", `drivers[0].date_of_birth="1980-03-03"`},
		{quote.Application{}, "2019 Camry. I was born 3/31/1980. My wife Linda was born 3/31/1982.", "", "My birthday is the 30th, not the 31st.", `drivers[0].date_of_birth="1980-03-30"`},
		{ofTwoCars(), "", "", "Take off the Civic. Only liability on the Civic.", "coverages.comprehensive_deductible= coverages.collision_deductible="},
		{ofTwoCars(), "", "", "For the Forester and the Civic, drop the rest, liability only on that one.", "intent=other !vehicles[0].coverages.comprehensive_deductible !vehicles[0].coverages.collision_deductible"},
		{quote.Application{}, "2019 Camry. Good student discount and multi car discount.", "", "We also want the paperless discount, and the telematics discount.", `discounts=["multi_car","good_student","telematics","paperless"]`},
		{quote.Application{}, "2019 Camry. I'm 40.", "", "Can I get a discount if I pay in full?", "intent=question !discounts"},
		{quote.Application{}, "2019 Camry. I'm 40.", "", "Here: https://photos.test/album?id=77", "intent=other"},
		{quote.Application{}, "2019 Camry", "named_insured.given_name drivers[0].date_of_birth", "Dana,\n3/3/80", `drivers[0].given_name="Dana"`},
		{quote.Application{}, "2019 Camry. I'm 40.", "", "No boat, no motorcycle.", "intent=other !refer"},
		{quote.Application{}, "2019 Camry. My wife Ana drives. I drive to work.", "vehicles[0].commute_miles_one_way", "> how many miles is it to work?\n12", `vehicles[0].use="commute"`},
		{ofTwoCars(), "", "", "Please exclude my wife Linda.", "!residents"},
		{ofTwoCars(), "", "", "Please take Linda Becker off the policy.", "drivers[1]="},
		{ofTwoCars(), "", "", "Take Linda off this.", "drivers[1]="},
		{ofTwoCars(), "", "", "Linda actually doesn't drive anymore.", "drivers[1]="},
		{ofTwoCars(), "", "", "If you suppose so, take Linda off.", "intent=other !drivers[1]"},
		{ofTwoCars(), "", "", "And also could you take Linda off the policy?", "drivers[1]="},
		{quote.Application{}, "2019 Camry. I am 40.", "", "What if I raise the deductible to 1000?", "coverages.comprehensive_deductible=1000 coverages.collision_deductible=1000"},
		{ofTwoCars(), "", "", "Sorry, please add a 2010 Civic.", `vehicles[2].year=2010 !vehicles[0]`},
		{quote.Application{}, "2019 Camry. My husband Mike was born 1/8/1976.", "", "Mike's name should be Michael.", `drivers[1].given_name="Michael"`},
		{quote.Application{}, "2019 Camry. My husband Mike was born 1/8/1976.", "", "Please change Mike to Michael.", `drivers[1].given_name="Michael"`},
		{quote.Application{}, "2019 Camry. My husband Mike was born 1/8/1976.", "", "It's Michael on the license.", `drivers[1].given_name="Michael"`},
		{quote.Application{}, "2019 Camry. My husband Mike was born 1/8/1976.", "", "His brother Michael should be added.", `!drivers[1].given_name`},
		{quote.Application{}, "2019 Camry. I'm 40.", "", "My roommate: name is Ty, he never drives it.", `!drivers[0].given_name`},
		{quote.Application{}, "2019 Camry. I'm 40.", "", "We have a boat, don't worry about that one, it's insured elsewhere. I was born 3/3/80.", `intent=provide_info !refer drivers[0].date_of_birth="1980-03-03"`},
		{quote.Application{}, "2019 Camry. I'm 40.", "", "I was born 3/3/80. Can you quote my motorcycle too?", `intent=other_line`},
		{quote.Application{}, "2019 Camry. I'm 40.", "", "She had a ticket in 2024 and no accidents. Her husband Dale, 2/6/1944, drives too, licensed since 1960.", "drivers[0].accidents=0 drivers[0].violations=1 drivers[1].years_licensed=66 !drivers[1].accidents"},
		{quote.Application{}, "2019 Camry. My wife Sarah was born 8/8/1985.", "", "Sarah spells it without the h: Sara.", `drivers[1].given_name="Sara"`},
		{ofTwoCars(), "", "", "The Civic is for school.", `vehicles[0].use="commute"`},
		{ofTwoCars(), "", "", "Sorry, it's a 2010 Civic.", `vehicles[0].year=2010 !vehicles[2]`},
	} {
		in := letter("quote", tt.first)
		if tt.known.NamedInsured.GivenName != "" {
			in.FromName = "Tom Becker"
		}
		c := quote.Case{Application: tt.known}
		if tt.first != "" {
			in.Known = c.Application
			c.ApplyAll(Read(in).Facts)
		}
		in.Subject, in.Text, in.Replies, in.Known, in.Asked = "Re: quote", tt.text, true, c.Application, strings.Fields(tt.asked)
		if tt.asked == "" {
			in.Asked = quote.Missing(c.Application)
		}
		shows(t, in, tt.want)
	}
}

// shows checks facts as wants of TestFacts, and what else a reading has by its name.
func shows(t *testing.T, in Input, want string) {
	t.Helper()
	got := Read(in)
	found := map[string]string{"intent": got.Intent, "pii": strings.Join(got.PII, ",")}
	for path, value := range map[string]string{"refer": got.Refer, "residents": strings.Join(got.Residents, "|"), "grave": strings.Join(got.Grave, "|")} {
		if value != "" {
			found[path] = value
		}
	}
	for _, f := range got.Facts {
		found[f.Path] = string(f.Value)
	}
	for _, w := range wants(want) {
		checkFact(t, in.Text, w, found)
	}
}
