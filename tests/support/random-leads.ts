import fc from 'fast-check';
import { CLIENT_TYPES, LEAD_COUNTRIES, LEAD_STATUSES, LOST_REASONS } from '~/shared/leads/enums';
import { BILLINGS } from '~/shared/leads/plans';
import { withDatabase } from './database';
import { SEED } from './seed';
import type { TestServer } from './server';

const MINUTE_MS = 60_000;

type Span = { first: string; last: string };

/** Plausibly worked leads; a failing test names the seed. */
function makeRandomLeads(count: number, { first, last }: Span, owners: string[]) {
  const work = fc.record({
    came: fc.integer({ min: Date.parse(first), max: Date.parse(last) }),
    nombre: fc.constantFrom('Ana Ruiz', 'Bruno Sosa', 'Juana Paz'),
    pais: fc.option(fc.constantFrom(...LEAD_COUNTRIES)),
    client_type: fc.option(fc.constantFrom(...CLIENT_TYPES)),
    source: fc.constantFrom('landing', 'crm_manual', 'feria'),
    owner_id: fc.option(fc.constantFrom(...owners)),
    plan: fc.option(fc.constantFrom('chat-ia', 'agente-ia', 'no-se-vende-mas')),
    billing: fc.option(fc.constantFrom(...BILLINGS)),
    lost_reason: fc.option(fc.constantFrom(...LOST_REASONS)),
    // Includes the exact limits.
    answered: fc.option(
      fc.oneof(
        fc.constantFrom(5, 60).map((minutes) => minutes * MINUTE_MS),
        fc.integer({ min: 0, max: 90 * MINUTE_MS }),
        fc.integer({ min: 0, max: 9 * 24 * 60 * MINUTE_MS }),
      ),
    ),
    steps: fc.array(fc.tuple(fc.constantFrom(...LEAD_STATUSES), fc.integer({ min: 0, max: 3 * 24 * 60 * MINUTE_MS })), {
      maxLength: 4,
    }),
    next_contact_on: fc.option(fc.constantFrom('2025-11-01', '2099-01-01')),
    import_id: fc.constantFrom(null, null, null, null, 1),
    isDeleted: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  });
  return fc.sample(work, { numRuns: count, seed: SEED });
}

/** Inserts made-up leads of a period with their status history. */
export function fillWithRandomLeads(server: TestServer, count: number, span: Span, owners: string[]): void {
  const at = (moment: number) => new Date(moment).toISOString();
  withDatabase(server, (db) => {
    const insert = db.prepare(
      `INSERT INTO leads (nombre, email, email_key, pais, client_type, source, estado, owner_id, plan, billing, lost_reason,
                          next_contact_on, created_at, first_contacted_at, last_activity_at, deleted_at,
                          import_id)
       VALUES (:nombre, 'a@x.example.com', 'a@x.example.com', :pais, :client_type, :source, :estado, :owner_id, :plan,
               :billing, :lost_reason, :next_contact_on, :created_at, :first_contacted_at, :created_at, :deleted_at, :import_id)`,
    );
    const insertEvent = db.prepare(
      `INSERT INTO lead_events (lead_id, type, field, from_value, to_value, created_at)
       VALUES (?, 'changed', 'estado', ?, ?, ?)`,
    );
    db.transaction(() => {
      for (const { came, answered, steps, isDeleted, ...lead } of makeRandomLeads(count, span, owners)) {
        const estado = steps.at(-1)?.[0] ?? 'nuevo';
        const { lastInsertRowid } = insert.run({
          ...lead,
          estado,
          billing: lead.plan && lead.billing,
          lost_reason: estado === 'perdido' ? lead.lost_reason : null,
          created_at: at(came),
          first_contacted_at: answered === null ? null : at(came + answered),
          deleted_at: isDeleted ? at(came + MINUTE_MS) : null,
        });
        let [before, moment]: [string, number] = ['nuevo', came];
        for (const [status, later] of steps) {
          moment += later;
          insertEvent.run(lastInsertRowid, before, status, at(moment));
          before = status;
        }
      }
    })();
  });
}
