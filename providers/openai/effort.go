package openai

// addEffort asks for a reasoning effort in the way a family of models takes it.
func addEffort(body map[string]any, how Effort, level string) {
	if level == "" || how == EffortNone {
		return
	}
	on := level != "off" && level != "none"
	switch how {
	case EffortThinking:
		state := "disabled"
		if on {
			state = "enabled"
		}
		body["thinking"] = map[string]any{"type": state}
		if on && (level == "high" || level == "max" || level == "xhigh") {
			body["reasoning_effort"] = map[string]string{"high": "high", "xhigh": "max", "max": "max"}[level]
		}
	case EffortEnable:
		body["enable_thinking"] = on
	case EffortTemplate:
		body["chat_template_kwargs"] = map[string]any{"enable_thinking": on}
	case EffortOpenRouter:
		if on {
			body["reasoning"] = map[string]any{"effort": level}
		} else {
			body["reasoning"] = map[string]any{"enabled": false}
		}
	case EffortGoogle:
		config := map[string]any{"thinking_budget": 0}
		if on {
			config = map[string]any{"thinking_level": level, "include_thoughts": true}
		}
		body["extra_body"] = map[string]any{"google": map[string]any{"thinking_config": config}}
	default:
		if level == "off" {
			level = "none"
		}
		body["reasoning_effort"] = level
	}
}

// effortFields are the fields addEffort may set; a refusal that names one of them means the model takes no effort.
var effortFields = []string{"reasoning_effort", "enable_thinking", "chat_template_kwargs", "thinking_config", "thinking", "reasoning"}
