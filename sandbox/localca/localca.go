// Package localca creates a certificate authority and a server certificate for servers on this
// machine. A client that trusts CAFile accepts the server as localhost, as 127.0.0.1, and under
// the given names.
package localca

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Files are the paths of PEM files.
type Files struct {
	CA   string // the authority, for clients; readable by all
	Cert string // the server's certificate; readable by all
	Key  string // private key of the server; mode 0600
}

const lifetime = 10 * 365 * 24 * time.Hour

// Write creates an authority and a server certificate in dir, valid from an hour before now,
// for ten years.
func Write(dir string, now time.Time, names ...string) (Files, error) {
	files := Files{
		CA:   filepath.Join(dir, "ca.pem"),
		Cert: filepath.Join(dir, "cert.pem"),
		Key:  filepath.Join(dir, "key.pem"),
	}
	ca := template("sandbox CA", 1, now)
	ca.IsCA, ca.BasicConstraintsValid = true, true
	ca.KeyUsage = x509.KeyUsageCertSign
	caKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Files{}, fmt.Errorf("making the CA key: %w", err)
	}
	if err := writeCertificate(files.CA, ca, ca, caKey, caKey); err != nil {
		return Files{}, err
	}

	leaf := template("localhost", 2, now)
	leaf.KeyUsage = x509.KeyUsageDigitalSignature
	leaf.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	leaf.DNSNames = append([]string{"localhost"}, names...)
	leaf.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	leafKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Files{}, fmt.Errorf("making the server key: %w", err)
	}
	if err := writeCertificate(files.Cert, leaf, ca, leafKey, caKey); err != nil {
		return Files{}, err
	}
	return files, writeKey(files.Key, leafKey)
}

func template(name string, serial int64, now time.Time) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    now.Add(-time.Hour),
		NotAfter:     now.Add(lifetime),
	}
}

func writeCertificate(path string, cert, parent *x509.Certificate, key, signer *ecdsa.PrivateKey) error {
	der, err := x509.CreateCertificate(rand.Reader, cert, parent, &key.PublicKey, signer)
	if err != nil {
		return fmt.Errorf("signing %s: %w", filepath.Base(path), err)
	}
	return writePEM(path, "CERTIFICATE", der, 0o644)
}

func writeKey(path string, key *ecdsa.PrivateKey) error {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fmt.Errorf("encoding the server key: %w", err)
	}
	return writePEM(path, "PRIVATE KEY", der, 0o600)
}

func writePEM(path, kind string, der []byte, mode os.FileMode) error {
	data := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	if err := os.WriteFile(path, data, mode); err != nil {
		return fmt.Errorf("writing %s: %w", filepath.Base(path), err)
	}
	return nil
}
