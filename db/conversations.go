package db

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/providers"
)

var _ agent.Store = (*DB)(nil)

// History implements agent.Store.
func (d *DB) History(ctx context.Context, session string) ([]providers.Message, error) {
	var rows []message
	var calls []call
	var pictures []picture
	err := d.g.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		ids := tx.Model(&message{}).Select("id").Where("conversation_id = ?", session)
		return errors.Join(
			tx.Where("conversation_id = ?", session).Order("id").Find(&rows).Error,
			tx.Where("conversation_id = ?", session).Order("message_id, n").Find(&calls).Error,
			tx.Where("message_id IN (?)", ids).Order("message_id, n").Find(&pictures).Error,
		)
	})
	if err != nil {
		return nil, fmt.Errorf("history of %s: %w", session, err)
	}
	return assemble(rows, calls, pictures), nil
}

// assemble puts calls and pictures back into their messages, and each answer directly behind the message that asked.
func assemble(rows []message, calls []call, pictures []picture) []providers.Message {
	words := make(map[int64]*providers.Message, len(rows))
	for _, r := range rows {
		m := r.words()
		words[r.ID] = &m
	}
	for _, p := range pictures {
		if m := words[p.MessageID]; m != nil {
			m.Images = append(m.Images, providers.Image{MIME: p.MIME, Data: p.Data})
		}
	}
	answers := map[int64][]int64{} // of an assistant message, in the order of its calls
	isAnswer := map[int64]bool{}
	for _, c := range calls {
		if m := words[c.MessageID]; m != nil {
			m.Calls = append(m.Calls, c.words())
		}
		if c.AnswerID != nil {
			answers[c.MessageID] = append(answers[c.MessageID], *c.AnswerID)
			isAnswer[*c.AnswerID] = true
		}
	}
	out := make([]providers.Message, 0, len(rows))
	for _, r := range rows {
		if isAnswer[r.ID] {
			continue
		}
		out = append(out, *words[r.ID])
		for _, id := range answers[r.ID] {
			if m := words[id]; m != nil {
				out = append(out, *m)
			}
		}
	}
	return slices.Clip(out)
}

// Append implements agent.Store.
func (d *DB) Append(ctx context.Context, session string, m providers.Message) error {
	err := d.g.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		id, err := d.insert(tx, session, m)
		if err != nil {
			return err
		}
		for n, c := range m.Calls {
			row := callRow(session, id, n, c)
			if err := tx.Create(&row).Error; err != nil {
				if taken(err) {
					return fmt.Errorf("%w: %s", agent.ErrCallExists, c.ID)
				}
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("append to %s: %w", session, err)
	}
	return nil
}

// insert writes the message and its pictures, and makes the conversation when it is new.
func (d *DB) insert(tx *gorm.DB, session string, m providers.Message) (int64, error) {
	now := d.now().UnixMilli()
	c := conversation{ID: session, Title: title(m), CreatedAt: now, UpdatedAt: now}
	touch := clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.AssignmentColumns([]string{"updated_at"})}
	if err := tx.Clauses(touch).Create(&c).Error; err != nil {
		return 0, err
	}
	row := messageRow(session, m, now)
	if err := tx.Create(&row).Error; err != nil {
		return 0, err
	}
	for n, img := range m.Images {
		if err := tx.Create(&picture{MessageID: row.ID, N: n, MIME: img.MIME, Data: img.Data}).Error; err != nil {
			return 0, err
		}
	}
	return row.ID, nil
}

// title is the beginning of the first thing the user said.
func title(m providers.Message) string {
	if m.Role != providers.User {
		return ""
	}
	r := []rune(strings.Join(strings.Fields(m.Text), " "))
	if len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return string(r)
}

// Begin implements agent.Store.
func (d *DB) Begin(ctx context.Context, session, callID string) error {
	res := d.g.WithContext(ctx).Model(&call{}).
		Where("id = ? AND conversation_id = ? AND answer_id IS NULL", callID, session).Update("state", string(agent.Running))
	if res.Error == nil && res.RowsAffected == 0 {
		res.Error = d.whyNot(ctx, session, callID)
	}
	if res.Error != nil {
		return fmt.Errorf("begin call %s: %w", callID, res.Error)
	}
	return nil
}

// Answer implements agent.Store.
func (d *DB) Answer(ctx context.Context, session string, m providers.Message, state agent.CallState) error {
	err := d.g.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		id, err := d.insert(tx, session, m)
		if err != nil {
			return err
		}
		res := tx.Model(&call{}).Where("id = ? AND conversation_id = ? AND answer_id IS NULL", m.CallID, session).
			Updates(map[string]any{"state": string(state), "answer_id": id})
		if res.Error == nil && res.RowsAffected == 0 {
			return errNothing
		}
		return res.Error
	})
	if errors.Is(err, errNothing) {
		err = d.whyNot(ctx, session, m.CallID)
	}
	if err != nil {
		return fmt.Errorf("answer call %s: %w", m.CallID, err)
	}
	return nil
}

var errNothing = errors.New("nothing changed")

// whyNot tells a call that has its answer from one that does not exist.
func (d *DB) whyNot(ctx context.Context, session, callID string) error {
	var n int64
	if err := d.g.WithContext(ctx).Model(&call{}).Where("id = ? AND conversation_id = ?", callID, session).Count(&n).Error; err != nil {
		return err
	}
	if n == 0 {
		return agent.ErrNoCall
	}
	return agent.ErrAnswered
}

// Open implements agent.Store.
func (d *DB) Open(ctx context.Context, session string) ([]agent.OpenCall, error) {
	var rows []call
	err := d.g.WithContext(ctx).Where("conversation_id = ? AND answer_id IS NULL", session).Order("message_id, n").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("open calls of %s: %w", session, err)
	}
	out := make([]agent.OpenCall, len(rows))
	for i, r := range rows {
		out[i] = agent.OpenCall{Call: r.words(), State: agent.CallState(r.State)}
	}
	return out, nil
}

// taken reports a broken UNIQUE or PRIMARY KEY rule, for which sqlite has these words.
func taken(err error) bool { return strings.Contains(err.Error(), "UNIQUE constraint failed") }
