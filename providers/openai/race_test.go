//go:build race

package openai_test

// stride is how many bytes lie between two borders that are tried with the whole stack: the race detector makes each try ten times
// slower. The reader itself is tried at every border all the same.
const stride = 23
