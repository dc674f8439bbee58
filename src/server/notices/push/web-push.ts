import { createCipheriv, createECDH, createPrivateKey, type ECDH, hkdfSync, randomBytes, sign } from 'node:crypto';

/** A pair on the curve P-256 as base64url: the public point in 65 bytes, the private number in 32. */
export type Keys = { publicKey: string; privateKey: string };

const CURVE = 'prime256v1';
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const SALT_BYTES = 16;
/** All of a message is one record: services accept at most 4,096 bytes (RFC 8291 section 4, RFC 8030 section 7.2). */
const RECORD_BYTES = 4096;
/** What is left for the text: without the header of 86 bytes, the tag, and the byte that ends the last record. */
const MAX_TEXT_BYTES = 3993;
const LAST_RECORD = Buffer.of(2);
/** Services accept a day at most (RFC 8292 section 2); half of it, for clocks that differ. */
const TOKEN_LIFETIME_S = 12 * 3600;

export function makeKeys(): Keys {
  const pair = createECDH(CURVE);
  const publicKey = pair.generateKeys('base64url');
  const privateKey = pair.getPrivateKey('hex').padStart(2 * KEY_BYTES, '0');
  return { publicKey, privateKey: Buffer.from(privateKey, 'hex').toString('base64url') };
}

/** The `Authorization` that proves to a push service who sends (RFC 8292). `subject`: whom it may contact. */
export function authorize(endpoint: string, subject: string, { publicKey, privateKey }: Keys, now: number): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + TOKEN_LIFETIME_S, sub: subject };
  const parts = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => encode(Buffer.from(JSON.stringify(part))));
  const signed = parts.join('.');
  const point = Buffer.from(publicKey, 'base64url');
  const x = encode(point.subarray(1, 1 + KEY_BYTES));
  const y = encode(point.subarray(1 + KEY_BYTES));
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey } });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${encode(signature)}, k=${publicKey}`;
}

/**
 * Encrypts a text for one device, as `aes128gcm` (RFC 8291, RFC 8188). `sender` and `salt` are new for each message.
 * @throws {RangeError} if it is longer than one record.
 */
export function encrypt(
  text: string,
  { p256dh, auth }: { p256dh: string; auth: string },
  { sender, salt } = { sender: makeSender(), salt: randomBytes(SALT_BYTES) },
): Buffer {
  const plain = Buffer.from(text);
  if (plain.byteLength > MAX_TEXT_BYTES) throw new RangeError('the message is longer than one record');
  const receiver = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, senderKey]);
  const shared = derive(sender.computeSecret(receiver), Buffer.from(auth, 'base64url'), about, 32);
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES });
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(senderKey.byteLength, 4);
  const record = [cipher.update(plain), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, header, senderKey, ...record]);
}

function makeSender(): ECDH {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return sender;
}

function derive(secret: Buffer, salt: Buffer, about: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, about, bytes));
}

const encode = (bytes: Buffer) => bytes.toString('base64url');
