import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { readBody } from './read-body.ts';

/** A push subscription as `PushSubscription.toJSON()` returns it. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A received message, with verified sender and decrypted. */
export type PushMessage = {
  endpoint: string;
  headers: IncomingHttpHeaders;
  /** The claims of the sender's token. */
  sender: { aud: string; exp: number; sub: string };
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
  notification: any;
};

export type PushService = {
  origin: string;
  /** A new device subscribed with this application server key. */
  makeDevice: (applicationKey: string) => Subscription;
  /** All valid messages, including those answered with an error. */
  received: PushMessage[];
  /** Invalid messages: bugs in the product. */
  faults: string[];
  /** Sets the answer to the next messages; the default is 201. */
  answerWith: (answer: (response: ServerResponse, count: number, pushed: PushMessage) => void) => void;
  stop: () => Promise<void>;
};

type Device = { ecdh: ECDH; auth: Buffer; applicationKey: string };

/**
 * A local push service: it takes messages by RFC 8030, requires proof by RFC 8292 of the application server the device
 * subscribed to, and decrypts with the device's keys by RFC 8291. `hasSameClock`: whether the application's clock is
 * the real one.
 */
export async function startPushService({ hasSameClock = true } = {}): Promise<PushService> {
  const devices = new Map<string, Device>();
  const received: PushMessage[] = [];
  const faults: string[] = [];
  const accept = (response: ServerResponse) => {
    response.writeHead(201, { location: `${origin}/message/${received.length}` }).end();
  };
  let answer: (response: ServerResponse, count: number, pushed: PushMessage) => void = accept;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (!body) return;
    const endpoint = origin + request.url;
    try {
      const device = devices.get(endpoint);
      if (!device) throw new Error(`no device at ${request.url}`);
      const { headers } = request;
      checkHeaders(headers);
      const sender = verifySender(headers.authorization ?? '', device, origin);
      if (hasSameClock) checkExpiry(sender);
      const text = decrypt(body, device);
      const pushed = { endpoint, headers, sender, text, notification: JSON.parse(text).notification };
      received.push(pushed);
      answer(response, received.length, pushed);
    } catch (error) {
      faults.push(String(error));
      response.writeHead(400).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    received,
    faults,
    makeDevice(applicationKey) {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys('base64url');
      const auth = randomBytes(16);
      const endpoint = `${origin}/push/${randomBytes(12).toString('base64url')}`;
      devices.set(endpoint, { ecdh, auth, applicationKey });
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    answerWith: (next) => {
      answer = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function checkHeaders(headers: IncomingHttpHeaders): void {
  if (!/^\d+$/.test(headers.ttl?.toString() ?? '')) throw new Error('RFC 8030 section 5.2: no TTL');
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('RFC 8291 section 4: not aes128gcm');
  const { topic = '' } = headers;
  if (!/^[\w-]{0,32}$/.test(topic.toString())) throw new Error(`RFC 8030 section 5.4: topic ${topic}`);
}

const DAY_S = 24 * 3600;

/** RFC 8292: a token for this service, signed with the key the device subscribed to. */
function verifySender(authorization: string, { applicationKey }: Device, origin: string): PushMessage['sender'] {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+), ?k=([^,\s]+)$/.exec(authorization) ?? [];
  if (key !== applicationKey) throw new Error(`RFC 8292: not the device's application: ${authorization}`);
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (parse(header).alg !== 'ES256') throw new Error(`RFC 8292 section 2: ${parse(header).alg}`);
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('RFC 8292: the signature is wrong');
  const { aud, exp, sub } = parse(claims);
  if (aud !== origin) throw new Error(`RFC 8292 section 2: aud ${aud}`);
  if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(sub)) throw new Error(`RFC 8292 section 2.1: sub ${sub}`);
  return { aud, exp, sub };
}

function checkExpiry({ exp }: PushMessage['sender']): void {
  const now = Date.now() / 1000;
  if (exp < now || exp > now + DAY_S) throw new Error(`RFC 8292 section 2: exp ${exp}`);
}

/** RFC 8291 section 3.4 and RFC 8188: one record. */
function decrypt(body: Buffer, { ecdh, auth }: Device): string {
  if (body.byteLength > 4096) throw new Error(`RFC 8030 section 7.2: ${body.byteLength} bytes`);
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.byteLength > recordSize) throw new Error('RFC 8291 section 4: more than one record');
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), auth, about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end === -1 || plain.subarray(end + 1).some((byte) => byte !== 0)) {
    throw new Error('RFC 8188 section 2: not the last record');
  }
  return plain.subarray(0, end).toString('utf8');
}
