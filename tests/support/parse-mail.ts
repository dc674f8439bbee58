/** A sent mail: decoded headers by lower-case name, and both versions. */
export type ReceivedMail = {
  headers: Record<string, string>;
  text: string;
  html: string;
  raw: string;
};

/** Parses headers and a multipart/alternative body of text and HTML. */
export function parseMail(raw: string): ReceivedMail {
  const [head, body] = splitAt(raw, '\r\n\r\n');
  const headers = parseHeaders(head);
  const parts = parseParts(headers['content-type'] ?? '', body);
  const find = (type: string) => parts.find((part) => part.type.startsWith(type))?.content ?? '';
  return {
    headers,
    text: find('text/plain'),
    html: find('text/html'),
    raw,
  };
}

type Part = { type: string; content: string };

function parseParts(type: string, body: string): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  if (!boundary) throw new Error('not a multipart mail');
  return body.split(`--${boundary}`).slice(1, -1).flatMap(parsePart);
}

function parsePart(part: string): Part[] {
  const [head, body] = splitAt(part.replace(/^\r\n/, ''), '\r\n\r\n');
  const headers = parseHeaders(head);
  const type = headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) return parseParts(type, body);
  const encoding = headers['content-transfer-encoding'];
  let content = body;
  if (encoding === 'base64') content = Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') content = decodeQuotedPrintable(body.replace(/=\r\n/g, ''));
  return [{ type, content: content.replaceAll('\r\n', '\n').trim() }];
}

function parseHeaders(head: string): Record<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [name, value] = splitAt(line, ':');
      return [name.toLowerCase(), decodeWords(value.trim())];
    }),
  );
}

/** RFC 2047: '=?UTF-8?Q?…?=' and '=?UTF-8?B?…?='. Adjacent words form one text. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuotedPrintable(text.replaceAll('_', ' ')),
    );
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function splitAt(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}
