package carrier

// referenceTerritories lists the ZIP code areas with a factor other than 1.00. The values are
// illustrative: six classes by the first three digits, which belong to one state each. Centers
// of the largest cities have 1.35, of other large cities 1.15. Smaller towns have .90, and
// rural areas .85 and .80.
func referenceTerritories() []choice[string] {
	classes := []struct {
		factor   Percent
		prefixes []string
	}{
		{135, []string{"070", "071", "100", "104", "112", "191", "331", "606", "900", "902"}},
		{115, []string{"021", "200", "212", "303", "336", "441", "631", "701", "752",
			"770", "802", "850", "891", "913", "921", "941", "946", "972", "981"}},
		{90, []string{"035", "148", "245", "297", "427", "497", "542", "613", "654", "725", "791", "955", "973", "985"}},
		{85, []string{"049", "158", "260", "386", "512", "566", "688", "768", "832", "961", "974", "977", "988"}},
		{80, []string{"047", "575", "586", "593", "692", "798", "827", "893", "979", "998"}},
	}
	var list []choice[string]
	for _, c := range classes {
		for _, p := range c.prefixes {
			list = append(list, choice[string]{p, c.factor})
		}
	}
	return list
}
