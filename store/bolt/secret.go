package bolt

import "fmt"

func (t *tx) Secret(name string) ([]byte, error) {
	value, err := t.single(secrets, []byte(name))
	if err != nil {
		return nil, fmt.Errorf("reading secret %s: %w", name, err)
	}
	return append([]byte(nil), value...), nil
}

func (t *tx) PutSecret(name string, value []byte) error {
	if err := checkName("name of secret", name); err != nil {
		return err
	}
	return t.put(secrets, []byte(name), value)
}
