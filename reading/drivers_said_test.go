package reading

import (
	"testing"
	"time"
)

// mailFrom is a mail of one sender, and what is to be read in it.
type mailFrom struct{ from, text, want string }

func checkMailsFrom(t *testing.T, mails []mailFrom) {
	t.Helper()
	for _, m := range mails {
		facts := map[string]string{}
		in := Input{Subject: "Car insurance quote", FromName: m.from, Text: m.text, Date: time.Date(2026, 3, 18, 18, 0, 0, 0, time.UTC)}
		for _, f := range Read(in).Facts {
			facts[f.Path] = string(f.Value)
		}
		for _, w := range wants(m.want) {
			checkFact(t, m.text, w, facts)
		}
	}
}

// TestSpouseNamed: a husband or a wife who is named drives, unless the mail says otherwise.
func TestSpouseNamed(t *testing.T) {
	checkMailsFrom(t, []mailFrom{
		{"Ann Lee", "2019 Volvo V60. My husband's name is Dieter Lee.", `drivers[1].given_name="Dieter" drivers[1].relationship="spouse"`},
		{"Ann Lee", "I'm Ann Lee and I just married, my new hubby is Trent Dawson. We have a 2014 Silverado.", `drivers[1].given_name="Trent" drivers[1].surname="Dawson"`},
		{"Ann Lee", "A quote for me plus the better half, Miriam, on a 2016 Volvo XC60.", `drivers[1].given_name="Miriam" drivers[1].relationship="spouse"`},
		{"Ann Lee", "2 drivers - Ann (me) & Roger (husb.) - 2016 Chevy Volt", `drivers[1].given_name="Roger" drivers[1].relationship="spouse"`},
		{"Ann Lee", "DH (Kyle, 4/14/88) and me (9/1/89) on a 2020 Kia Telluride.", `drivers[1].given_name="Kyle" drivers[1].relationship="spouse" drivers[1].date_of_birth="1988-04-14"`},
		{"Ann Lee", "My husband Vito is to be excluded, he is suspended. 2015 Ford Fusion for me.", `!drivers[1]`},
		{"Ann Lee", "My wife Carla never got a license. 2013 Fiat 500.", `!drivers[1]`},
		{"Ann Lee", "My husband Frank passed in July and it was all in his name. 2019 Honda Insight, just me.", `!drivers[1]`},
		{"Ann Lee", "My husband Frank passed his test in July. 2019 Honda Insight for both of us.", `drivers[1].given_name="Frank"`},
		{"Ann Lee", "My husband Frank told me to write. 2019 Honda Insight.", `!drivers[1]`},
		{"Ann Lee", "I don't drive much but I'm licensed 40 years, my wife Bea drives the 2020 Encore.", `drivers[0].given_name="Ann" drivers[0].years_licensed=40 drivers[1].given_name="Bea"`},
	})
}

