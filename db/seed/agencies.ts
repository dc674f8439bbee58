import { getDb } from '~/server/database/connection';
import { FREE_AGENT_LIMIT } from '~/shared/companies/enums';
import { atOffice, DAY_MS, MINUTE_MS } from './calendar';
import { makeDice } from './dice';
import { makePeople, type Person, plain } from './people';
import { SCRIPTED_LEADS } from './scripted-leads';
import type { SeedLead } from './story-builder';
import { toText, type Written } from './write-leads';

/** Agencies whose people are scripted; the first one's coordinator can sign in. */
const [COSTANERA, ALTOS, NORTE] = SCRIPTED_LEADS.map(({ empresa }) => empresa);
export const FIRST_AGENCY = COSTANERA ?? '';
const KNOWN: Record<string, { plan: string; status: string; agents: number }> = {
  [FIRST_AGENCY]: { plan: 'PRO', status: 'active', agents: 8 },
  [ALTOS ?? '']: { plan: 'FREE', status: 'active', agents: 6 },
  [NORTE ?? '']: { plan: 'FREE', status: 'inactive', agents: 2 },
};
/** Share of won leads with an agency here; the others are still being set up. */
const MADE_PART = 0.45;

type Agency = { name: string; lead: SeedLead; leadId: number; at: number };

export type Coordinator = { companyId: number; name: string; email: string; at: number };

/** Creates won leads' agencies with agents, in the caller's transaction. Returns coordinators: the people who wrote. */
export function insertAgencies(written: Written, admin: { id: string; email: string }, now: number): Coordinator[] {
  const dice = makeDice(21);
  const db = getDb();
  const company = db.prepare(
    'INSERT INTO companies (name, country, plan, status, created_at, lead_id) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const event = db.prepare(
    "INSERT INTO lead_events (lead_id, actor_id, type, to_value, created_at) VALUES (?, ?, 'company_made', ?, ?)",
  );
  const audit = db.prepare(
    `INSERT INTO audit_events (type, actor_id, actor_email, company_id, to_value, created_at)
     VALUES ('company_created', ?, ?, ?, ?, ?)`,
  );
  const makePerson = makePeople();
  return chooseAgencies(written, now).map(({ name, lead, leadId, at }) => {
    const isPaying = lead.plan === 'agente-ia' || lead.plan === 'chat-ia';
    const known = KNOWN[name] ?? {
      plan: isPaying ? 'PRO' : 'FREE',
      status: dice.chance(0.06) ? 'inactive' : 'active',
      agents: isPaying ? dice.whole(3, 9) : dice.whole(1, FREE_AGENT_LIMIT),
    };
    const { lastInsertRowid } = company.run(name, lead.pais, known.plan, known.status, toText(at), leadId);
    event.run(leadId, admin.id, name, toText(at));
    audit.run(admin.id, admin.email, lastInsertRowid, name, toText(at));
    const companyId = Number(lastInsertRowid);
    for (let n = 0; n < known.agents; n++) {
      const from = Math.min(at + dice.between(1, 20) * DAY_MS, now - MINUTE_MS);
      insertAgent(makePerson(dice, lead.pais), companyId, n, from);
    }
    return {
      companyId,
      name: lead.nombre,
      email: `${plain(lead.nombre).replaceAll(' ', '.')}@agencias.example.com`,
      at,
    };
  });
}

/** The known agencies and some of the other won ones, by creation time. */
function chooseAgencies(written: Written, now: number): Agency[] {
  const dice = makeDice(23);
  const names = new Set<string>();
  return [...written]
    .flatMap(([lead, leadId]): Agency[] => {
      const { won_at, empresa: name, client_type } = lead;
      const isChosen = dice.chance(MADE_PART) && client_type !== 'profesional';
      if (won_at === null || !name || names.has(name) || !(isChosen || name in KNOWN)) return [];
      names.add(name);
      return [
        {
          name,
          lead,
          leadId,
          at: atOffice(won_at + dice.between(0.3, 3) * DAY_MS) + dice.between(3, 150) * MINUTE_MS,
        },
      ];
    })
    .filter(({ at }) => at < now - DAY_MS)
    .sort((a, b) => a.at - b.at);
}

function insertAgent(person: Person, companyId: number, place: number, at: number): void {
  getDb()
    .prepare('INSERT INTO agents (name, email, status, company_id, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(
      person.nombre,
      `${plain(person.nombre).replaceAll(' ', '.')}@agencias.example.com`,
      place === 3 ? 'suspended' : 'active',
      companyId,
      toText(at),
    );
}
