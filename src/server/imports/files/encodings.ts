import { isUtf8 } from 'node:buffer';
import { LEGACY_ENCODINGS, type LegacyEncoding } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { fileFault, type TextLetters } from './file-rows';

/** Kept small, because the parser makes an error per row that is not as wide as the first. */
const PIECE_BYTES = 16 * 1024;
/** A longer line belongs to a row that is refused anyway. */
const MAX_LINE_BYTES = 2 ** 20;
const SAMPLE_BYTES = 4096;
/** How many bytes of lines that are not UTF-8 tell what they are. */
const TELLING_BYTES = 64 * 1024;

const HIGH_BYTES = Uint8Array.from({ length: 128 }, (_, index) => 128 + index);

/** The characters of the bytes from 0x80 on. Node's own windows-1252 leaves its quotes, dashes and € as control codes. */
const CHARACTERS: Record<LegacyEncoding, string> = {
  'windows-1252': `€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ${Buffer.from(HIGH_BYTES.subarray(32)).toString('latin1')}`,
  macintosh: new TextDecoder('macintosh').decode(HIGH_BYTES),
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0',
};

/** `pieces`: of some thousand characters, without a BOM. Throws AppError `invalid` at a NUL, which no text holds. */
export type OpenText = TextLetters & { pieces: () => Generator<string> };

/** `chosen`: what lines that are not UTF-8 are read by; by default by what makes Spanish of them. */
export function openText(file: Buffer, chosen: LegacyEncoding | undefined): OpenText {
  const wide = findUtf16(file);
  if (wide) return { legacy: null, isLegacy: () => false, pieces: () => readWide(file, wide) };
  const body = hasUtf8Mark(file) ? file.subarray(3) : file;
  const telling = firstLegacyLines(body);
  if (telling.length === 0)
    return { legacy: null, isLegacy: () => false, pieces: () => readLines(body, 'windows-1252') };
  const legacy = chosen ?? guessLegacy(telling);
  const words = new Set(wordsOf(decodeLegacy(telling, legacy)).filter((word) => /[^\0-\x7f]/.test(word)));
  const isLegacy = (cell: string) => wordsOf(cell).some((word) => words.has(word));
  return { legacy, isLegacy, pieces: () => readLines(body, legacy) };
}

const wordsOf = (text: string): string[] => text.split(/[\s,;|"]/);

const hasUtf8Mark = (file: Buffer): boolean => file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf;

/** By its BOM; without one, if every second byte is zero. */
function findUtf16(file: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le';
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be';
  const sample = file.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even < sample.length / 50) return 'utf-16le';
  if (even > sample.length / 4 && odd < sample.length / 50) return 'utf-16be';
  return null;
}

function* readWide(file: Buffer, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < file.byteLength; at += PIECE_BYTES)
    yield withoutNul(decoder.decode(file.subarray(at, at + PIECE_BYTES), { stream: true }));
  yield decoder.decode();
}

function* readLines(body: Buffer, legacy: LegacyEncoding): Generator<string> {
  for (const piece of cut(body, PIECE_BYTES)) {
    if (isUtf8(piece)) yield withoutNul(piece.toString());
    else
      yield withoutNul(
        [...cut(piece, 1)].map((line) => (isUtf8(line) ? line.toString() : decodeLegacy(line, legacy))).join(''),
      );
  }
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw fileFault(importErrors.binary);
  return text;
}

/** Cuts at the first line break from this many bytes on: at each one, for 1. */
function* cut(bytes: Buffer, from: number): Generator<Buffer> {
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    const last = Math.min(bytes.length, at + from + MAX_LINE_BYTES);
    end = Math.min(bytes.length, at + from);
    while (end < last && !isLineBreak(bytes[end - 1])) end++;
    yield bytes.subarray(at, end);
  }
}

const isLineBreak = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;

function firstLegacyLines(body: Buffer): Buffer {
  let found = Buffer.alloc(0);
  for (const piece of cut(body, PIECE_BYTES)) {
    if (isUtf8(piece)) continue;
    found = Buffer.concat([found, ...[...cut(piece, 1)].filter((line) => !isUtf8(line))]);
    if (found.length > TELLING_BYTES) break;
  }
  return found.subarray(0, 2 * TELLING_BYTES);
}

function decodeLegacy(bytes: Buffer, encoding: LegacyEncoding): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (sign) => CHARACTERS[encoding][sign.charCodeAt(0) - 128] ?? '');
}

/** The encoding that makes the likeliest Spanish of these bytes; windows-1252, which Excel writes, if several do. */
function guessLegacy(bytes: Buffer): LegacyEncoding {
  const scores = LEGACY_ENCODINGS.map((encoding) => ({ encoding, score: rateSpanish(decodeLegacy(bytes, encoding)) }));
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).encoding;
}

/** Letters beyond ASCII of Spanish, and of Portuguese and Catalan. */
const SPANISH_LETTERS = 'áéíóúüñ';
const OTHER_LETTERS = 'àâãçêèïòôõ';
const USUAL_SIGNS = '¿¡ºª°€«»·–—‘’“”…\xa0';

/** More for letters as names have them; less for others, for capitals among small letters, and for signs within words. */
function rateSpanish(text: string): number {
  let score = 0;
  for (const { 0: sign, index } of text.matchAll(/[^\0-\x7f]/g)) {
    const before = text[index - 1] ?? '';
    const after = text[index + 1] ?? '';
    const small = sign.toLowerCase();
    if (SPANISH_LETTERS.includes(small)) score += 2 * rateLetter(before, sign, after);
    else if (OTHER_LETTERS.includes(small)) score += rateLetter(before, sign, after);
    else if (!USUAL_SIGNS.includes(sign) || (isLetter(before) && isLetter(after) && !isElision(sign, after))) score--;
  }
  return score;
}

const isLetter = (sign: string): boolean => /\p{L}/u.test(sign);
const isSmall = (sign: string): boolean => /\p{Ll}/u.test(sign);
const isCapital = (sign: string): boolean => /\p{Lu}/u.test(sign);
/** D’Angelo. */
const isElision = (sign: string, after: string): boolean => sign === '’' && isCapital(after);

function rateLetter(before: string, sign: string, after: string): number {
  const isOdd = isCapital(sign) ? isLetter(before) && (isSmall(before) || isSmall(after)) : isCapital(after);
  if (isOdd) return -1;
  return isLetter(before) || isLetter(after) ? 1 : 0;
}
