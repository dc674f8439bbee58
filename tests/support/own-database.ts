import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

// Loaded before every file: the product's modules read the settings once, and must never open the project's database.
const { CRM_TEST_SERVERS: servers = '', CRM_TEST_EMPTY_DATABASE: empty = '' } = process.env;
process.env.DATABASE_PATH ??= join(mkdtempSync(join(servers, 'in-process-')), 'crm.sqlite');

/** The database of the product's modules in this process. */
export const ownDatabase: string = process.env.DATABASE_PATH;

/** Gives the product's modules in this process an empty, migrated database for one file. */
export function provideOwnDatabase(): void {
  beforeAll(() => copyFileSync(empty, ownDatabase));
  afterAll(async () => {
    (await import('~/server/database/connection')).closeDb();
    // The key file stays: this process has loaded the key and never rereads it.
    for (const suffix of ['', '-wal', '-shm']) rmSync(ownDatabase + suffix, { force: true });
  });
}
