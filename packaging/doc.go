// Package packaging holds the files of the Debian package and of the container.
package packaging
