package db

import (
	"encoding/json"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/providers"
)

// The rows of the tables, as gorm sees them. Times are Unix milliseconds.

type conversation struct {
	ID        string `gorm:"primaryKey"`
	Title     string
	CreatedAt int64 `gorm:"autoCreateTime:false"`
	UpdatedAt int64 `gorm:"autoUpdateTime:false"`
}

type message struct {
	ID             int64 `gorm:"primaryKey"`
	ConversationID string
	Role           string
	Text           string
	Reasoning      string
	Opaque         []byte
	CallID         string
	ToolName       string
	Failed         bool
	Model          string
	Incomplete     bool
	CreatedAt      int64 `gorm:"autoCreateTime:false"`
}

type picture struct {
	MessageID int64
	N         int
	MIME      string `gorm:"column:mime"`
	Data      []byte
}

func (picture) TableName() string { return "images" }

type call struct {
	ID             string `gorm:"primaryKey"`
	ConversationID string
	MessageID      int64
	N              int
	ProviderID     string
	Name           string
	Args           string
	Extra          []byte
	State          string
	AnswerID       *int64
}

type run struct {
	ID             string `gorm:"primaryKey"`
	ConversationID string
	Owner          string
	Serial         string
	Mode           string
	Model          string
	Goal           string
	Status         string
	Error          string
	Rounds         int
	TokensIn       int
	TokensCached   int
	TokensOut      int
	StartedAt      int64
	FinishedAt     *int64
}

type step struct {
	RunID     string `gorm:"primaryKey"`
	N         int    `gorm:"primaryKey"`
	CallID    string
	Tool      string
	Args      string
	Status    string
	Code      string
	Text      string
	Effect    string
	TookUS    int64 `gorm:"column:took_us"`
	StartedAt int64
}

func messageRow(session string, m providers.Message, at int64) message {
	return message{ConversationID: session, Role: string(m.Role), Text: m.Text, Reasoning: m.Reasoning, Opaque: m.Opaque,
		CallID: m.CallID, ToolName: m.ToolName, Failed: m.Failed, Model: m.Model, Incomplete: m.Incomplete, CreatedAt: at}
}

// words turns the row back into a message; provider data that is no JSON any more is left out (ST-05).
func (m message) words() providers.Message {
	return providers.Message{Role: providers.Role(m.Role), Text: m.Text, Reasoning: m.Reasoning, Opaque: raw(m.Opaque),
		CallID: m.CallID, ToolName: m.ToolName, Failed: m.Failed, Model: m.Model, Incomplete: m.Incomplete}
}

func callRow(session string, messageID int64, n int, c providers.ToolCall) call {
	return call{ID: c.ID, ConversationID: session, MessageID: messageID, N: n, ProviderID: c.ProviderID, Name: c.Name, Args: c.Args,
		Extra: c.Extra, State: string(agent.Pending)}
}

func (c call) words() providers.ToolCall {
	return providers.ToolCall{ID: c.ID, ProviderID: c.ProviderID, Name: c.Name, Args: c.Args, Extra: raw(c.Extra)}
}

func raw(b []byte) json.RawMessage {
	if len(b) == 0 || !json.Valid(b) {
		return nil
	}
	return b
}
