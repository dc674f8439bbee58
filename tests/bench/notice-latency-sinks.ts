import { openStream } from '../support/live.ts';
import { startPushService } from '../support/push-service.ts';
import type { TestServer } from '../support/server.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

/** Messages from the bench to a sink. */
export type SinkCommand = { devices: { key: string; count: number } } | { panels: { url: string; cookies: string[] } };

/** Messages from a sink to the bench. Moments are epoch milliseconds. */
export type SinkReport =
  | { address: string }
  | { subscriptions: { endpoint: string; keys: { p256dh: string; auth: string } }[] }
  | { opened: number }
  /** Mail or panels: the last panel has this enquiry, or one reader was mailed about it. */
  | { heard: string; at: number }
  /** A device was notified of this many enquiries. */
  | { device: string; total: number; at: number };

const report = (word: SinkReport) => process.send?.(word);
const now = () => performance.timeOrigin + performance.now();

const roles: Record<string, () => Promise<void>> = {
  async mail() {
    const sink = await startSmtpSink();
    report({ address: sink.url });
    for (let count = 1; ; count++) {
      // Between the bench's rounds none comes for minutes.
      while (sink.received.length < count) await sink.waitForMails(count).catch(() => {});
      const at = now();
      const text = sink.received[count - 1]?.mail.text ?? '';
      for (const [, nombre = ''] of text.matchAll(/^• (Consulta \d+\.)$/gm)) report({ heard: nombre, at });
    }
  },
  async push() {
    const service = await startPushService();
    report({ address: service.origin });
    service.answerWith((response, _count, { endpoint, notification }) => {
      response.writeHead(201).end();
      const total = Number(/^(\d+) consultas/.exec(notification.title)?.[1] ?? 1);
      report({ device: endpoint, total, at: now() });
    });
    process.on('message', (order: SinkCommand) => {
      if (!('devices' in order)) return;
      const { key, count } = order.devices;
      report({ subscriptions: Array.from({ length: count }, () => service.makeDevice(key)) });
    });
  },
  async panels() {
    process.on('message', async (order: SinkCommand) => {
      if (!('panels' in order)) return;
      const { url, cookies } = order.panels;
      const heard = new Map<string, number>();
      const streams = await Promise.all(
        cookies.map((cookie) =>
          openStream({ url } as TestServer, cookie, {
            listen: ({ data }) => {
              for (const [nombre] of data.matchAll(/Consulta \d+\./g)) {
                const count = (heard.get(nombre) ?? 0) + 1;
                heard.set(nombre, count);
                if (count === cookies.length) report({ heard: nombre, at: now() });
              }
            },
          }),
        ),
      );
      report({ opened: streams.filter(({ status }) => status === 200).length });
    });
    report({ address: '' });
  },
};

await roles[process.argv[2] ?? '']?.();
