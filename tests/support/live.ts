import type { LiveUpdate } from '~/shared/leads/live';
import type { TestServer } from './server';
import { Waiting, whenAwaited, within } from './within.ts';

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
  ended: PromiseLike<'ended' | 'cut'>;
  close: () => void;
};

/** Opens the event stream as a browser's EventSource does. */
export async function openStream(
  server: TestServer,
  cookie: string,
  { after, lastEventId, listen }: { after?: number; lastEventId?: string; listen?: (message: Message) => void } = {},
): Promise<LiveStream> {
  const abort = new AbortController();
  const opening = fetch(`${server.url}/api/leads/stream${after === undefined ? '' : `?after=${after}`}`, {
    headers: {
      cookie,
      accept: 'text/event-stream',
      'accept-encoding': 'gzip, br',
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
    signal: abort.signal,
  });
  const response = await within(opening, () => 'the stream to open');
  const messages: Message[] = [];
  const waiting = new Waiting();

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
      waiting.look();
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
      waiting.look();
      return how;
    });

  const heard = () => `what it told last was ${JSON.stringify(messages.slice(-10))}`;
  function waitFor(matches: (message: Message) => boolean): Promise<Message> {
    return waiting.until(
      () => {
        const found = messages.find(matches);
        if (!found && end) throw new Error(`the stream ${end}; ${heard()}`);
        return found;
      },
      () => `a message of the stream; ${heard()}`,
    );
  }

  return {
    status: response.status,
    headers: response.headers,
    messages,
    waitFor,
    hears: async (as_of) =>
      JSON.parse((await waitFor(({ event, id }) => event === 'leads' && Number(id) >= as_of)).data) as LiveUpdate,
    ended: whenAwaited(ended, () => `the stream's end; ${heard()}`),
    close: () => abort.abort(),
  };
}
