// Package test holds the tests of the repository itself: the layers, and what every package must have.
package test
