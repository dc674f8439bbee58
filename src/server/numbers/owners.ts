import { CALL_OUTCOMES, NONE } from '~/shared/leads/enums';
import { arrivalRange } from '~/shared/leads/filters';
import type { OwnerSlice, Report } from '~/shared/numbers/report';
import type { ReportRequest } from '~/shared/numbers/schema';
import { selectCalls, selectContacts } from './report-queries';
import { type Counter, listed, namerOf } from './slices';
import { type Tally, WON } from './tally';
import { type InPlay, ownerKey } from './won-and-open';

/** What each person had and did. */
export function describeOwners(
  { by, durationsOf }: Tally,
  {
    overdue,
    inPlay,
    request: { period, tz, owner },
    count,
  }: { overdue: Map<string, number>; inPlay: InPlay; request: ReportRequest; count: Counter },
): OwnerSlice[] {
  const { since = '', until = '' } = arrivalRange({ ...period, tz });
  const contacts = new Map(
    selectContacts()
      .all({ since, until })
      .map(({ actor, total }) => [actor, total]),
  );
  const keys = [...by.owner.keys().map((id) => id ?? ''), ...overdue.keys(), ...inPlay.owners.keys()];
  const ids = [...new Set([...keys, ...contacts.keys()])]
    .filter((key) => owner === undefined || key === ownerKey(owner))
    .map((key) => key || null);
  const nameOf = namerOf('owner', ids);
  return ids
    .map((id) => {
      const [group, only, key] = [by.owner.get(id), { owner: id ?? NONE }, id ?? ''];
      return {
        owner_id: id,
        name: nameOf(id),
        had: count(group?.total, only),
        contacted: count(group?.contacted, { ...only, answered: 'ever' }),
        won: count(group?.standing(WON), { ...only, estado: 'ganado' }),
        median_minutes: durationsOf.get(id)?.at(1 / 2) ?? null,
        overdue: listed(overdue.get(key) ?? 0, { agenda: 'vencidos', ...only, tz }),
        waiting: listed(inPlay.owners.get(key)?.waiting ?? 0, { contacto: 'pendiente', ...only }),
        contacts: id === null ? null : (contacts.get(id) ?? 0),
      };
    })
    .sort((one, other) => other.had.total - one.had.total || (one.name < other.name ? -1 : 1));
}

/** Outcomes of calls to the period's leads, in all and per owner. */
export function describeCalls({ period, tz, owner: only }: ReportRequest, count: Counter): Report['calls'] {
  const { since = '', until = '' } = arrivalRange({ ...period, tz });
  const rows = selectCalls().all({ since, until, owner: ownerKey(only) ?? null });
  const countEach = (owner?: string) => {
    const ofOwner = rows.filter((row) => owner === undefined || row.owner === owner);
    const each = CALL_OUTCOMES.map((call) => {
      const total = ofOwner.reduce((sum, row) => sum + (row.outcome === call ? row.total : 0), 0);
      return [call, count(total, { call, ...(owner !== undefined && { owner: owner || NONE }) })] as const;
    });
    return Object.fromEntries(each) as Omit<Report['calls'], 'by_owner'>;
  };
  const ids = [...new Set(rows.map(({ owner }) => owner))];
  const nameOf = namerOf(
    'owner',
    ids.map((id) => id || null),
  );
  const by_owner = ids
    .map((id) => ({ owner_id: id || null, name: nameOf(id || null), ...countEach(id) }))
    .sort((a, b) => b.answered.total - a.answered.total || (a.name < b.name ? -1 : 1));
  return { ...countEach(), by_owner };
}
