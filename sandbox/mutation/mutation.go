// Package mutation helps to test readers of outside data: it makes odd variants of samples and
// bounds the CPU time of a reader.
//
// It promises the same variant for the same seed.
package mutation

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Text makes texts from pieces of samples: cut, repeated, moved, and mixed with odd pieces.
type Text struct {
	Samples []string
	Odd     []string // pieces that lead a reader astray
}

// maxWords bounds a variant.
const maxWords = 6000

var wordAndGap = regexp.MustCompile(`\S+\s*`)

// Make returns the variant of a seed.
func (x Text) Make(seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 2))
	words := x.piece(random)
	for range 1 + random.IntN(12) {
		at := random.IntN(len(words) + 1)
		end := min(len(words), at+random.IntN(8))
		words = x.mutate(random, words[:at:at], words[at:end:end], words[end:])
		words = words[:min(len(words), maxWords)]
	}
	text := strings.Join(words, "")
	switch random.IntN(8) {
	case 0:
		return strings.ToLower(text)
	case 1:
		return strings.ReplaceAll(text, "\n", " ")
	case 2:
		return strings.ReplaceAll(text, ". ", "\n")
	case 3:
		return text[:random.IntN(len(text)+1)]
	}
	return text
}

func (x Text) piece(random *rand.Rand) []string {
	words := wordAndGap.FindAllString(x.Samples[random.IntN(len(x.Samples))], -1)
	if len(words) == 0 {
		return nil
	}
	i := random.IntN(len(words))
	if random.IntN(2) == 0 {
		i = 0 // a head often decides how the rest is read
	}
	return words[i:min(len(words), i+1+random.IntN(120))]
}

func (x Text) mutate(random *rand.Rand, head, cut, tail []string) []string {
	odd := x.Odd[random.IntN(len(x.Odd))]
	switch random.IntN(8) {
	case 0:
		return slices.Concat(head, tail)
	case 1:
		return slices.Concat(head, cut, cut, tail)
	case 2:
		return slices.Concat(head, x.piece(random), tail)
	case 3:
		return slices.Concat(head, []string{odd}, cut, tail)
	case 4:
		return slices.Concat(head, cut, []string{odd + " "}, tail)
	case 5:
		return slices.Concat(head, tail, cut)
	case 6: // a reader that looks back takes quadratic time
		return slices.Concat(head, slices.Repeat(append(cut, odd), 1+random.IntN(400)), tail)
	default:
		return head
	}
}

// JSON makes JSON values from parts of samples.
type JSON struct {
	Samples []string // JSON values
}

// oddValues are values that a reader may not expect.
var oddValues = []any{
	nil, true, "", "\u0000", "\xff", -1, 0.5, 1e300, 1 << 53, []any{}, map[string]any{},
	strings.Repeat("x", 5000),
}

// Make returns the variant of a seed. It panics if a sample is not JSON.
func (x JSON) Make(seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 3))
	value := x.sample(random)
	for range 1 + random.IntN(6) {
		value = x.mutate(random, value)
	}
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	if random.IntN(10) == 0 {
		raw = raw[:random.IntN(len(raw)+1)]
	}
	return string(raw)
}

func (x JSON) sample(random *rand.Rand) (value any) {
	if err := json.Unmarshal([]byte(x.Samples[random.IntN(len(x.Samples))]), &value); err != nil {
		panic(err)
	}
	return value
}

// mutate replaces a random part of value.
func (x JSON) mutate(random *rand.Rand, value any) any {
	if random.IntN(4) > 0 {
		switch v := value.(type) {
		case map[string]any:
			return x.mutateObject(random, v)
		case []any:
			return x.mutateArray(random, v)
		}
	}
	switch random.IntN(4) {
	case 0:
		return x.part(random)
	case 1:
		return []any{value, value}
	case 2:
		return map[string]any{"type": value}
	default:
		return oddValues[random.IntN(len(oddValues))]
	}
}

func (x JSON) mutateObject(random *rand.Rand, v map[string]any) any {
	keys := slices.Sorted(maps.Keys(v))
	if len(keys) == 0 {
		return map[string]any{"name": x.part(random)}
	}
	key := keys[random.IntN(len(keys))]
	changed := maps.Clone(v)
	switch random.IntN(6) {
	case 0:
		delete(changed, key)
	case 1:
		changed[keys[random.IntN(len(keys))]] = v[key]
	default:
		changed[key] = x.mutate(random, v[key])
	}
	return changed
}

func (x JSON) mutateArray(random *rand.Rand, v []any) any {
	if len(v) == 0 {
		return []any{x.part(random)}
	}
	i, changed := random.IntN(len(v)), slices.Clone(v)
	switch random.IntN(6) {
	case 0:
		return slices.Delete(changed, i, i+1)
	case 1:
		return slices.Repeat(changed, 1+random.IntN(50))
	default:
		changed[i] = x.mutate(random, v[i])
		return changed
	}
}

// part returns a random part of a sample.
func (x JSON) part(random *rand.Rand) any {
	value := x.sample(random)
	for random.IntN(3) > 0 {
		switch v := value.(type) {
		case map[string]any:
			if len(v) == 0 {
				return v
			}
			keys := slices.Sorted(maps.Keys(v))
			value = v[keys[random.IntN(len(keys))]]
		case []any:
			if len(v) == 0 {
				return v
			}
			value = v[random.IntN(len(v))]
		default:
			return v
		}
	}
	return value
}
