//go:build race

package openai_test

// raced: the race detector makes each try ten times slower.
const raced = true
