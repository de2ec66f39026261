package reading

import "testing"

// TestPeopleInPassing: people who are named in passing, and when they were born.
func TestPeopleInPassing(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Kim and I have been married 9 years. Her birthday is 5/5/1984, mine is 3/3/1986. Kim got her license in 2002.", `drivers[0].date_of_birth="1986-03-03" drivers[1].given_name="Kim" drivers[1].relationship="spouse" drivers[1].date_of_birth="1984-05-05" drivers[1].years_licensed=24`},
		{"Hi, me and Kim both drive. Kim is 5/5/1984, I'm 3/3/1986.", `drivers[1].given_name="Kim" drivers[1].date_of_birth="1984-05-05"`},
		{"Kim and I live in Salem OR.", `!drivers[1]`},
		{"Geico and I part ways. The Kia and I stay together.", `!drivers[1]`},
		{"We have two boys, Leo who's 19 (1/2/2007) and Max, he's 17, born 5/6/2009, both drive.", `drivers[1].given_name="Leo" drivers[1].relationship="child" drivers[2].given_name="Max" drivers[2].date_of_birth="2009-05-06"`},
		{"Kim, that's my wife, is 5/5/1984.", `drivers[1].given_name="Kim" drivers[1].relationship="spouse" drivers[1].date_of_birth="1984-05-05"`},
		{"me and my wife Kim, she is 5/5/1984", `drivers[1].given_name="Kim" drivers[1].date_of_birth="1984-05-05"`},
		{"hey quote me and my fiancee together. she's kim rey, 3/14/1995. thx", `drivers[1].given_name="Kim" drivers[1].surname="Rey" drivers[1].date_of_birth="1995-03-14"`},
		{"My step dad Joe, 5/5/1960, is the second driver.", `drivers[1].given_name="Joe" drivers[1].relationship="parent"`},
		{"My domestic partner Joe, 5/5/1990, drives it too.", `drivers[1].given_name="Joe" drivers[1].relationship="other"`},
		{"Mi esposo Olaf, del 13 de octubre de 1979, y mi hija Ana, su fecha es 21 de abril de 2007.", `drivers[1].given_name="Olaf" drivers[1].date_of_birth="1979-10-13" drivers[2].given_name="Ana" drivers[2].date_of_birth="2007-04-21"`},
		{"Mis hijos, Leo 4 de enero de 2006 y Ana 2 de marzo de 2008, los dos manejan.", `drivers[1].given_name="Leo" drivers[1].date_of_birth="2006-01-04" drivers[2].given_name="Ana" drivers[2].date_of_birth="2008-03-02"`},
		{"Mi hija nació el 4 de mayo del 2005 y se llama Ana.", `drivers[1].given_name="Ana" drivers[1].date_of_birth="2005-05-04"`},
		{"Mi cuñado Luis también lo maneja, nació el 5 de mayo de 1984.", `drivers[1].given_name="Luis" drivers[1].relationship="other" drivers[1].date_of_birth="1984-05-05"`},
		{"hola es para mi y mi novio, lo manejamos los dos. yo me llamo ana rey", `named_insured.given_name="Ana" named_insured.surname="Rey" drivers[1].relationship="other"`},
		{"Buenas tardes señora. Una cotización por favor.", `!drivers[1]`},
		{"A quote for my husband and me please. He was born 5/5/1984, I was born 3/3/1986.", `drivers[0].date_of_birth="1986-03-03" drivers[1].date_of_birth="1984-05-05"`},
		{"My wife Kim drives too. License: 2002 for Kim, 2004 for me.", `drivers[0].years_licensed=22 drivers[1].years_licensed=24`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
