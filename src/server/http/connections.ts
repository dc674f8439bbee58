import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Socket, Server as SocketServer } from 'node:net';
import { addressKey } from '../net/client-address';

/** Connections reserved for newcomers yet to send a request, so the health check always gets through. */
const RESERVED_CONNECTIONS = 16;
/** Above this share in use, each answer closes its connection. */
const CROWDED_SHARE = 0.75;
/** While stopping, a connection without traffic for this long is closed. */
const IDLE_MS = 500;
const STOPPING_POLL_INTERVAL_MS = 50;

/**
 * Requests that a connection may have sent ahead, the one being answered included. Few, because Node keeps up to 64 KiB
 * of each one's body.
 */
const MAX_REQUESTS = 5;

/** Node's parser of a connection, undocumented. It stops at a number it does not know. */
type Parser = { onIncoming: (request: IncomingMessage, shouldKeepAlive: boolean) => number };
const STOP_PARSING = -1;

type Request = { response: ServerResponse; answer: () => void };

type Connection = {
  readonly socket: Socket;
  /** The client's address according to the current request: several clients can share a proxy's connection. */
  address: string;
  /** The one being answered, and those that wait for it. */
  readonly requests: Request[];
  /** When the last request began or ended, and the bytes received by then. */
  since: number;
  bytesRead: number;
  /** Opened when no place was free, and still without one. */
  isExtra: boolean;
};

/** Order in which connections are closed to make room. A request being answered is never closed. */
const EVICTION_ORDER: ((connection: Connection) => boolean)[] = [
  // Idle: no request yet, or kept alive for the next one.
  ({ requests }) => requests.length === 0,
  // Still sending its request.
  ({ requests: [first] }) => first?.response.req.complete === false,
  // Not reading its answer.
  ({ requests: [first], socket }) => socket.writableLength > 0 && first?.response.writableEnded === true,
  // Live updates: the panel reconnects by itself.
  ({ requests: [first] }) => first !== undefined && isEventStream(first.response),
];

