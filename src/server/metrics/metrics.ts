import { existsSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DELIVERY_KINDS, type DeliveryKind } from '~/shared/deliveries/delivery';
import { freeBytes } from '../../../db/backups/backup';
import { newestBackup } from '../../../db/backups/rotation';
import { walPath } from '../database/connection';
import { getSettings } from '../env';
import { countKind, oldestWaitSeconds } from '../outbox/lines';
import { scheduleState } from '../process/backup-schedule';
import { isSameSecret } from '../secrets/random-tokens';

/** All metrics of this process, in Prometheus' format. */
export const registry = new Registry();

const requests = new Counter({
  name: 'crm_http_requests_total',
  help: 'Pedidos HTTP respondidos.',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
});

const durations = new Histogram({
  name: 'crm_http_request_duration_seconds',
  help: 'Tiempo hasta el final de la respuesta, sin contar los flujos de eventos.',
  labelNames: ['method', 'route'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

/** Makes a counter of results, each of which is shown from the start, and returns what counts one. */
function counterOf<Result extends string>(
  name: string,
  help: string,
  results: readonly Result[],
  labelName = 'result',
): (result: Result) => void {
  const counter = new Counter({ name, help, labelNames: [labelName], registers: [registry] });
  for (const result of results) counter.inc({ [labelName]: result }, 0);
  return (result) => counter.inc({ [labelName]: result });
}

/** Counts an attempt to sign in. */
export const countSignIn = counterOf('crm_sign_ins_total', 'Intentos de inicio de sesión, por resultado.', [
  'succeeded',
  'failed',
]);

/** Counts, after the answer, a link ordered by typing an email. */
export const countOrder = counterOf(
  'crm_mails_ordered_total',
  'Enlaces pedidos al escribir un email, según si salió un correo: sin cuenta no sale ninguno.',
  ['ordered', 'refused'],
);

const DROP_REASONS = ['silenced', 'budget'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Counts a WhatsApp message that was not taken. */
export const countDropped = counterOf(
  'crm_whatsapp_dropped_total',
  'Mensajes de WhatsApp que no se tomaron: de un número silenciado, o más de lo que cabe en un día.',
  DROP_REASONS,
  'reason',
);

/** Counts a part of a WhatsApp webhook by what was done with it. */
export const countPart = counterOf(
  'crm_whatsapp_parts_total',
  'Partes de los webhooks de WhatsApp, según qué se hizo con ellas.',
  ['heard', 'unknown', 'ignored', 'other_number'],
);

/** Counts an answered request. `seconds` is null for a stream, which stays open by design. */
export function countRequest(method: string, route: string, status: number, seconds: number | null): void {
  requests.inc({ method, route, status });
  if (seconds !== null) durations.observe({ method, route }, seconds);
}

/** Registers the gauges of the process and its surroundings, measured at each scrape. */
export function startMetrics(): void {
  collectDefaultMetrics({ register: registry });
  const perKind = (name: string, help: string, count: (kind: DeliveryKind) => number) =>
    gauge(name, help, ['kind'], (measure) => {
      for (const kind of DELIVERY_KINDS) measure(count(kind), { kind });
    });
  perKind('crm_outbox_waiting', 'Entregas que esperan, por tipo; se cuentan hasta 100.000.', (kind) =>
    countKind(kind, 'pending'),
  );
  perKind('crm_outbox_oldest_seconds', 'Edad de la entrega que más espera, por tipo.', oldestWaitSeconds);
  perKind('crm_outbox_parked', 'Entregas que esperan a una persona, por tipo; se cuentan hasta 100.000.', (kind) =>
    countKind(kind, 'failed'),
  );
  gauge('crm_database_bytes', 'Tamaño de la base y de su registro de escritura.', ['file'], (measure) => {
    const { DATABASE_PATH } = getSettings();
    measure(sizeOf(DATABASE_PATH), { file: 'database' });
    measure(sizeOf(walPath()), { file: 'wal' });
  });
  gauge('crm_disk_free_bytes', 'Espacio libre donde está la base.', [], (measure) =>
    measure(freeBytes(dirname(getSettings().DATABASE_PATH))),
  );
  gauge('crm_last_backup_timestamp_seconds', 'Cuándo se hizo el último respaldo; 0 si ninguno.', [], (measure) => {
    const { DATABASE_PATH, BACKUP_DIR } = getSettings();
    measure((newestBackup(DATABASE_PATH, BACKUP_DIR)?.madeAt.getTime() ?? 0) / 1000);
  });
  gauge('crm_backup_period_seconds', 'Cada cuánto se hace un respaldo; 0 si nunca.', [], (measure) =>
    measure(getSettings().BACKUP_EVERY_HOURS * 3600),
  );
  gauge('crm_backup_failed', '1 si el último respaldo que tocaba falló.', [], (measure) =>
    measure(scheduleState().backupFailed ? 1 : 0),
  );
  gauge('crm_backup_disk_free_bytes', 'Espacio libre donde van los respaldos.', [], (measure) => {
    const { BACKUP_DIR } = getSettings();
    if (existsSync(BACKUP_DIR)) measure(freeBytes(BACKUP_DIR));
  });
  gauge('crm_check_problems', 'Problemas que encontró la última revisión diaria de la base.', [], (measure) =>
    measure(scheduleState().problems),
  );
}

type Measure = (value: number, labels?: Record<string, string>) => void;

function gauge(name: string, help: string, labelNames: string[], take: (measure: Measure) => void): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      take((value, labels = {}) => this.set(labels, value));
    },
  });
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Headers proxies add. Behind one, every client looks like loopback. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether this request asks for the metrics and may read them: it comes directly from this machine, or sends
 * METRICS_TOKEN. For all others the address does not exist.
 */
export function asksForMetrics(request: IncomingMessage): boolean {
  const path = request.url?.split('?', 1)[0];
  if (path !== '/metrics' || request.method !== 'GET') return false;
  return isFromThisMachine(request) || isAuthorised(request);
}

/** Answers with every measure. */
export async function answerMetrics(response: ServerResponse): Promise<void> {
  const text = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
  response.end(text);
}

function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  return LOOPBACK.test(socket.remoteAddress ?? '') && !PROXY_HEADERS.some((name) => name in headers);
}

function isAuthorised({ headers: { authorization } }: IncomingMessage): boolean {
  const { METRICS_TOKEN } = getSettings();
  if (!METRICS_TOKEN || !authorization) return false;
  return isSameSecret(authorization, `Bearer ${METRICS_TOKEN}`);
}
