import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import { importErrors } from '~/shared/strings/import-errors';
import { fileFault } from './file-fault';

/** Far above what spreadsheets have; one that goes deeper or says more is made to take memory. */
const MOST_DEPTH = 100;
const MOST_ATTRIBUTES = 200;

type Handlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/**
 * Reads XML piece by piece; yields after each one, so that whoever reads takes what `handlers` have gathered. Names come
 * without their prefix. Nothing is looked up and no entity but XML's own is known.
 * @throws {AppError} `invalid` where it is not sound.
 */
export async function* readXml(bytes: AsyncIterable<Buffer>, handlers: Handlers): AsyncGenerator<void> {
  const parser = sax.parser(true);
  let depth = 0;
  let attributesOfTag = 0;
  parser.onattribute = () => {
    if (++attributesOfTag > MOST_ATTRIBUTES) throw fileFault(importErrors.damaged);
  };
  parser.onopentag = ({ name, attributes }) => {
    if (++depth > MOST_DEPTH) throw fileFault(importErrors.damaged);
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

/** V8 keeps a part of a text as a place in the whole: some letters among blanks would hold on to all that was unpacked. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
