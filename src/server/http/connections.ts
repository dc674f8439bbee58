import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Socket, Server as SocketServer } from 'node:net';
import { addressKey } from '../rate-limit/rate-limit';

/** Of all connections, kept for newcomers until they ask for something: to be told, at least, that the server lives. */
const RESERVED = 16;
/** Past this share of them an answer is its connection's last. */
const CROWDED = 0.75;
/** A connection that was still for this long, when the server stops, brings nothing more. */
const QUIET_MS = 500;
const LOOK_WHILE_STOPPING_MS = 50;

type Connection = {
  readonly socket: Socket;
  /** Its client's while a request says who that is; a proxy's connection carries many a client's. */
  address: string;
  readonly answers: Set<ServerResponse>;
  /** When it last began or ended something, and how much it had brought by then. */
  since: number;
  bytesRead: number;
  /** Came when there was no room left, and has not found any since. */
  isExtra: boolean;
};

/** In the order in which they are given up where there is no room; a request that is worked on never is. */
const GIVEN_UP: ((connection: Connection) => boolean)[] = [
  // Kept alive for a next request, or has not asked anything yet.
  ({ answers }) => answers.size === 0,
  // Still sends its request.
  ({ answers }) => answers.values().some(({ req }) => !req.complete),
  // Does not read its answer.
  ({ answers, socket }) =>
    socket.writableLength > 0 && answers.values().every((answer) => answer.writableEnded),
  // A panel's live updates, which come back by themselves.
  ({ answers }) => answers.values().some(isEventStream),
];

/**
 * The open connections, at most `limit`. Where that is not enough, whoever holds the most of what does nothing (an
 * address; behind a proxy, its client) gives up its oldest to the newcomer: nobody can keep others out, and an office
 * behind one address may hold as many as there are. Nobody is limited while there is room.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #limit: number;
  /** How many of them may ask for whatever they like. */
  readonly #ordinary: number;
  #isStopping = false;

  constructor(server: Server, limit: number) {
    this.#limit = limit;
    this.#ordinary = limit - Math.min(RESERVED, Math.ceil(limit / 4));
    server.on('connection', (socket) => this.#add(socket));
  }

  /**
   * Says that a connection's request has come, and whose it is. Returns whether there is room to do as it asks; where
   * there is none, only the question whether the server is alive may be answered.
   */
  begin({ socket }: IncomingMessage, response: ServerResponse, address: string): boolean {
    const connection = this.#open.get(socket);
    if (!connection) return true;
    connection.answers.add(response);
    connection.address = addressKey(address);
    connection.since = performance.now();
    response.once('close', () => {
      connection.answers.delete(response);
      connection.since = performance.now();
      connection.bytesRead = socket.bytesRead;
      if (connection.answers.size === 0) connection.address = addressOf(socket);
    });
    if (this.#isStopping || this.#open.size > this.#limit * CROWDED) response.shouldKeepAlive = false;
    if (connection.isExtra) {
      const members = [...this.#open.values()].filter(({ isExtra }) => !isExtra);
      connection.isExtra = members.length >= this.#ordinary && !this.#giveUpOneOf(members);
    }
    return !connection.isExtra;
  }

  /**
   * Takes no more connections, lets every request that has begun finish, says with each answer that it is the
   * connection's last, and resolves when all are closed. Whatever is left after `graceMs` is cut.
   */
  async stop(server: Server, graceMs: number): Promise<void> {
    this.#isStopping = true;
    for (const { answers } of this.#open.values()) {
      for (const answer of answers) answer.shouldKeepAlive = false;
    }
    const deadline = setTimeout(() => this.#closeAll(), graceMs);
    // Right after the loop has taken what lay ready: what is closed with a request in it is lost.
    const sweep = setInterval(() => setImmediate(() => this.#closeQuiet()), LOOK_WHILE_STOPPING_MS);
    await new Promise((resolve) =>
      setImmediate(() => {
        // An HTTP server's own close() also cuts, at once, every connection that it takes for idle.
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
      answers: new Set(),
      since: performance.now(),
      bytesRead: 0,
      isExtra: false,
    };
    this.#open.set(socket, connection);
    socket.once('close', () => this.#open.delete(socket));
    // Nobody has to go for it before it asks for something, as long as the reserve holds it.
    connection.isExtra = this.#open.size > this.#ordinary;
    if (this.#open.size <= this.#limit) return;
    const others = [...this.#open.values()].filter((other) => other !== connection);
    if (!this.#giveUpOneOf(others)) this.#close(connection);
  }

  /** Returns whether there was one that could be closed. */
  #giveUpOneOf(connections: Connection[]): boolean {
    for (const isThis of GIVEN_UP) {
      const candidates = connections.filter(isThis);
      if (candidates.length === 0) continue;
      this.#close(findOldestOfMost(candidates));
      return true;
    }
    return false;
  }

  #close({ socket }: Connection): void {
    // Now, and not when it is all over: whoever comes next in this turn has to find the room.
    this.#open.delete(socket);
    socket.destroy();
  }

  #closeAll(): void {
    for (const connection of this.#open.values()) this.#close(connection);
  }

  #closeQuiet(): void {
    const before = performance.now() - QUIET_MS;
    for (const connection of this.#open.values()) {
      const { answers, since, bytesRead, socket } = connection;
      if (answers.size === 0 && since < before && socket.bytesRead === bytesRead) this.#close(connection);
    }
  }
}

/** Of the address that has the most of these, the one that has done nothing for longest. */
function findOldestOfMost(connections: Connection[]): Connection {
  const byAddress = Object.values(Object.groupBy(connections, ({ address }) => address)) as Connection[][];
  const most = byAddress.reduce((one, other) => (other.length > one.length ? other : one));
  return most.reduce((one, other) => (other.since < one.since ? other : one));
}

function addressOf(socket: Socket): string {
  return addressKey(socket.remoteAddress ?? '');
}

function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
}
