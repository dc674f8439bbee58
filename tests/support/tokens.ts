import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { TokenScope } from '../../src/shared/tokens/token.ts';
import { withDatabase } from './database';
import { type Answer, call } from './http';
import type { TestServer } from './server';

export type TestToken = { id: string; name: string; secret: string };

/** Inserts a token. */
export function makeToken(
  server: TestServer,
  { scopes = ['write', 'companies'], name = 'Programa' }: { scopes?: TokenScope[]; name?: string } = {},
): TestToken {
  const id = randomUUID();
  const secret = `ai_live_${randomBytes(32).toString('base64url')}`;
  const now = new Date().toISOString();
  withDatabase(server, (db) => {
    db.prepare("INSERT INTO users (id, email, password_hash, created_at) VALUES (?, ?, '', ?)").run(
      id,
      `token:${id}`,
      now,
    );
    db.prepare("INSERT INTO profiles (id, name, status, created_at) VALUES (?, ?, 'disabled', ?)").run(id, name, now);
    db.prepare('INSERT INTO api_tokens (id, token_hash, hint, scopes, created_at) VALUES (?, ?, ?, ?, ?)').run(
      id,
      createHash('sha256').update(secret).digest(),
      secret.slice(-4),
      JSON.stringify(scopes),
      now,
    );
  });
  return { id, name, secret };
}

type Call = { method?: string; body?: unknown; headers?: Record<string, string> };

/** Calls the JSON API as a program does: with a token, without cookie and Origin. */
export function callAs(
  server: TestServer,
  { secret }: { secret: string },
  path: string,
  { method, body, headers }: Call = {},
): Promise<Answer> {
  return call(server, path, {
    ...(method && { method }),
    body,
    origin: null,
    headers: { authorization: `Bearer ${secret}`, ...headers },
  });
}
