// Preloaded into a server. Its clock is ahead by the milliseconds in the file CLOCK_FILE, if there is one, or stands at
// the moment there, as `@` and its milliseconds; SIGUSR2 rereads it.
import { existsSync, readFileSync } from 'node:fs';

const RealDate = Date;
let text = existsSync(process.env.CLOCK_FILE ?? '') ? readText() : '0';

globalThis.Date = class extends RealDate {
  /** @param {...any} parts */
  constructor(...parts) {
    if (parts.length === 0) super(now());
    else super(.../** @type {[any]} */ (parts));
  }

  static now() {
    return now();
  }
};

let times = 0;
process.on('SIGUSR2', () => {
  text = readText();
  times += 1;
  console.log(`clock set ${times}: ${text}`);
});

function now() {
  return text.startsWith('@') ? Number(text.slice(1)) : RealDate.now() + Number(text);
}

function readText() {
  return readFileSync(process.env.CLOCK_FILE ?? '', 'utf8');
}
