package scripted

func demo(q *request) *tape { return say("FAILED: not built") }
