import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '~/server/database/connection';
import { ensureSecretsKey, replaceLostKey, seal, unseal } from '~/server/secrets/encryption';
import { findKeyFault, makeKeyFile, readKeyFile } from '~/server/secrets/key-file';
import { ownDatabase, provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();
const path = `${ownDatabase}.clave`;

const mark = () => getDb().prepare('SELECT fingerprint FROM secrets_key').pluck().get() as Buffer | undefined;

describe('a box', () => {
  test('opens with its own context only, differs each time and does not show what is in it', () => {
    const box = seal('JBSWY3DPEHPK3PXP ñ', 'totp:ana');
    expect(unseal(box, 'totp:ana')).toBe('JBSWY3DPEHPK3PXP ñ');
    expect(unseal(box, 'totp:bruno')).toBeNull();
    expect(unseal(box, '')).toBeNull();
    expect(seal('JBSWY3DPEHPK3PXP ñ', 'totp:ana').equals(box)).toBe(false);
    expect(box.includes('JBSWY3')).toBe(false);
  });

  test('that was changed, cut or made by nobody stays shut', () => {
    const box = seal('secreto', 'x');
    for (let at = 0; at < box.byteLength; at++) {
      const changed = Buffer.from(box);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(changed, 'x'), `byte ${at}`).toBeNull();
      expect(unseal(box.subarray(0, at), 'x'), `cut at ${at}`).toBeNull();
    }
    expect(unseal(seal('', 'x'), 'x')).toBe('');
  });
});

describe('the key', () => {
  beforeEach(() => seal('algo', 'x'));

  test('is whole, only its owner reads it, and its fingerprint is in the database once something is sealed', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(path, 'ascii').trim(), 'base64').byteLength).toBe(32);
    expect(mark()?.equals(readKeyFile(path).fingerprint)).toBe(true);
    expect(findKeyFault(path, mark() ?? null)).toBeNull();
  });

  test('that others may read, that is another one or none is named with the way out', () => {
    const needed = mark() ?? null;
    chmodSync(path, 0o640);
    expect(findKeyFault(path, needed)).toContain(`chmod 600 ${path}`);
    chmodSync(path, 0o600);
    renameSync(path, `${path}.aside`);
    expect(findKeyFault(path, needed)).toContain('new-secrets-key');
    expect(findKeyFault(path, null)).toBeNull();
    // No start creates another key while sealed data exists.
    ensureSecretsKey();
    expect(findKeyFault(path, needed)).toContain('Falta la clave');
    makeKeyFile(path);
    expect(findKeyFault(path, needed)).toContain('es otra clave');
    writeFileSync(path, 'c29ydGU=');
    expect(findKeyFault(path, null)).toContain('no es una clave');
    renameSync(`${path}.aside`, path);
  });

  test('that is lost is made anew only then; what was sealed before stays shut', async () => {
    const box = seal('secreto', 'x');
    expect(await replaceLostKey()).toBeNull();
    renameSync(path, `${path}.aside`);
    expect(await replaceLostKey()).toEqual({ path, kept: null });
    expect(unseal(box, 'x')).toBeNull();
    expect(unseal(seal('otro', 'x'), 'x')).toBe('otro');
    expect(findKeyFault(path, mark() ?? null)).toBeNull();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    // A different key in its place is kept.
    writeFileSync(path, readFileSync(`${path}.aside`), { mode: 0o600 });
    const replaced = await replaceLostKey();
    expect(readFileSync(replaced?.kept ?? '')).toEqual(readFileSync(`${path}.aside`));
  });

  test('is one, however many processes make it at once', async () => {
    const shared = join(dirname(ownDatabase), 'shared.clave');
    const program = `const { makeKeyFile, readKeyFile } = await import(${JSON.stringify(join(process.cwd(), 'src/server/secrets/key-file.ts'))});
      makeKeyFile(${JSON.stringify(shared)});
      console.log(readKeyFile(${JSON.stringify(shared)}).fingerprint.toString('hex'));`;
    const seen = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
        let out = '';
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          out += text;
        });
        await once(child, 'close');
        return out.trim();
      }),
    );
    expect(seen[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(seen).size).toBe(1);
    expect(statSync(shared).mode & 0o777).toBe(0o600);
  });
});