// TestIntroduced: a name comes before the word for who that is.
func TestIntroduced(t *testing.T) {
	checkMailsFrom(t, []mailFrom{
		{"Ann Lee", "Please include Bo, who is my husband, and Cy, who is our oldest, licensed 2 years. 2019 Kia Soul.", `drivers[1].given_name="Bo" drivers[1].relationship="spouse" drivers[2].given_name="Cy" drivers[2].relationship="child" drivers[2].years_licensed=2`},
		{"Ann Lee", "Drivers: Ann, Bo, and Tara. Bo is my husband and Tara our daughter. 2018 Acura MDX", `drivers[1].given_name="Bo" drivers[2].given_name="Tara" drivers[2].relationship="child"`},
		{"Ann Lee", "It'd be Ann, Ellis, Zoe. Ellis's my husband and Zoe's the kid, she drives too. 2014 Acura RDX", `drivers[2].given_name="Zoe" drivers[2].relationship="child"`},
		{"Ann Lee", "The Civic is my wife's. 2019 Honda Civic.", `!drivers[1].given_name`},
		{"Ann Lee", "Quote for Ann (44), Josh (46) and Noah (17) please. Josh is my husband and Noah is my son. 2016 Kia Soul.", `drivers[1].given_name="Josh" drivers[2].given_name="Noah" drivers[2].relationship="child"`},
		{"Ann Lee", "We have two teens on the road now, Caleb (DOB 3/3/2008) and Destiny (DOB 11/5/2006). 2012 Civic.", `drivers[1].relationship="child" drivers[2].given_name="Destiny" drivers[2].relationship="child"`},
		{"Ann Lee", "Licensed people in the house:\n me\n Chidi (spouse)\n Ada (daughter, 19)\n\n2018 Kia Soul", `drivers[1].given_name="Chidi" drivers[2].given_name="Ada" drivers[2].relationship="child"`},
		{"Ann Lee", "My husband Bo and Bo's mom Edith drive the 2018 Kia Soul too.", `drivers[2].given_name="Edith" drivers[2].relationship="other"`},
		{"Ann Lee", "My own son Bram will drive the 2017 Volvo S60.", `drivers[1].given_name="Bram" drivers[1].relationship="child"`},
		{"Ann Lee", "My husband Neil and I drive. Our daughter Ellie is 14, no driver yet. 2017 Kia Soul.", `drivers[1].given_name="Neil" !drivers[2]`},
		{"Ann Lee", "Our four kids all drive: Ethan 21, Olivia 19, Mason 17. 2015 Suburban", `drivers[1].given_name="Ethan" drivers[2].given_name="Olivia" drivers[2].relationship="child" drivers[3].given_name="Mason"`},
		{"Ann Lee", "My sons: Rodrigo, licensed 3 years; Emilio, licensed 1 year. 2014 Sienna.", `drivers[1].years_licensed=3 drivers[2].given_name="Emilio" drivers[2].relationship="child" drivers[2].years_licensed=1`},
		{"Ann Lee", "Kids are Wyatt (licensed), Willa (permit) and Wade (only 10). 2012 Suburban", `drivers[1].given_name="Wyatt" drivers[2].given_name="Willa" !drivers[3]`},
		{"Ann Lee", "Four of us drive it: me, Ann, husband, Dan, son, Cole, daughter, Bree.", `drivers[1].given_name="Dan" drivers[2].given_name="Cole" drivers[3].given_name="Bree" drivers[3].relationship="child"`},
		{"Ann Lee", "My husband and I drive the 2018 Camry. Ted has been driving 45 years.", `drivers[1].given_name="Ted" drivers[1].relationship="spouse" drivers[1].years_licensed=45`},
		{"Ann Lee", "My husband, Bilal, drives. His father, Tariq, 3/3/1955, drives too. 2019 Sienna", `drivers[2].given_name="Tariq" drivers[2].relationship="other"`},
		{"Ann Lee", "My info below\n9/9/1969\n\nMy husband\nGene Vance\n4/14/1971\n\n2017 Cadillac XT5", `drivers[1].given_name="Gene" drivers[1].relationship="spouse" drivers[1].date_of_birth="1971-04-14"`},
		{"Ann Lee", "We're roommates sharing a 2010 Element: me (Ann), Theo Banks, and Luz Ibarra.", `drivers[1].given_name="Theo" drivers[2].surname="Ibarra"`},
		{"Ann Lee", "My twins got their licenses. Twins got licensed in May. 2012 Suburban", `!drivers[1].given_name`},
		{"Ann Lee", "My daughter's boyfriend Trey drives my 2011 Altima, so does my husband's dad Art.", `drivers[1].given_name="Trey" drivers[1].relationship="other" drivers[2].given_name="Art" drivers[2].relationship="other"`},
		{"Ann Lee", "My wife's son Cal drives my 2011 Altima.", `drivers[1].given_name="Cal" drivers[1].relationship="child"`},
		{"Ann Lee", "Our au pair Mathilde drives the 2020 Pacifica.", `drivers[1].given_name="Mathilde" drivers[1].relationship="other"`},
		{"Ann Lee", "My daughter Anna Marie drives the 2017 Rogue.", `drivers[1].given_name="Anna Marie" !drivers[1].surname`},
		{"Ann Lee", "Kids: Luke 20, Leah 18, Levi 15. Luke and Leah are licensed, Levi isn't driving. 2014 Tahoe.", `drivers[1].given_name="Luke" drivers[2].given_name="Leah" !drivers[3]`},
		{"Ann Lee", "Drivers: me, Ann; hubs, Wade; my brother Kip who doesn't drive. 2015 Chevy Trax.", `drivers[1].given_name="Wade" !drivers[2]`},
		{"Ann Lee", "Could you do one with and one without my daughter Shannon? She's licensed 1 year. 2016 Patriot.", `drivers[1].given_name="Shannon" drivers[1].years_licensed=1`},
		{"Ann Lee", "My husband's name is spelled Dylyn. 2018 GMC Terrain", `drivers[1].given_name="Dylyn"`},
		{"Ann Lee", "Aloha,\n\nMy husband Glenn and I are moving. 2020 Prius", `drivers[1].given_name="Glenn" !drivers[2]`},
		{"Ann Lee", "Drivers (3)\nAnn Lee - me\nHenry Cho - hubby\nSylvia Oak - my mom\nCar: 2018 Kia Sedona", `drivers[1].given_name="Henry" drivers[1].relationship="spouse"`},
		{"Ann Lee", "Drivers will be: Ann Lee, Damon Poe and Skye Poe. Damon is my husband. Car = 2012 Ford Focus.", `drivers[1].given_name="Damon" drivers[2].given_name="Skye" drivers[2].surname="Poe"`},
		{"Ann Lee", "Grant is my husband. April is our daughter. All three of us drive the 2016 Highlander. April got her license 2 years ago.", `drivers[1].given_name="Grant" drivers[2].given_name="April" drivers[2].relationship="child" drivers[2].years_licensed=2`},
		{"Ann Lee", "Two of my three girls drive now. That's Chloe (19) and Paige (17). Brooke is only 13. 2013 Jetta", `drivers[1].given_name="Chloe" drivers[2].given_name="Paige" !drivers[3]`},
		{"Ann Lee", "Can you run the numbers for my husband's 2017 Acura MDX? Heath is the main driver and I drive it weekends.", `drivers[1].given_name="Heath" drivers[1].relationship="spouse"`},
		{"Ann Lee", "My husband of 41 years, Lorn, does all the driving but I'm licensed. 2019 Rogue", `drivers[1].given_name="Lorn"`},
		{"Ann Lee", "The other person on the policy would be Holt Baird, my husband. 2018 Outback", `drivers[1].given_name="Holt" drivers[1].surname="Baird"`},
		{"Rosa Beltran", "Manejamos mi esposo Julio Rey y yo, Nissan Rogue 2018.", `drivers[1].given_name="Julio" drivers[1].surname="Rey"`},
		{"Ann Lee", "Adding my son\n\nMy son Ike drives the 2018 Outback.", `drivers[1].given_name="Ike" !drivers[2]`},
		{"Ann Lee", "Besides me our nanny, Bea Lobo, drives the 2020 Odyssey. Bea has been licensed 9 years.", `drivers[1].given_name="Bea" drivers[1].surname="Lobo" drivers[1].relationship="other" drivers[1].years_licensed=9`},
	})
}

