CREATE TABLE conversations (
  id         TEXT PRIMARY KEY,
  title      TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE messages (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
  role            TEXT NOT NULL,
  text            TEXT NOT NULL DEFAULT '',
  reasoning       TEXT NOT NULL DEFAULT '',
  opaque          BLOB,
  call_id         TEXT NOT NULL DEFAULT '',
  tool_name       TEXT NOT NULL DEFAULT '',
  failed          INTEGER NOT NULL DEFAULT 0,
  model           TEXT NOT NULL DEFAULT '',
  incomplete      INTEGER NOT NULL DEFAULT 0,
  created_at      INTEGER NOT NULL
);
CREATE INDEX messages_conversation ON messages(conversation_id, id);

CREATE TABLE images (
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  n          INTEGER NOT NULL,
  mime       TEXT NOT NULL,
  data       BLOB NOT NULL,
  PRIMARY KEY (message_id, n)
);

CREATE TABLE calls (
  id              TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
  message_id      INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  n               INTEGER NOT NULL,
  provider_id     TEXT NOT NULL DEFAULT '',
  name            TEXT NOT NULL,
  args            TEXT NOT NULL,
  extra           BLOB,
  state           TEXT NOT NULL,
  answer_id       INTEGER REFERENCES messages(id) ON DELETE SET NULL
);
CREATE INDEX calls_message ON calls(message_id, n);
CREATE INDEX calls_open ON calls(conversation_id) WHERE answer_id IS NULL;

CREATE TABLE runs (
  id              TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL,
  owner           TEXT NOT NULL,
  serial          TEXT NOT NULL DEFAULT '',
  mode            TEXT NOT NULL,
  model           TEXT NOT NULL DEFAULT '',
  goal            TEXT NOT NULL DEFAULT '',
  status          TEXT NOT NULL,
  error           TEXT NOT NULL DEFAULT '',
  rounds          INTEGER NOT NULL DEFAULT 0,
  tokens_in       INTEGER NOT NULL DEFAULT 0,
  tokens_cached   INTEGER NOT NULL DEFAULT 0,
  tokens_out      INTEGER NOT NULL DEFAULT 0,
  started_at      INTEGER NOT NULL,
  finished_at     INTEGER
);
CREATE UNIQUE INDEX runs_live ON runs(conversation_id) WHERE finished_at IS NULL;

CREATE TABLE steps (
  run_id     TEXT NOT NULL,
  n          INTEGER NOT NULL,
  call_id    TEXT NOT NULL,
  tool       TEXT NOT NULL,
  args       TEXT NOT NULL,
  status     TEXT NOT NULL,
  code       TEXT NOT NULL DEFAULT '',
  text       TEXT NOT NULL DEFAULT '',
  effect     TEXT NOT NULL DEFAULT '',
  took_us    INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  PRIMARY KEY (run_id, n)
);
