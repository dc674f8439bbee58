// Preloaded into a server. Its clock is ahead by the milliseconds in the file CLOCK_FILE, if there is one; SIGUSR2
// rereads it.
import { existsSync, readFileSync } from 'node:fs';

const RealDate = Date;
let shift = existsSync(process.env.CLOCK_FILE ?? '') ? readShift() : 0;

globalThis.Date = class extends RealDate {
  /** @param {...any} parts */
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shift);
    else super(.../** @type {[any]} */ (parts));
  }

  static now() {
    return RealDate.now() + shift;
  }
};

process.on('SIGUSR2', () => {
  shift = readShift();
  console.log(`clock shifted by ${shift}`);
});

function readShift() {
  return Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'));
}