// TestCalledBesides: who is named in two ways is one driver.
func TestCalledBesides(t *testing.T) {
	checkMailsFrom(t, []mailFrom{
		{"Samuel Ortiz", "The drivers are myself and my wife Guadalupe (Lupe). Lupe's birthday is 12/12/1985. 2019 Nissan Rogue.", `drivers[1].given_name="Guadalupe" drivers[1].date_of_birth="1985-12-12" !drivers[2]`},
		{"Deb Haas", `My husband William "Skip" Haas and I need a quote. Skip DOB 7/4/1961. 2015 Ford Edge.`, `drivers[1].given_name="William" drivers[1].surname="Haas" drivers[1].date_of_birth="1961-07-04" !drivers[0].date_of_birth`},
		{"Deb Haas", "My husband Bernard, who goes by Buzz, drives too. Buzz is 8/2/1953. 2015 Ford Edge.", `drivers[1].given_name="Bernard" drivers[1].date_of_birth="1953-08-02" !drivers[2]`},
		{"Howard Lund", "My wife Elizabeth drives the 2020 Encore. Liz has been licensed 33 years.", `drivers[1].given_name="Elizabeth" drivers[1].years_licensed=33 !drivers[2]`},
		{"Deb Haas", "My husband Bernard (licensed 30 years) drives the 2015 Ford Edge.", `drivers[1].given_name="Bernard" drivers[1].years_licensed=30`},
	})
}

