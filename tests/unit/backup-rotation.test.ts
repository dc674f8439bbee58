import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newestBackup, removeReplacedDatabases, rotateBackups } from '../../db/backups/rotation';

const HOUR_MS = 3_600_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crm-rotation-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'crm.sqlite');
const time = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString().replace(/[:.]/g, '-');

/** Files named as if made that many hours ago. */
function make(hoursAgo: number[], name = (at: string) => `crm-${at}.sqlite`): string[] {
  return hoursAgo.map((hours) => {
    const file = name(time(hours));
    writeFileSync(join(folder, file), '');
    return file;
  });
}

describe('backups are thinned by age', () => {
  const rotate = (keep: number) => rotateBackups(path(), folder, keep, 24);
  const left = () => readdirSync(folder).sort();

  test('one a day for as many days as are kept', () => {
    const made = make([0, 24.1, 48.2, 72.3, 96.4]);
    rotate(3);
    expect(left()).toEqual(made.slice(0, 3).sort());
  });

  test('however many are made in a row, the days before stay', () => {
    const days = make([24, 48, 72, 96, 120, 144]);
    const row = make([0.5, 0.4, 0.3, 0.2, 0.1, 0.09, 0.08, 0.07, 0.06, 0.05]);
    rotate(7);
    expect(left()).toEqual([...days, ...row.slice(-7)].sort());
  });

  test('a pause of months takes nothing away but the oldest', () => {
    const made = make([0, 2000, 2024, 2048]);
    rotate(3);
    expect(left()).toEqual(made.slice(0, 3).sort());
  });

  test('a date ahead counts for no day, and goes once there are enough true ones', () => {
    const [ahead = ''] = make([-8760]);
    const [first = ''] = make([24]);
    rotate(2);
    expect(left()).toEqual([ahead, first].sort());
    expect(newestBackup(path(), folder)?.path).toBe(join(folder, first));
    const [second = ''] = make([0]);
    rotate(2);
    expect(left()).toEqual([first, second].sort());
  });

  test('those made before migrations are counted apart', () => {
    const before = make([1, 2, 3], (at) => `crm-antes-de-0009-${at}.sqlite`);
    const made = make([0]);
    rotate(2);
    expect(left()).toEqual([...before.slice(0, 2), ...made].sort());
  });
});

test('a replaced database goes after 30 days with its log, and one that was renamed stays', () => {
  const [old = ''] = make([30 * 24 + 1], (at) => `crm.sqlite.reemplazada-${at}`);
  const [young = ''] = make([29 * 24], (at) => `crm.sqlite.reemplazada-${at}`);
  writeFileSync(join(folder, `${old}-wal`), '');
  const [renamed = ''] = make([9999], (at) => `crm.sqlite.reemplazada-${at}-guardar`);
  expect(removeReplacedDatabases(path())).toBe(1);
  expect(readdirSync(folder).sort()).toEqual([young, renamed].sort());
});
