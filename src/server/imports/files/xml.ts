import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import { importErrors } from '~/shared/strings/imports';
import { fileFault } from './file-rows';

/** Far above real spreadsheets; anything beyond is built to exhaust memory. */
const MAX_DEPTH = 100;
const MAX_ATTRIBUTES = 200;

type Handlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/**
 * Parses XML piece by piece. Yields after each, so that the caller can take what `handlers` gathered. Names lose their
 * prefix. Resolves nothing external, and only XML's own entities.
 * @throws {AppError} `invalid` if it is malformed.
 */
export async function* readXml(bytes: AsyncIterable<Buffer>, handlers: Handlers): AsyncGenerator<void> {
  const parser = sax.parser(true);
  let depth = 0;
  let attributesOfTag = 0;
  parser.onattribute = () => {
    if (++attributesOfTag > MAX_ATTRIBUTES) throw fileFault(importErrors.damaged);
  };
  parser.onopentag = ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) throw fileFault(importErrors.damaged);
    attributesOfTag = 0;
    handlers.open?.(withoutPrefix(name), attributes as Record<string, string>);
  };
  parser.onclosetag = (name) => {
    depth--;
    handlers.close?.(withoutPrefix(name));
  };
  parser.ontext = (text) => handlers.text?.(copyOf(text));
  parser.oncdata = (text) => handlers.text?.(copyOf(text));
  parser.ondoctype = () => {
    throw fileFault(importErrors.entities);
  };
  parser.onerror = () => {
    throw fileFault(importErrors.damaged);
  };
  const decoder = new StringDecoder('utf8');
  for await (const piece of bytes) {
    parser.write(decoder.write(piece));
    yield;
  }
  parser.close();
  yield;
}

/** Copies a string: V8 keeps a substring as a slice, so a few letters would retain everything unpacked. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
