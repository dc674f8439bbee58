import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { requireProgram } from './require-program';

/** A 48 MB disk. */
export function mountSmallDisk(): string {
  const home = mkdtempSync(join(tmpdir(), 'crm-small-disk-'));
  mount(home, 'size=48m');
  return home;
}

/** @throws where the tests are not root's. */
export function mount(home: string, options: string): void {
  if (process.getuid?.() !== 0) throw new Error('Un disco chico solo lo monta root.');
  execFileSync(requireProgram('mount'), ['-t', 'tmpfs', '-o', options, 'tmpfs', home]);
}

export function unmount(home: string): void {
  execFileSync(requireProgram('umount', 'mount'), ['-l', home]);
  rmSync(home, { recursive: true, force: true });
}

/** Writes a file that takes all the room there is, or all but so many bytes. */
export function fillUp(path: string, free = 0): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [2 ** 20, 4096, 1]) fillWith(file, Buffer.alloc(size));
    ftruncateSync(file, fstatSync(file).size - free);
  } finally {
    closeSync(file);
  }
}

function fillWith(file: number, block: Buffer): void {
  try {
    while (writeSync(file, block) === block.byteLength);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  }
}
