import { importErrors } from '~/shared/strings/imports';

const { noTable } = importErrors;

/** A line of a chat that WhatsApp exports: '[12/3/26, 10:04:05] Ana: Hola', '12/3/26, 10:04 p. m. - Ana: Hola'. */
const CHAT_LINE =
  /^\[?\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?(?:\]| -) \S/i;
const ENOUGH_CHAT_LINES = 2;

/** Beginnings of texts that other programs read. */
const BEGINNINGS: { begins: RegExp; says: string }[] = [
  { begins: /^\{\\rtf/, says: noTable.document },
  { begins: /^BEGIN:VCALENDAR/i, says: noTable.calendar },
  { begins: /^(?:From \S+ \w{3} \w{3} |Received: |Return-Path: |Delivered-To: |MIME-Version: )/i, says: noTable.mail },
  { begins: /^(?:\[\s*[[{"\]]|\{\s*["}])/, says: noTable.json },
  { begins: /^<\?xml/i, says: noTable.xml },
];

/** What a text is that holds no table, in a sentence; null if it may hold one. */
export function findOtherText(sample: string): string | null {
  const text = sample.replace(/^[\ufeff\s]+/, '');
  const known = BEGINNINGS.find(({ begins }) => begins.test(text));
  if (known) return known.says;
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/[\u200e\u200f\ufeff]/g, '').replace(/[\u00a0\u202f]/g, ' '));
  if (lines.filter((line) => CHAT_LINE.test(line)).length >= ENOUGH_CHAT_LINES) return noTable.chat;
  return isQuotedWhole(lines.filter((line) => line !== '')) ? noTable.quotedLines : null;
}

/** Every line is one cell with separators within: '"Nombre,Email"', as a file saved twice has it. */
function isQuotedWhole(lines: readonly string[]): boolean {
  // The last may have been cut.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.length > 0 && whole.every((line) => /^"(?:[^"]|"")*"$/.test(line) && /[,;\t]/.test(line));
}
