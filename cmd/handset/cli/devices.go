package cli

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/handset-agent/handset/cmd/handset/app"
)

func (p *program) devicesCmd() *cobra.Command {
	return p.command(spec{use: "devices", key: "devices", example: "handset devices\nhandset devices --json",
		exits: []int{ExitNoPhone},
		run: func(cmd *cobra.Command, _ []string) error {
			phones, err := p.app.Phones(cmd.Context())
			if err != nil {
				return err
			}
			if p.cfg.JSON {
				return p.document(map[string]any{"devices": phones})
			}
			if len(phones) == 0 {
				p.say("devices.none")
				return nil
			}
			return p.showPhones(phones)
		}})
}

// showPhones prints a row a phone. What a phone needs stands in its row in a pipe, and below the table for a person, whose
// terminal may be narrow.
func (p *program) showPhones(phones []app.Listed) error {
	rows, notes := make([][]string, len(phones)), make([]string, len(phones))
	for i, d := range phones {
		if d.Err != nil {
			message, next := p.explain(problemOf(d.Err))
			notes[i] = strings.TrimSpace(message + ". " + next)
		}
		rows[i] = []string{d.Serial, d.State, d.Model, d.Android, d.Battery}
		if !p.person() {
			rows[i] = append(rows[i], notes[i])
		}
	}
	if err := p.table(strings.Split(p.txt.T("devices.header"), "|"), rows); err != nil || !p.person() {
		return err
	}
	for _, note := range notes {
		if note != "" {
			p.wrapped("→ ", note)
		}
	}
	return nil
}

func (p *program) connectCmd() *cobra.Command {
	return p.command(spec{use: "connect HOST[:PORT]", key: "connect", example: "handset connect 192.168.1.20:5555",
		exits: []int{ExitNoPhone, ExitNotAllowed}, args: p.exactly("HOST[:PORT]"),
		run: func(cmd *cobra.Command, args []string) error {
			serial, err := p.app.Connect(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return p.answer(map[string]any{"serial": serial}, p.txt.T("connect.done", serial))
		}})
}

func (p *program) disconnectCmd() *cobra.Command {
	return p.command(spec{use: "disconnect HOST[:PORT]", key: "disconnect", example: "handset disconnect 192.168.1.20:5555",
		exits: []int{ExitNoPhone}, args: p.exactly("HOST[:PORT]"),
		run: func(cmd *cobra.Command, args []string) error {
			if err := p.app.Disconnect(cmd.Context(), args[0]); err != nil {
				return err
			}
			return p.answer(map[string]any{"disconnected": args[0]}, p.txt.T("disconnect.done", args[0]))
		}})
}

func (p *program) pairCmd() *cobra.Command {
	return p.command(spec{use: "pair HOST:PORT [CODE]", key: "pair", example: "handset pair 192.168.1.20:37123 123456",
		exits: []int{ExitNoPhone, ExitNotAllowed}, args: p.between(1, "HOST:PORT", "CODE"),
		run: func(cmd *cobra.Command, args []string) error {
			code := ""
			if len(args) == 2 {
				code = args[1]
			} else {
				fmt.Fprint(p.Err, p.txt.T("pair.ask"))
				line, err := bufio.NewReader(p.In).ReadString('\n')
				if code = strings.TrimSpace(line); code == "" {
					return p.usage("pair.no_code", err)
				}
			}
			guid, err := p.app.Pair(cmd.Context(), args[0], code)
			if err != nil {
				return err
			}
			return p.answer(map[string]any{"paired": args[0], "guid": guid}, p.txt.T("pair.done", args[0]))
		}})
}

// answer prints a document with --json, else one line for a person.
func (p *program) answer(doc any, line string) error {
	if p.cfg.JSON {
		return p.document(doc)
	}
	_, err := fmt.Fprintln(p.Out, line)
	return err
}
