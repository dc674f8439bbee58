// Loaded into a server before its own code. At SIGUSR2 its clock jumps by the milliseconds in the file CLOCK_FILE.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let shift = 0;

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
  shift = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'));
  console.log(`clock shifted by ${shift}`);
});
