import { NOTE_HEAD } from '../export/columns';

/**
 * What a row's note says beyond what is known of its lead: the lead's notes, also as our own export writes them, with
 * author and time; texts that stand in them as whole lines; and single 'Columna: texto' lines.
 */
export function withoutKnown(text: string, known: readonly string[]): string {
  const bodies = known
    .map(tidy)
    .filter((body) => body !== '')
    .sort((a, b) => b.length - a.length);
  const lines = `\n${known.map(tidy).join('\n')}\n`;
  // A text too long for one note was cut in several.
  const all = known.join('');
  const isKnown = (part: string) => lines.includes(`\n${part}\n`) || (part.length > LONG && all.includes(part));
  const newOf = (part: string) =>
    isKnown(part.trim()) || isKnown(part.trim().replace(LABEL, ''))
      ? ''
      : part
          .split('\n')
          .filter((line) => !LABELLED.test(line) || !isKnown(line))
          .join('\n')
          .trim();

  let rest = tidy(text);
  if (isKnown(rest)) return '';
  const left: string[] = [];
  for (let head = NOTE_HEAD.exec(rest); head; head = NOTE_HEAD.exec(rest)) {
    left.push(newOf(rest.slice(0, head.index)));
    const after = rest.slice(head.index + head[0].length);
    const body = bodies.find((one) => after.startsWith(one) && isEndOfNote(after.slice(one.length)));
    if (body !== undefined) {
      rest = after.slice(body.length);
      continue;
    }
    const end = NOTE_HEAD.exec(after)?.index ?? after.length;
    const note = after.slice(0, end).trim();
    const isCut = note.endsWith('…') && bodies.some((one) => one.startsWith(note.slice(0, -1)));
    if (!isCut && !isKnown(head[0] + note)) left.push(head[0] + note);
    rest = after.slice(end);
  }
  left.push(newOf(rest));
  return left.filter((part) => part !== '').join('\n');
}

/** Whether nothing of a note follows: the next one, the end, or lines of other columns. */
function isEndOfNote(after: string): boolean {
  const next = NOTE_HEAD.exec(after)?.index ?? after.length;
  return (
    /^(?:\n|$)/.test(after) &&
    after
      .slice(0, next)
      .split('\n')
      .every((line) => line === '' || LABELLED.test(line))
  );
}

/** About the length of a note. */
const LONG = 4000;
const LABEL = /^[^\n:]{1,80}: /;
const LABELLED = /^[^\n:]{1,80}: ./;

const tidy = (text: string) => text.replace(/\r\n?/g, '\n').trim();
