package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/providers/openai"
	"github.com/handset-agent/handset/providers/scripted"
	"github.com/handset-agent/handset/tools"
)

// ends are the scenarios of the scripted server whose turn does not end as completed (model-providers §15).
var ends = map[string]error{
	"endless": agent.ErrRoundLimit, "rounds_51": agent.ErrRoundLimit, "endless_same": agent.ErrStuck, "bad_args_always": agent.ErrStuck,
	"same_failing_call": agent.ErrStuck, "tap_loop": agent.ErrStuck,
	"refusal": agent.ErrRefused, "length": agent.ErrCutShort, "content_filter": agent.ErrFiltered, "filtered_empty": agent.ErrFiltered,
}

// faults are those that end with an error of the provider.
var faults = map[string]providers.Kind{
	"think_unclosed": providers.BadStream, "html_200": providers.NotAPI, "empty_200": providers.BadStream, "only_done": providers.BadStream,
	"empty_stop": providers.BadStream, "malformed_chunk": providers.BadStream, "no_done_no_finish": providers.BadStream,
	"tool_no_done_no_finish": providers.BadStream, "err_mid_object": providers.ModelError, "err_mid_string": providers.ModelError,
	"err_mid_event": providers.ModelError, "err_mid_plain": providers.ModelError, "err_mid_bare": providers.ModelError,
	"err_mid_words": providers.BadStream, "err_mid_choices": providers.ModelError, "err_finish_error": providers.ModelError,
	"err_first_200": providers.ModelError, "err_json_200": providers.ModelError, "disconnect_mid": providers.BadStream,
	"disconnect_mid_line": providers.BadStream, "disconnect_mid_tool": providers.BadStream, "disconnect_first": providers.Unreachable,
	"stall_mid": providers.Stalled, "stall_first": providers.Stalled, "tool_then_stall": providers.Stalled,
	"tool_then_disconnect": providers.BadStream, "tool_then_error": providers.ServerError, "redirect_302": providers.NotAPI,
	"429_always": providers.RateLimited, "429_quota": providers.QuotaSpent, "429_long": providers.RateLimited, "503_always": providers.ServerError,
	"500_failed_load": providers.ServerError, "400_detail": providers.BadRequest, "400_string": providers.BadRequest,
	"400_array": providers.BadRequest, "400_context": providers.ContextTooLong, "401": providers.Auth, "403": providers.Auth,
	"404_page": providers.NotAPI, "404_model": providers.NoSuchModel,
}

// phoneTools have the names and arguments that the scenarios call. None of them waits.
func phoneTools(t *testing.T) *tools.Registry {
	t.Helper()
	var all []tools.Tool
	for name, properties := range map[string]string{
		"get_foreground_app": ``, "get_time": ``, "ui_dump": ``, "ua_tap": `"x":{"type":"number"},"y":{"type":"number"}`,
		"ua_tap_text": `"text":{"type":"string"}`, "wait": `"seconds":{"type":"number"}`, "run_shell": `"command":{"type":"string"}`,
	} {
		required := ""
		if name == "wait" {
			required = `"required":["seconds"],`
		}
		schema := json.RawMessage(`{"type":"object",` + required + `"properties":{` + properties + `},"additionalProperties":false}`)
		all = append(all, kitTool{tools.Spec{Name: name, Description: name, Schema: schema}, func(_ context.Context, c tools.Call) (tools.Result, error) {
			if name == "ua_tap_text" {
				return tools.Result{Status: tools.Failed, Code: "not_found", Text: "no such text"}, nil
			}
			return tools.Result{Status: tools.OK, Text: name + " did " + string(c.Args)}, nil
		}})
	}
	r, err := tools.NewRegistry(all...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestScenarios_TS02 runs a turn against every scenario of the scripted server, over HTTP. Each ends as it should, and what is stored
// is sound.
func TestScenarios_TS02(t *testing.T) {
	t.Parallel()
	for _, s := range scripted.Scenarios() {
		if s.Name == "demo" || s.Name == "huge_line" { // one has tests of its own, the other is for the wire alone
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			h := httptest.NewServer(&scripted.Server{Speed: 1000})
			defer h.Close()
			sleep := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
			p := openai.New(openai.Options{BaseURL: h.URL, Key: "k", FirstByte: 4 * time.Second, Idle: 3 * time.Second, Tail: 2 * time.Second, Sleep: sleep})
			defer p.Close()
			store := new(agent.Memory)
			r := &agent.Runner{Provider: p, Store: store, Gate: allow}
			events, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go", Mode: tools.Max, Model: s.Name, Tools: phoneTools(t)})
			checkStored(t, store, "s")
			wrong, _ := errors.AsType[*providers.Error](err)
			switch want, kind := ends[s.Name], faults[s.Name]; {
			case want != nil && !errors.Is(err, want), kind != "" && (wrong == nil || wrong.Kind != kind), want == nil && kind == "" && err != nil:
				t.Errorf("ended with %v, want %v%s", err, want, kind)
			}
			if last := events[len(events)-1]; (last.Kind == agent.Completed) != (err == nil) {
				t.Errorf("the last event is %s", last.Kind)
			}
		})
	}
}
