//go:build !race

package openai_test

// stride is how many bytes lie between two borders that are tried with the whole stack.
const stride = 1
