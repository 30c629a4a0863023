// Package openai speaks the chat completions dialect: the API of OpenAI that most other model servers (DeepSeek, Qwen, Kimi, GLM,
// OpenRouter, Ollama, llama-server, vLLM, LM Studio, …) also offer, each with its own habits.
//
// A Provider is one endpoint: a base URL and a key. Stream sends one request and turns what comes back into the events of package
// providers, whatever its shape: server-sent events with any line ends, a plain JSON answer, an error object in a good stream, a
// web page. The rules followed are named by their ids (S1…S17, T1…T22, R1…R6, U1…U6, C1…C6, E1…E15) beside the code that keeps them.
//
// What it promises:
//
//   - A stream that did not end properly is an error, never a Done; so calls of a broken answer cannot run.
//   - One retry layer. Nothing is repeated once a piece of the answer was handed out.
//   - No total time limit on a stream; every single wait has one.
//   - Leaving the loop, or cancelling the context, closes the HTTP call at once.
//   - The key is sent to the host it belongs to and appears in no error, note or event.
//   - What an endpoint refuses (stream_options, max_tokens, tools, pictures) is learned from the refusal and remembered.
package openai
