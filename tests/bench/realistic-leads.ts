import type { Database } from 'better-sqlite3';
import { fillWithLeads, insertAuthor } from '../support/fill-leads.ts';

const OWNERS = 12;

/**
 * Fills a migrated database with `count` leads as a team of twelve leaves them after two years: nine sources, five
 * plans, two notes and some six events each, reasons of losses, one in fifty deleted. A list's cost depends on what few
 * leads share, which uniform made-up data hides.
 */
export function fillRealistically(path: string, count: number): void {
  fillWithLeads(path, count, { work: simulateTwoYears });
}

/** Numbers from 0 to 99 derived from a lead's id, one per question (multipliers from Knuth, TAOCP vol. 2, 3.3.4). */
const draw = (multiplier: number) => `(((id * ${multiplier}) >> 7) % 100)`;

function simulateTwoYears(db: Database): void {
  db.exec('CREATE TEMP TABLE owners (n INTEGER PRIMARY KEY, user_id TEXT)');
  const addOwner = db.prepare('INSERT INTO owners VALUES (?, ?)');
  for (let n = 0; n < OWNERS; n++) addOwner.run(n, insertAuthor(db));
  db.exec(`
    -- The first of the team have several times the leads of the last.
    UPDATE leads SET
      owner_id = CASE WHEN ${draw(1_566_083_941)} < 82
        THEN (SELECT user_id FROM owners WHERE n = ${draw(1_664_525)} * ${draw(1_664_525)} * ${OWNERS} / 10000) END,
      source = CASE
        WHEN ${draw(69_069)} < 58 THEN 'landing' WHEN ${draw(69_069)} < 72 THEN 'whatsapp'
        WHEN ${draw(69_069)} < 82 THEN 'crm_manual' WHEN ${draw(69_069)} < 88 THEN 'import'
        WHEN ${draw(69_069)} < 92 THEN 'api' WHEN ${draw(69_069)} < 95 THEN 'feria'
        WHEN ${draw(69_069)} < 97 THEN 'referido' WHEN ${draw(69_069)} < 99 THEN 'instagram' ELSE 'telefono' END,
      plan = CASE
        WHEN ${draw(1_812_433_253)} < 45 THEN NULL WHEN ${draw(1_812_433_253)} < 68 THEN 'agente-inicial'
        WHEN ${draw(1_812_433_253)} < 83 THEN 'chatbot-clasico' WHEN ${draw(1_812_433_253)} < 94 THEN 'chat-ia'
        WHEN ${draw(1_812_433_253)} < 99 THEN 'agente-ia' ELSE 'a-medida' END,
      lost_reason = CASE WHEN estado = 'perdido' THEN coalesce(lost_reason, 'no_responde') END;
    -- Most are answered within the hour, one in six on another day.
    UPDATE leads SET first_contacted_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at,
        (CASE WHEN ${draw(134_775_813)} < 84 THEN 2 + ${draw(1_103_515_245)} ELSE 60 * ${draw(1_103_515_245)} END) || ' minutes')
      WHERE first_contacted_at IS NOT NULL;
    INSERT INTO lead_events (lead_id, type, to_value, created_at) SELECT id, 'created', source, created_at FROM leads;
    INSERT INTO lead_events (lead_id, actor_id, type, field, to_value, created_at)
      SELECT id, owner_id, 'changed', 'owner_id', owner_id, created_at FROM leads WHERE owner_id IS NOT NULL;
    INSERT INTO lead_events (lead_id, actor_id, type, field, from_value, to_value, created_at)
      SELECT id, owner_id, 'changed', 'estado', 'nuevo', 'contactado', first_contacted_at
      FROM leads WHERE estado <> 'nuevo' AND first_contacted_at IS NOT NULL;
    INSERT INTO lead_events (lead_id, actor_id, type, field, from_value, to_value, created_at)
      SELECT id, owner_id, 'changed', 'estado', 'contactado', 'en_seguimiento',
        strftime('%Y-%m-%dT%H:%M:%fZ', first_contacted_at, ${draw(22_695_477)} || ' hours')
      FROM leads WHERE estado IN ('en_seguimiento', 'ganado', 'perdido') AND first_contacted_at IS NOT NULL;
    INSERT INTO lead_events (lead_id, actor_id, type, field, from_value, to_value, created_at)
      SELECT id, owner_id, 'changed', 'estado', 'en_seguimiento', estado,
        strftime('%Y-%m-%dT%H:%M:%fZ', first_contacted_at, (100 + 3 * ${draw(214_013)}) || ' hours')
      FROM leads WHERE estado IN ('ganado', 'perdido') AND first_contacted_at IS NOT NULL;
    INSERT INTO lead_events (lead_id, actor_id, type, to_value, created_at)
      SELECT lead_id, author_id, 'note_added', id, created_at FROM lead_notes;
    UPDATE leads SET deleted_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', -(id % 20) || ' days') WHERE id % 50 = 7;
    INSERT INTO lead_events (lead_id, type, created_at) SELECT id, 'deleted', deleted_at FROM leads WHERE deleted_at IS NOT NULL;
    CREATE INDEX temporary_steps ON lead_events (lead_id, created_at, id);
    -- As the trigger on lead_events would have written it one by one.
    UPDATE leads SET won_at = (
      SELECT max(created_at) FROM lead_events WHERE lead_id = leads.id AND field = 'estado' AND to_value = 'ganado'
    ) WHERE estado = 'ganado';
    DROP INDEX temporary_steps;
  `);
}