/**
 * The open connections, at most `limit`. Out of room, the address (behind a proxy: the client) with the most inactive
 * connections loses its oldest. So nobody can lock others out, and an office behind one address may hold many.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #limit: number;
  /** How many connections may send any request. */
  readonly #ordinary: number;
  #isStopping = false;

  constructor(server: Server, limit: number) {
    this.#limit = limit;
    this.#ordinary = limit - Math.min(RESERVED_CONNECTIONS, Math.ceil(limit / 4));
    server.on('connection', (socket) => this.#add(socket));
  }

  /**
   * Answers a connection's requests one by one: the next once the system has taken the whole answer before. So nobody
   * holds more than one answer, however many they ask for and leave unread. Asking for too many closes the connection.
   */
  answerInOrder({ socket }: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const connection = this.#open.get(socket);
    // Closed, while the parser goes on through what had arrived.
    if (!connection) return;
    connection.requests.push({ response, answer });
    if (connection.requests.length === 1) this.#answerFirst(connection);
    else if (connection.requests.length > MAX_REQUESTS) this.#close(connection);
  }

  /** Registers a request's client. Returns whether there is room to answer more than the health check. */
  begin({ socket }: IncomingMessage, response: ServerResponse, address: string): boolean {
    const connection = this.#open.get(socket);
    if (!connection) return true;
    connection.address = addressKey(address);
    connection.since = performance.now();
    if (this.#isStopping || this.#open.size > this.#limit * CROWDED_SHARE) response.shouldKeepAlive = false;
    if (connection.isExtra) {
      const members = [...this.#open.values()].filter(({ isExtra }) => !isExtra);
      connection.isExtra = members.length >= this.#ordinary && !this.#giveUpOneOf(members);
    }
    return !connection.isExtra;
  }

  /**
   * Stops accepting, lets running requests finish, closes each connection after its answer, and resolves when all are
   * closed. Connections still open after `graceMs` are cut.
   */
  async stop(server: Server, graceMs: number): Promise<void> {
    this.#isStopping = true;
    for (const { requests } of this.#open.values()) {
      for (const { response } of requests) response.shouldKeepAlive = false;
    }
    const deadline = setTimeout(() => this.#closeAll(), graceMs);
    // setImmediate runs after the event loop has read pending data; closing earlier would lose a request.
    const sweep = setInterval(() => setImmediate(() => this.#closeQuiet()), STOPPING_POLL_INTERVAL_MS);
    await new Promise((resolve) =>
      setImmediate(() => {
        // The HTTP server's own close() would also cut every connection it considers idle.
        SocketServer.prototype.close.call(server, resolve);
      }),
    );
    clearTimeout(deadline);
    clearInterval(sweep);
  }

  #add(socket: Socket): void {
    const connection: Connection = {
      socket,
      address: addressOf(socket),
      requests: [],
      since: performance.now(),
      bytesRead: 0,
      isExtra: false,
    };
    this.#open.set(socket, connection);
    this.#stopParsingOnceClosed(socket);
    socket.once('close', () => this.#open.delete(socket));
    // It may stay without a place while it asks for nothing and the reserve has room.
    connection.isExtra = this.#open.size > this.#ordinary;
    if (this.#open.size <= this.#limit) return;
    const others = [...this.#open.values()].filter((other) => other !== connection);
    if (!this.#giveUpOneOf(others)) this.#close(connection);
  }

  /** Otherwise Node would make a request of everything that had arrived: of 37 kB a thousand, which take 10 ms. */
  #stopParsingOnceClosed(socket: Socket & { parser?: Parser }): void {
    const { parser } = socket;
    if (!parser) return;
    const { onIncoming } = parser;
    parser.onIncoming = (...request) => (this.#open.has(socket) ? onIncoming(...request) : STOP_PARSING);
  }

  #answerFirst(connection: Connection): void {
    const { requests, socket } = connection;
    const [first] = requests;
    first?.response.once('close', () => {
      requests.shift();
      connection.since = performance.now();
      connection.bytesRead = socket.bytesRead;
      connection.address = addressOf(socket);
      if (socket.writable) this.#answerFirst(connection);
    });
    first?.answer();
  }

  #giveUpOneOf(connections: Connection[]): boolean {
    for (const isThis of EVICTION_ORDER) {
      const candidates = connections.filter(isThis);
      if (candidates.length === 0) continue;
      const most = ofBusiestAddress(candidates);
      this.#close(most.reduce((one, other) => (other.since < one.since ? other : one)));
      return true;
    }
    return false;
  }

  #close({ socket }: Connection): void {
    // Deleted here, not on 'close': the next connection in this turn must find the free place.
    this.#open.delete(socket);
    socket.destroy();
  }

  #closeAll(): void {
    for (const connection of this.#open.values()) this.#close(connection);
  }

  #closeQuiet(): void {
    const before = performance.now() - IDLE_MS;
    for (const connection of this.#open.values()) {
      const { requests, since, bytesRead, socket } = connection;
      if (requests.length === 0 && since < before && socket.bytesRead === bytesRead) this.#close(connection);
    }
  }
}

/** Those of the address that has the most, in their order. */
function ofBusiestAddress<Item extends { address: string }>(items: Item[]): Item[] {
  const byAddress = Object.values(Object.groupBy(items, ({ address }) => address)) as Item[][];
  return byAddress.reduce((one, other) => (other.length > one.length ? other : one));
}

function addressOf(socket: Socket): string {
  return addressKey(socket.remoteAddress ?? '');
}

function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
}

const MAX_CONNECTIONS = 512;
const MIN_CONNECTIONS = 8;
/** File handles the process needs beside its connections: database, logs, modules, mail, webhooks. */
const RESERVED_HANDLES = 64;

/**
 * How many connections may be open: 512, or fewer where the process gets too few file handles. Out of handles, whatever
 * needs one next would fail, perhaps an enquiry; a refused connection affects only itself.
 */
export function connectionLimit(): number {
  const handles = readHandleLimit();
  return handles === null
    ? MAX_CONNECTIONS
    : Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, handles - RESERVED_HANDLES));
}

function readHandleLimit(): number | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}
