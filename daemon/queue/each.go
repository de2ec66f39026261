package queue

// Each calls put for each value, up to the first error.
func Each[T any](all []T, put func(T) error) error {
	for _, v := range all {
		if err := put(v); err != nil {
			return err
		}
	}
	return nil
}
