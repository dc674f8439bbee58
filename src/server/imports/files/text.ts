import { isUtf8 } from 'node:buffer';
import { importErrors } from '~/shared/strings/imports';
import { fileFault } from './file-fault';

/** Kept small, because the parser makes an error per row that is not as wide as the first. */
const PIECE_BYTES = 16 * 1024;
const SAMPLE_BYTES = 4096;

/**
 * A text file's encoding: by its BOM; UTF-16 without one if every second byte is zero; UTF-8 if all of it is valid;
 * otherwise windows-1252, which Spanish Excel writes.
 */
function findEncoding(file: Buffer): string {
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
  return isUtf8(file) ? 'utf-8' : 'windows-1252';
}

/**
 * Streams a file's text in pieces of some thousand characters, without its BOM.
 * @throws {AppError} `invalid` if it holds a NUL, which no text does.
 */
export function* readText(file: Buffer): Generator<string> {
  const decoder = new TextDecoder(findEncoding(file));
  for (let at = 0; at < file.byteLength; at += PIECE_BYTES) {
    const text = decoder.decode(file.subarray(at, at + PIECE_BYTES), { stream: true });
    if (text.includes('\0')) throw fileFault(importErrors.binary);
    yield text;
  }
  yield decoder.decode();
}
