package signals

import "testing"

// Words answer a question about one person if they name only drivers.
func TestMayNameOther(t *testing.T) {
	const known = `{"drivers":[{"given_name":"Bob","surname":"Stone"}]}`
	for said, want := range map[string]bool{
		"My roommate borrows the car each weekend.":                  false,
		"My roommate Bob drives it. List him: Bob Stone, 3 May 1990": false,
		"My roommate Bob drives it, so does cousin Ana.":             true,
		"My roommate Bob lives here and has his own car.":            false,
		"My roommate Bob and cousin drive it.":                       true,
		"My roommate and my cousin drive it.":                        true,
		"My roommates borrow the car.":                               true,
		"My two teenagers borrow the car.":                           true,
		"Mi hermano y mi primo usan el carro.":                       true,
	} {
		if MayNameOther(said, known) != want {
			t.Errorf("%q: %t", said, !want)
		}
	}
}
