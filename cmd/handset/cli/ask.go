package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/handset-agent/handset/agent/gate"
)

// asker answers confirmations: yes to all, a person at the terminal, or nobody.
func (p *program) asker(yes bool) gate.Asker {
	switch {
	case yes:
		return gate.Policy{Allow: []string{"*"}, Risky: true}
	case !isTerminal(p.In) || !isTerminal(p.Err):
		return gate.Policy{}
	}
	return &prompt{p: p, in: bufio.NewReader(p.In)}
}

// prompt asks the person at the terminal.
type prompt struct {
	p  *program
	in *bufio.Reader
}

// Ask implements gate.Asker. The reader of stdin cannot be interrupted; it is left waiting when the run is stopped, and the
// process ends right after.
func (q *prompt) Ask(ctx context.Context, question gate.Question) (gate.Answer, string, error) {
	q.p.talking.catchUp()
	q.p.talking.hold() // until the answer is there nothing else is written
	defer q.p.talking.release()
	fmt.Fprint(q.p.Err, q.p.txt.T("run.ask", question.Ask.Call.Name, string(question.Ask.Call.Args), question.Ask.Risk))
	line := make(chan string, 1)
	go func() {
		s, err := q.in.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			s = ""
		}
		line <- strings.ToLower(strings.TrimSpace(s))
	}()
	select {
	case <-ctx.Done():
		return gate.Reject, "", ctx.Err()
	case s := <-line:
		switch s {
		case "y", "yes", "是":
			return gate.Allow, "", nil
		case "a", "all":
			return gate.AllowForRun, "", nil
		case "s", "stop":
			return gate.Stop, "", nil
		}
		return gate.Reject, "", nil
	}
}
