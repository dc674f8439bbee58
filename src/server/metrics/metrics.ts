import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DELIVERY_KINDS } from '~/shared/deliveries/delivery';
import { newestBackup } from '../../../db/backups/rotation';
import { logPath } from '../database/connection';
import { getSettings } from '../env';
import { countParked, countWaiting, oldestWaitSeconds } from '../outbox/log/backlog';
import { scheduleState } from '../process/backup-schedule';

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

const signIns = new Counter({
  name: 'crm_sign_ins_total',
  help: 'Intentos de inicio de sesión, por resultado.',
  labelNames: ['result'],
  registers: [registry],
});

const orders = new Counter({
  name: 'crm_mails_ordered_total',
  help: 'Enlaces pedidos al escribir un email, según si salió un correo: sin cuenta no sale ninguno.',
  labelNames: ['result'],
  registers: [registry],
});

const dropped = new Counter({
  name: 'crm_whatsapp_dropped_total',
  help: 'Mensajes de WhatsApp que no se tomaron: de un número silenciado, o más de lo que cabe en un día.',
  labelNames: ['reason'],
  registers: [registry],
});

const DROP_REASONS = ['silenced', 'budget'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Counts a WhatsApp message that was not taken. */
export function countDropped(reason: DropReason): void {
  dropped.inc({ reason });
}

/** Counts an answered request. `seconds` is null for a stream, which stays open by design. */
export function countRequest(method: string, route: string, status: number, seconds: number | null): void {
  requests.inc({ method, route, status });
  if (seconds !== null) durations.observe({ method, route }, seconds);
}

/** Counts an attempt to sign in. */
export function countSignIn(result: 'succeeded' | 'failed'): void {
  signIns.inc({ result });
}

/** Counts, after the answer, a link ordered by typing an email. */
export function countOrder(result: 'ordered' | 'refused'): void {
  orders.inc({ result });
}

/** Registers the gauges of the process and its surroundings, measured at each scrape. */
export function startMetrics(): void {
  for (const result of ['succeeded', 'failed']) signIns.inc({ result }, 0);
  for (const result of ['ordered', 'refused']) orders.inc({ result }, 0);
  for (const reason of DROP_REASONS) dropped.inc({ reason }, 0);
  collectDefaultMetrics({ register: registry });
  gauge(
    'crm_outbox_waiting',
    'Entregas que esperan, por tipo; se cuentan hasta 100.000.',
    ['kind'],
    (measure) => {
      for (const kind of DELIVERY_KINDS) measure(countWaiting(kind), { kind });
    },
  );
  gauge('crm_outbox_oldest_seconds', 'Edad de la entrega que más espera, por tipo.', ['kind'], (measure) => {
    for (const kind of DELIVERY_KINDS) measure(oldestWaitSeconds(kind), { kind });
  });
  gauge(
    'crm_outbox_parked',
    'Entregas que esperan a una persona, por tipo; se cuentan hasta 100.000.',
    ['kind'],
    (measure) => {
      for (const kind of DELIVERY_KINDS) measure(countParked(kind), { kind });
    },
  );
  gauge('crm_database_bytes', 'Tamaño de la base y de su registro de escritura.', ['file'], (measure) => {
    const { DATABASE_PATH } = getSettings();
    measure(sizeOf(DATABASE_PATH), { file: 'database' });
    measure(sizeOf(logPath()), { file: 'wal' });
  });
  gauge('crm_disk_free_bytes', 'Espacio libre donde está la base.', [], (measure) => {
    const { bavail, bsize } = statfsSync(dirname(getSettings().DATABASE_PATH));
    measure(bavail * bsize);
  });
  gauge(
    'crm_last_backup_timestamp_seconds',
    'Cuándo se hizo el último respaldo; 0 si ninguno.',
    [],
    (measure) => {
      const { DATABASE_PATH, BACKUP_DIR } = getSettings();
      measure((newestBackup(DATABASE_PATH, BACKUP_DIR)?.madeAt.getTime() ?? 0) / 1000);
    },
  );
  gauge('crm_backup_period_seconds', 'Cada cuánto se hace un respaldo; 0 si nunca.', [], (measure) =>
    measure(getSettings().BACKUP_EVERY_HOURS * 3600),
  );
  gauge('crm_backup_failed', '1 si el último respaldo que tocaba falló.', [], (measure) =>
    measure(scheduleState().backupFailed ? 1 : 0),
  );
  gauge('crm_backup_disk_free_bytes', 'Espacio libre donde van los respaldos.', [], (measure) => {
    const { BACKUP_DIR } = getSettings();
    if (!existsSync(BACKUP_DIR)) return;
    const { bavail, bsize } = statfsSync(BACKUP_DIR);
    measure(bavail * bsize);
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

const parts = new Counter({
  name: 'crm_whatsapp_parts_total',
  help: 'Partes de los webhooks de WhatsApp, según qué se hizo con ellas.',
  labelNames: ['result'],
  registers: [registry],
});

const RESULTS = {
  heard: 'heard',
  unknown: 'unknown',
  nothing: 'ignored',
  'other number': 'other_number',
} as const;
for (const result of Object.values(RESULTS)) parts.inc({ result }, 0);

/** Counts a part that was worked on: heard, kept as unknown, saying nothing, or of another number. */
export function countParts(result: keyof typeof RESULTS): void {
  parts.inc({ result: RESULTS[result] });
}
