import { expect, test } from 'vitest';
import { readSources } from '../support/source-files';

const sources = readSources(['src']);

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

test('ASVS 1.2.4: statements are prepared in one place, from texts that queries files fix', () => {
  expect(filesWith(/\.prepare\(/)).toEqual(['src/server/database/connection.ts']);
  expect(filesWith(/\bdb\.exec\((?!')/)).toEqual([]);
  expect(filesWith(/\bquery</).filter((path) => !/(-queries|\/connection)\.ts$/.test(path))).toEqual([]);
});

test('whoever writes shares the wait for the disk, or works in slices: no other room opens a transaction', () => {
  const opening = filesWith(/(?<!\.)\bin(Unsynced)?Transaction\b|\.transaction\(/);
  expect(opening.length).toBeGreaterThan(0);
  expect(opening.filter((path) => !path.startsWith('src/server/database/'))).toEqual([]);
  expect(filesWith(/\brecordAudit\(/).filter((path) => path.startsWith('src/pages/'))).toEqual([]);
});

test('ASVS 11.5.1: chance that can be guessed spreads retries and questions, and nothing else', () => {
  const spreading = /^src\/(server\/outbox\/|crm\/panel\/useReads\.ts)/;
  expect(filesWith(/Math\.random/).filter((path) => !spreading.test(path))).toEqual([]);
});