// TestPairNamed: two who are named together, and the one of them who writes.
func TestPairNamed(t *testing.T) {
	checkMailsFrom(t, []mailFrom{
		{"", "We are Farid and Leila Hosseini and would like a quote on our 2018 Honda Accord.", `named_insured.given_name="Farid" named_insured.surname="Hosseini" drivers[1].given_name="Leila" drivers[1].surname="Hosseini"`},
		{"Leila Hosseini", "We are Farid and Leila Hosseini and would like a quote on our 2018 Honda Accord.", `named_insured.given_name="Leila" drivers[1].given_name="Farid"`},
		{"Tom & Linda Keller", "Hi, Linda here. Tom has been licensed 28 years and I 26. 2016 Toyota Sienna.", `named_insured.given_name="Linda" named_insured.surname="Keller"`},
		{"Ann Lee", "I have a claim open with Stan and Olga Petrov. Quote my 2018 Honda Accord.", `named_insured.given_name="Ann" !drivers[1]`},
		{"Imani Brooks", "Imani and Terrell Brooks, both licensed 16 years, one 2019 Mazda CX-5.", `drivers[0].years_licensed=16 drivers[1].given_name="Terrell" drivers[1].surname="Brooks" drivers[1].years_licensed=16`},
		{"", "Both of our names should be on it: Theresa M. Conti and Anthony R. Conti. Anthony is my husband. 2018 Pacifica.", `named_insured.given_name="Theresa" drivers[1].given_name="Anthony" drivers[1].surname="Conti" drivers[1].relationship="spouse"`},
		{"Jon & Kate Pruitt", "Kate and I just traded for a 2022 Telluride. Kate's DOB 3/5/1988, mine 7/8/1986. - Jon", `named_insured.given_name="Jon" drivers[1].given_name="Kate"`},
		{"Bill & Marge Ostrom", "2 drivers, Bill and I. He's 8/12/48 and I'm 2/2/51. 2016 Subaru Outback. Marge", `named_insured.given_name="Marge" named_insured.date_of_birth="1951-02-02" drivers[1].given_name="Bill" drivers[1].surname="Ostrom" drivers[1].date_of_birth="1948-08-12"`},
		{"Andrea Kim", "My husband and I are Daniel and Andrea Kim. We drive a 2020 Telluride.", `named_insured.given_name="Andrea" drivers[1].given_name="Daniel" drivers[1].surname="Kim" drivers[1].relationship="spouse"`},
		{"", "Mr. and Mrs. Albert Finch request a quote on a 2014 Lincoln MKX. Albert was born 2/9/1950, Dorothy 6/30/1952.", `named_insured.given_name="Albert" named_insured.date_of_birth="1950-02-09" drivers[1].given_name="Dorothy" drivers[1].relationship="spouse" drivers[1].date_of_birth="1952-06-30"`},
		{"Ann Lee", "I rent from Mr. and Mrs. Albert Finch. Quote a 2014 Lincoln MKX.", `named_insured.given_name="Ann" !drivers[1]`},
		{"Sarah Jo Whitley", "Sarah Jo here. 2011 Honda CR-V.", `named_insured.given_name="Sarah Jo" named_insured.surname="Whitley"`},
	})
}

// TestListedWithoutCapitals: names in mails that are all upper or all lower case.
func TestListedWithoutCapitals(t *testing.T) {
	checkMailsFrom(t, []mailFrom{
		{"VALERIE STROUD", "DRIVERS: VALERIE STROUD 05/06/1971, DENNIS STROUD 10/11/1968, ASHLEY STROUD 03/30/2002. DENNIS IS HUSBAND. VEHICLE 2019 FORD EXPLORER", `drivers[1].given_name="Dennis" drivers[1].date_of_birth="1968-10-11" drivers[2].given_name="Ashley"`},
		{"", "our info: tyrone mcbride dob 9/18/1987, and keisha mcbride dob 2/27/1989. we drive a 2016 toyota camry", `drivers[1].surname="McBride" drivers[1].date_of_birth="1989-02-27"`},
		{"ann lee", "my policy renews 4/1/2026, policy term 4/1/1990. toyota camry 3/3/1990", `!drivers[1]`},
	})
}

