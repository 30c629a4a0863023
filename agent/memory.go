package agent

// Memory is a Store in memory, for tries and tests. The zero value is ready. It behaves as the database does.
type Memory struct{}
