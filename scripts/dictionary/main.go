// Command dictionary trains a dictionary for the records of a store, on the records of the stores
// in the given files, without encryption:
//
//	go run ./scripts/dictionary -number 40002 -o store/codec/FILE STORE...
//
// A store names the dictionary of a record by number, so a dictionary in use never changes. To
// replace it, give the new dictionary to the encoder and both to the decoder, and raise the
// versions of both backends. The command needs the program zstd.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"go.etcd.io/bbolt"

	"ppamaild/store/bkey"
	"ppamaild/store/codec"
)

const (
	size  = 64 << 10  // of the dictionary
	share = 100       // how many records of a bucket are samples, of each store
	most  = 200 << 10 // bytes of a sample
)

func main() {
	number := flag.Uint("number", 0, "of the dictionary; zstd reserves the numbers below 32768")
	to := flag.String("o", "", "the new file")
	flag.Parse()
	if err := train(*number, *to, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "dictionary: %v\n", err)
		os.Exit(1)
	}
}

// train writes a dictionary to a new file.
func train(number uint, to string, stores []string) (err error) {
	if number == 0 || to == "" || len(stores) == 0 {
		return errors.New("name a number, a new file and the files of stores")
	}
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there: a dictionary in use never changes", to)
	}
	dir, err := os.MkdirTemp("", "dictionary")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for i, path := range stores {
		if err := sample(path, filepath.Join(dir, strconv.Itoa(i)+".")); err != nil {
			return fmt.Errorf("reading %s: %w", path, err)
		}
	}
	c := exec.Command("zstd", "-q", "-r", "--train", dir, "-o", to,
		fmt.Sprint("--dictID=", number), fmt.Sprint("--maxdict=", size))
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("training: %w", err)
	}
	return nil
}

// sample writes records of each bucket of a store to files. Their names begin with prefix.
func sample(path, prefix string) error {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	files := 0
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			texts, err := textsOf(string(name), b)
			rand.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
			for _, text := range texts[:min(share, len(texts))] {
				files++
				err = errors.Join(err, os.WriteFile(prefix+strconv.Itoa(files), text, 0o600))
			}
			return err
		})
	})
	return errors.Join(err, db.Close())
}

// textsOf returns the uncompressed records of a bucket that a store would compress.
func textsOf(name string, b *bbolt.Bucket) (texts [][]byte, err error) {
	err = b.ForEach(func(key, rec []byte) error {
		parts, err := codec.Codec{}.Unseal(name, key, rec)
		var text []byte
		for _, p := range parts {
			text = bkey.AppendSized(text, p)
		}
		if len(text) >= codec.Smallest && len(text) <= most {
			texts = append(texts, text)
		}
		return err
	})
	return texts, err
}