// TestNamePart: names that are given part by part.
func TestNamePart(t *testing.T) {
	checkMailsFrom(t, []mailFrom{
		{"", "first name is april, last name is may (yes really lol). 2019 kia soul", `named_insured.given_name="April" named_insured.surname="May"`},
		{"", "My name is Ngoc, last name Tran. Toyota Corolla 2016.", `named_insured.given_name="Ngoc" named_insured.surname="Tran"`},
		{"Ann Lee", "My husband is Owen and his last name is Beckett. He drives my 2017 Golf.", `named_insured.surname="Lee" drivers[1].given_name="Owen" drivers[1].surname="Beckett"`},
		{"Ann Lee", "My husband Owen (same last name) drives my 2017 Golf.", `drivers[1].given_name="Owen" !drivers[1].surname`},
		{"Ann Lee", "My last name changed when I married. 2017 Golf.", `named_insured.surname="Lee"`},
		{"", "I, Emmanuel Boateng, and my spouse, Abena Boateng, need cover for Hyundai Sonata 2017.", `named_insured.given_name="Emmanuel" named_insured.surname="Boateng" drivers[1].given_name="Abena"`},
		{"", "I'm Cody, my wife is Jolene, last name for both of us is Haskell. We drive a 2016 Ram 1500.", `named_insured.given_name="Cody" named_insured.surname="Haskell" drivers[1].given_name="Jolene" drivers[1].surname="Haskell"`},
		{"", "I'm Canadian, and I drive a 2016 Ram 1500.", `!named_insured.given_name`},
		{"", "I'm Tamara and my wife's name is Joy. Both our last names are Ellison. 2019 Kia Soul.", `named_insured.surname="Ellison" drivers[1].given_name="Joy"`},
		{"", "You are speaking with Mr. Desmond Achebe, I want to insure one car, Toyota Avalon 2012.", `named_insured.given_name="Desmond" named_insured.surname="Achebe"`},
		{"", "hey its marcus bell here, looking for a quote on my 2012 nissan altima", `named_insured.given_name="Marcus" named_insured.surname="Bell"`},
	})
}

// TestWrittenForOthers: who writes is not who is to be insured.
func TestWrittenForOthers(t *testing.T) {
	checkMailsFrom(t, []mailFrom{
		{"Fiona Blake", "I am the assistant to Mr. Gerald Montrose and am requesting a quote. 2022 Audi A4. Mr. Montrose's date of birth is 11/30/1958.", `named_insured.given_name="Gerald" named_insured.surname="Montrose" named_insured.date_of_birth="1958-11-30" !drivers[1]`},
		{"Pete Marsh", "Sending this on behalf of my neighbor Mrs. Ruth Engel. She drives a 2005 Toyota Camry, licensed 55 years.", `named_insured.given_name="Ruth" named_insured.surname="Engel" drivers[0].years_licensed=55 !drivers[1]`},
		{"Derrick Pham", "Can I get a quote for my parents? Dad is Minh Pham, born 3/15/1958, mom is Lan Pham, born 7/20/1961. 2017 Toyota Camry.", `named_insured.given_name="Minh" drivers[1].given_name="Lan" drivers[1].relationship="spouse" !drivers[2]`},
		{"Stan Brewer", "Quote is for my wife, Lorraine Brewer, on her 2019 Buick Envision. She was born 5/29/1960.", `named_insured.given_name="Lorraine" named_insured.date_of_birth="1960-05-29" !drivers[1]`},
		{"Ana Larios", "Hola, le escribo de parte de mi papá, don Eusebio Larios. Él maneja una Ford F-150 2009.", `named_insured.given_name="Eusebio" named_insured.surname="Larios" !drivers[1]`},
		{"Bruce Wynn", "My daughter Leah Wynn is the applicant. She was born 5/12/2002. 2017 Accent", `named_insured.given_name="Leah" named_insured.date_of_birth="2002-05-12" !drivers[1]`},
		{"Kelly Ash", "Its for my mom. Jean Ash. Shes 80. Born Sept 19 1945. 2008 Buick Lucerne.", `named_insured.given_name="Jean" named_insured.date_of_birth="1945-09-19" !drivers[1]`},
		{"Tasha Green", "Writing on behalf of Dr. Julia Whitfield, whose 2021 RX 350 needs coverage. Her husband, Mr. Conrad Whitfield, also drives it.", `named_insured.given_name="Julia" drivers[1].given_name="Conrad" drivers[1].relationship="spouse"`},
		{"Gary Thune", "I need a quote for my dad Norman Thune and my mom Elsie Thune, 2012 Impala. Dad's been driving 60 yrs, Mom 55.", `named_insured.given_name="Norman" drivers[1].given_name="Elsie" drivers[1].relationship="spouse" !drivers[2]`},
		{"", "Le habla Gustavo Arce. Necesito cotizar para mí, mi señora Norma y mi hijo Beto. Manejamos una Ford Explorer 2017.", `named_insured.given_name="Gustavo" named_insured.surname="Arce" drivers[1].given_name="Norma" drivers[1].relationship="spouse"`},
		{"Dean Frost", "It's for my 19 year old. Madison Frost. Born 5/30/2006, licensed 2 years, 2014 Fiesta.", `named_insured.given_name="Madison" named_insured.date_of_birth="2006-05-30" !drivers[1]`},
		{"Pete Marsh", "My neighbor Ruth Engel recommended you. 2005 Toyota Camry.", `named_insured.given_name="Pete" !drivers[1]`},
	})
}

