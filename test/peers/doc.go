// Package peers has programs that others wrote drive the simulated phone: each is installed as it is published, at the release that
// package.json pins, and asked for one operation after the other. What it says of each is a sub-test and a row of README.md.
package peers
