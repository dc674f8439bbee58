import { kindOfNumber } from '~/shared/phones/written';
import { importStrings } from '~/shared/strings/imports';
import { maxCellLength } from '../rows/cells';
import type { OpenText } from './encodings';
import type { FileRow, OpenFile } from './file-rows';

const BEGIN = /^[^a-z]*BEGIN:VCARD/i;
/** A property: group, name, parameters, value. */
const PROPERTY = /^(?:([\w-]{1,60})\.)?([\w-]{1,60})((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/s;
/** Longer ones are pictures. */
const MAX_LINE_LENGTH = 64 * 1024;
/** Between values of a cell, as Google writes them. */
const AND = ' ::: ';

/** Whether a text that begins so holds contact cards (vCard 2.1, 3.0, RFC 6350). */
export function isVcard(sample: string): boolean {
  return BEGIN.test(sample);
}

/** Opens contact cards as a table with a row for each. */
export function openVcard({ pieces, ...text }: OpenText): OpenFile {
  const { vcard: heads } = importStrings;
  let open = false;
  return {
    text,
    async *rows() {
      const cells = Object.values(heads);
      yield { row: 1, cells, width: cells.length };
      let card: Property[] = [];
      let row = 1;
      const take = (): FileRow => ({ row: ++row, cells: toCells(card), width: open ? 0 : cells.length });
      for (const line of unfold(pieces())) {
        const property = parseProperty(line);
        if (property?.name === 'BEGIN') {
          if (open) yield take();
          open = true;
          card = [];
        } else if (property?.name === 'END' && open) {
          open = false;
          yield take();
        } else if (property && open) card.push(property);
      }
      if (open) yield take();
    },
    isCut: () => open,
  };
}

type Property = { group: string; name: string; types: string; value: string };

function* lines(pieces: Iterable<string>): Generator<string> {
  let rest = '';
  for (const text of pieces) {
    const some = (rest + text).split(/\r?\n|\r(?!$)/);
    rest = (some.pop() ?? '').slice(0, MAX_LINE_LENGTH + 1);
    yield* some;
  }
  if (rest !== '') yield rest;
}

/** Logical lines: a blank continues the one before, as does '=' at the end of a quoted-printable one. */
function* unfold(pieces: Iterable<string>): Generator<string> {
  let line = '';
  for (const next of lines(pieces)) {
    const isSoft = line.endsWith('=') && /;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line.slice(0, 200));
    const isFolded = /^[ \t]/.test(next);
    if (isSoft || isFolded) {
      if (line.length <= MAX_LINE_LENGTH) line = isSoft ? line.slice(0, -1) + next : line + next.slice(1);
    } else {
      yield line;
      line = next;
    }
  }
  yield line;
}

function parseProperty(line: string): Property | null {
  if (line.length > MAX_LINE_LENGTH) return null;
  const [, group = '', name = '', parameters = '', value = ''] = PROPERTY.exec(line.trimEnd()) ?? [];
  if (name === '') return null;
  const isQuoted = /;(?:ENCODING=)?QUOTED-PRINTABLE(?:;|$)/i.test(parameters);
  const charset = /;CHARSET="?([\w-]+)/i.exec(parameters)?.[1];
  return {
    group: group.toLowerCase(),
    name: name.toUpperCase(),
    types: parameters.replace(/[^\p{L}\d-]+/gu, ' ').replace(/ (?:TYPE|VALUE|uri)\b/gi, ' '),
    value: isQuoted ? decodeQuoted(value, charset) : value,
  };
}

function decodeQuoted(value: string, charset = 'utf-8'): string {
  const bytes = Buffer.from(
    value.replace(/=([\dA-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString();
  }
}

function unescapeValue(value: string): string {
  return value.replace(/\\([nN\\,;:])/g, (_, sign) => (/n/i.test(sign) ? '\n' : sign)).trim();
}

/** The parts of a structured value, between semicolons that are not escaped. */
function partsOf(value: string): string[] {
  return value.split(/(?<!\\);/).map(unescapeValue);
}

function toCells(card: readonly Property[]): string[] {
  const all = (name: string) => card.filter((one) => one.name === name && one.value.trim() !== '');
  const first = (name: string) => unescapeValue(all(name)[0]?.value ?? '');
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = partsOf(all('N')[0]?.value ?? '');
  const company = partsOf(all('ORG')[0]?.value ?? '').filter(Boolean);
  const named = [prefix, given, middle, family, suffix].filter(Boolean).join(' ');
  // 'item1.X-ABLabel:_$!<Mobile>!$_' labels 'item1.TEL'.
  const labelOf = ({ group, types }: Property) =>
    `${types} ${card.find((one) => group && one.group === group && one.name === 'X-ABLABEL')?.value ?? ''}`;
  const phones = all('TEL').map((one) => ({ kind: kindOfNumber(labelOf(one)), text: phoneOf(one.value) }));
  const ofKind = (wanted: (typeof phones)[number]['kind']) =>
    phones.filter(({ kind }) => kind === wanted).map(({ text }) => text);
  // Beside a mobile no other number is a candidate.
  const [mobiles, plain] = [ofKind('mobile'), ofKind(null)];
  const [candidates, others] = mobiles.length > 0 ? [mobiles, plain] : [plain, []];
  const emails = all('EMAIL').map(({ value }) => unescapeValue(value).replace(/^mailto:/i, ''));
  const numbers = takeFitting(candidates, maxCellLength('whatsapp'));
  const addresses = takeFitting(emails, maxCellLength('email'));
  const notes = [
    ...all('NOTE').map(({ value }) => unescapeValue(value)),
    ...all('TITLE').map(({ value }) => unescapeValue(value)),
    ...[...numbers.rest, ...others].map(importStrings.otherPhone),
    ...addresses.rest.map(importStrings.otherEmail),
    ...ofKind('fax').map(importStrings.fax),
  ];
  const cells = {
    name: first('FN') || named || first('NICKNAME') || company.join(' '),
    phone: numbers.cell,
    email: addresses.cell,
    company: company[0] ?? '',
    country:
      all('ADR')
        .map(({ value }) => partsOf(value)[6] ?? '')
        .find(Boolean) ?? '',
    notes: notes.join('\n'),
  } satisfies Record<keyof typeof importStrings.vcard, string>;
  return Object.values(cells);
}

/** 'tel:+1-555-0100;ext=4' is '+1-555-0100 ext 4'. */
function phoneOf(value: string): string {
  return unescapeValue(value).replace(/^tel:/i, '').replace(/;ext=/i, ' ext ');
}

function takeFitting(texts: readonly string[], most: number): { cell: string; rest: string[] } {
  const distinct = [...new Set(texts)];
  let count = distinct.length;
  while (distinct.slice(0, count).join(AND).length > most) count--;
  return { cell: distinct.slice(0, count).join(AND), rest: distinct.slice(count) };
}