// TestAlone: who says that nobody else drives lists nobody.
func TestAlone(t *testing.T) {
	checkMailsFrom(t, []mailFrom{
		{"Ann Lee", "My fiancé, Royce Prince, isn't moving in till June to drive so quote just me. 2017 Mini Cooper", `!drivers[1]`},
		{"Ann Lee", "My wife Pia was in the car when I hit a post. I'm the only driver. 2018 Ford Edge", `!drivers[1]`},
		{"Ann Lee", "I want to add no one else. Just myself. My wife Sharon stays on her employer's car. 2019 Acura ILX.", `!drivers[1]`},
		{"Ann Lee", "I learned to drive on my uncle's orchard truck and got my license in 1990. 2018 Ford Edge", `!drivers[1]`},
		{"Ann Lee", "It's just me and my wife Pia. 2018 Ford Edge", `drivers[1].given_name="Pia"`},
		{"Ann Lee", "Not just me, my wife Pia drives it too. 2018 Ford Edge", `drivers[1].given_name="Pia"`},
		{"Ann Lee", "Quote it without my son please, Jeremy moved out. Still on it: me and my daughter Alexa. 2016 Maxima", `drivers[1].given_name="Alexa" !drivers[2]`},
	})
}

// TestNamesInForms: forms that name drivers part by part, or nobody.
func TestNamesInForms(t *testing.T) {
	checkMailsFrom(t, []mailFrom{
		{"", "Primary Driver First Name: Ezra\nPrimary Driver Last Name: Goldstein\nSecond Driver First Name: Tovah\nSecond Driver Last Name: Stein\nVehicle: 2020 Subaru Ascent", `named_insured.surname="Goldstein" drivers[1].given_name="Tovah" drivers[1].surname="Stein" !drivers[2]`},
		{"", "Policyholder name: Harriet Blum\nCo-insured: Morris Blum (husband)\nCar: 2018 Lexus RX 350", `named_insured.given_name="Harriet" drivers[1].given_name="Morris" drivers[1].relationship="spouse"`},
		{"", "Insured: Shantel Brooks\nOther drivers: mother, Yolanda Brooks, dob 07/07/1960\nVehicle: 2019 Chevy Impala", `named_insured.given_name="Shantel" drivers[1].given_name="Yolanda" drivers[1].relationship="parent" drivers[1].date_of_birth="1960-07-07"`},
		{"", "Name: Shantel Brooks\nOther drivers: none\nVehicle: 2019 Chevy Impala", `named_insured.given_name="Shantel" !drivers[1]`},
	})
}
