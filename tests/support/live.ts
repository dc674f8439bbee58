import type { LiveUpdate } from '~/shared/leads/live';
import type { TestServer } from './server';

type Message = { id: string; event: string; data: string };

/** An open panel's stream of live updates. */
export type LiveStream = {
  status: number;
  headers: Headers;
  messages: Message[];
  /** Resolves with the first match, past or future; rejects with what came if the stream ends without one. */
  waitFor: (matches: (message: Message) => boolean) => Promise<Message>;
  /** Resolves once the panel was told of this event. */
  hears: (as_of: number) => Promise<LiveUpdate>;
  /** Resolves when the stream ends: closed by the server, or cut. */
  ended: Promise<'ended' | 'cut'>;
  close: () => void;
};

/** Opens the event stream as a browser's EventSource does. */
export async function openStream(
  server: TestServer,
  cookie: string,
  { after, lastEventId, listen }: { after?: number; lastEventId?: string; listen?: (message: Message) => void } = {},
): Promise<LiveStream> {
  const abort = new AbortController();
  const response = await fetch(`${server.url}/api/leads/stream${after === undefined ? '' : `?after=${after}`}`, {
    headers: {
      cookie,
      accept: 'text/event-stream',
      'accept-encoding': 'gzip, br',
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
    signal: abort.signal,
  });
  const messages: Message[] = [];
  const listeners = new Set<() => void>();

  async function read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
        if (!fields.event) continue;
        const message = { id: fields.id ?? '', event: fields.event, data: fields.data ?? '' };
        // A listener on thousands of streams must not accumulate messages.
        if (listen) listen(message);
        else messages.push(message);
      }
      for (const listener of listeners) listener();
    }
  }
  let end: 'ended' | 'cut' | undefined;
  const ended = read()
    .then(
      () => 'ended' as const,
      () => 'cut' as const,
    )
    .then((how) => {
      end = how;
      for (const listener of listeners) listener();
      return how;
    });

  function waitFor(matches: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = messages.find(matches);
        if (!found && !end) return;
        listeners.delete(check);
        if (found) resolve(found);
        else reject(new Error(`the stream ${end} after ${JSON.stringify(messages)}`));
      };
      listeners.add(check);
      check();
    });
  }

  return {
    status: response.status,
    headers: response.headers,
    messages,
    waitFor,
    hears: async (as_of) =>
      JSON.parse((await waitFor(({ event, id }) => event === 'leads' && Number(id) >= as_of)).data) as LiveUpdate,
    ended,
    close: () => abort.abort(),
  };
}
