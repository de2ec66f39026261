package reading

import (
	"testing"
	"time"

	"ppamaild/reading/claims"
)

// checkQuill checks the facts of a mail that Pat Quill sent on 20 November 2026.
func checkQuill(t *testing.T, text, want string) {
	t.Helper()
	in := claims.Input{Subject: "quote", Text: text, FromName: "Pat Quill", FromAddress: "pquill@customer.test", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
	facts := map[string]string{}
	for _, f := range Read(in).Facts {
		facts[f.Path] = string(f.Value)
	}
	for _, w := range wants(want) {
		checkFact(t, text, w, facts)
	}
}

// TestAddressesSaid reads where the car is kept, in a mail of Pat Quill.
func TestAddressesSaid(t *testing.T) {
	for text, want := range map[string]string{
		"I live at 61 Elm St in Bend, Oregon 97701.":                           `garaging_address.street="61 Elm St" garaging_address.city="Bend" garaging_address.state="OR" garaging_address.zip="97701"`,
		"Address: 61 Elm St., Apt. 4, Bend OR 97701-1234":                      `garaging_address.street="61 Elm St., Apt. 4" garaging_address.city="Bend" garaging_address.zip="97701-1234"`,
		"Car is parked at 61 Elm Street, Bend. Zip 97701.":                     `garaging_address.street="61 Elm Street" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"Zip code is 97701.":                                                   `garaging_address.zip="97701"`,
		"my zip's 97701":                                                       `garaging_address.zip="97701"`,
		"We live in Bend (97701).":                                             `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"We're in the Bend area, 97701":                                        `garaging_address.zip="97701"`,
		"Bend, Oregon":                                                         `garaging_address.city="Bend" garaging_address.state="OR"`,
		"I live in Bend.":                                                      `garaging_address.city="Bend"`,
		"I'm from Bend, Oregon.":                                               `garaging_address.city="Bend" garaging_address.state="OR"`,
		"61 NW Elm Ave #4, Bend, OR, 97701":                                    `garaging_address.street="61 NW Elm Ave #4" garaging_address.city="Bend"`,
		"61 N. Elm Ave. Unit B Bend, OR 97701":                                 `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"61 Elm Ave\nApt 4\nBend, OR 97701":                                    `garaging_address.street="61 Elm Ave Apt 4" garaging_address.city="Bend"`,
		"61 Elm Ave\nBend, OR\n97701":                                          `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"Street: 61 Elm Ave\nCity/State/Zip: Bend, OR 97701":                   `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"Home address - 61 Elm Ave, Bend, OR 97701":                            `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"We moved from 5 Oak St, Salem OR 97301 to 61 Elm Ave, Bend OR 97701.": `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"My old address was 5 Oak St, Salem OR 97301. Now I'm at 61 Elm Ave, Bend OR 97701.":     `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"I get mail at 5 Oak St, Salem OR 97301 but live at 61 Elm Ave, Bend OR 97701.":          `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"Mailing: PO Box 7, Bend OR 97709. Garaging: 61 Elm Ave, Bend OR 97701.":                 `garaging_address.street="61 Elm Ave" garaging_address.zip="97701"`,
		"mailing address is PO Box 7, Bend OR 97709, the car stays at 61 Elm Ave, Bend OR 97701": `garaging_address.street="61 Elm Ave" garaging_address.zip="97701"`,
		"I work at 5 Oak St, Salem OR 97301 and live at 61 Elm Ave, Bend OR 97701.":              `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"Vivo en 61 Elm Ave, Bend, Oregon 97701":                                                 `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.state="OR"`,
		"Mi dirección es 61 Elm Ave apto 4, Bend OR 97701":                                       `garaging_address.street="61 Elm Ave apto 4" garaging_address.city="Bend"`,
		"mi domicilio: calle Elm 61, Bend OR 97701":                                              `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"vivo en bend oregon el zip es 97701":                                                    `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"el carro duerme en 61 Elm Ave, Bend OR 97701":                                           `garaging_address.street="61 Elm Ave"`,
		"Rural route: 61 Highway 20, Bend OR 97701":                                              `garaging_address.street="61 Highway 20" garaging_address.city="Bend"`,
		"61 Hwy 20 E, Bend OR 97701":                                                             `garaging_address.street="61 Hwy 20 E" garaging_address.city="Bend"`,
		"61500 Old Mill Loop, La Pine OR 97739":                                                  `garaging_address.street="61500 Old Mill Loop" garaging_address.city="La Pine"`,
		"61 Paseo del Rio, San Luis Obispo, CA 93401":                                            `garaging_address.street="61 Paseo del Rio" garaging_address.city="San Luis Obispo"`,
		"61 La Costa Ct, Rancho Cucamonga 91730":                                                 `garaging_address.street="61 La Costa Ct" garaging_address.city="Rancho Cucamonga" garaging_address.state="CA"`,
		"6100 23rd St, Sacramento CA 95818":                                                      `garaging_address.street="6100 23rd St" garaging_address.city="Sacramento"`,
		"61B Elm Ave, Bend OR 97701":                                                             `garaging_address.street="61B Elm Ave"`,
		"61-B Elm Ave, Bend OR 97701":                                                            `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"I am in Bend at 61 Elm Ave (97701).":                                                    `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"Location: Bend, 97701":                                                                  `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"Garaging ZIP 97701 (Bend)":                                                              `garaging_address.zip="97701" garaging_address.city="Bend"`,
		"Zip where it's kept: 97701":                                                             `garaging_address.zip="97701"`,
		"we are in 97701":                                                                        `garaging_address.zip="97701"`,
		"97701 is our zip":                                                                       `garaging_address.zip="97701"`,
		"St. Helens, OR 97051; 61 Elm Ave":                                                       `garaging_address.street="61 Elm Ave" garaging_address.city="St. Helens" garaging_address.zip="97051"`,
		"I rent a place on 61 Elm Ave in Bend, 97701.":                                           `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"I rent a place on 61 Elm Ave in Bend OR.":                                               `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.state="OR"`,
		"The car lives with me at 61 Elm Ave, Bend, OR 97701, not at my dad's in Salem.":         `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"61 Elm Ave, Lake Oswego, Ore. 97034":                                                    `garaging_address.city="Lake Oswego" garaging_address.state="OR"`,
		"61 Elm Ave, Lake Oswego, Oreg 97034":                                                    `garaging_address.zip="97034"`,
		"61 Elm Ave Bend, OR 97701":                                                              `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"61 South Bend Rd, Salem OR 97301":                                                       `garaging_address.street="61 South Bend Rd" garaging_address.city="Salem"`,
		"61 Bend Oregon Trail, Salem OR 97301":                                                   `garaging_address.city="Salem"`,
	} {
		checkQuill(t, text, want)
	}
}
