import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The answer to each A query: addresses, `none` for NXDOMAIN, or null for silence. */
type Answer = (question: number) => readonly string[] | 'none' | null;

const A_RECORD = 1;

/** A local name server. */
export async function startNameServer(answer: Answer) {
  const socket = createSocket('udp4');
  let questions = 0;
  let forAddress = 0;
  socket.on('message', (asked, { port, address }) => {
    questions++;
    const type = asked.readUInt16BE(asked.indexOf(0, 12) + 1);
    const found = type === A_RECORD ? answer(forAddress++) : answer(Number.NaN) === null ? null : [];
    if (found === null) return;
    socket.send(reply(asked, found), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions: () => questions,
    stop: () => {
      socket.close();
      return once(socket, 'close');
    },
  };
}

/** A DNS message (RFC 1035 section 4) answering the one question of `asked`. */
function reply(asked: Buffer, found: readonly string[] | 'none'): Buffer {
  const question = asked.subarray(12, asked.indexOf(0, 12) + 5);
  const addresses = found === 'none' ? [] : found;
  const head = Buffer.alloc(12);
  head.writeUInt16BE(asked.readUInt16BE(0), 0);
  head.writeUInt16BE(found === 'none' ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  // A pointer to the question's name, type A, class IN, TTL 0, four bytes.
  const start = Buffer.from([0xc0, 12, 0, A_RECORD, 0, 1, 0, 0, 0, 0, 0, 4]);
  return Buffer.concat([
    head,
    question,
    ...addresses.map((text) => Buffer.concat([start, Buffer.from(text.split('.').map(Number))])),
  ]);
}
