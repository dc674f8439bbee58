import { type PanelAction, type PanelState, reducePanel } from '~/crm/panel/panel-state';
import { isStale, needsTotal, rowsOf } from '~/crm/panel/panel-view';
import { countNextContact, countOwner, countToDo } from '~/shared/leads/agenda';
import type { LeadCounters } from '~/shared/leads/counters';
import type { LeadStatus } from '~/shared/leads/enums';
import { daysAgo, matchesFilters } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import type { LeadsUpdate } from '~/shared/leads/live';
import { compareLeads, type LeadCursor, sortKeysOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';
import { isWaiting } from '~/shared/leads/waiting';
import { encodeCursor } from '~/shared/paging';

export const NOW = Date.parse('2026-05-10T12:00:00.000Z');
const PAGE = 50;
export const NO_AGENDA = { desde: '2026-05-08', antes: 0, dias: {} };

export function lead(id: number, change: Partial<Lead> = {}): Lead {
  return {
    id,
    nombre: `Persona ${id}`,
    email: `p${id}@x.example.com`,
    whatsapp: null,
    whatsapp_user_id: null,
    pais: null,
    estado: 'nuevo',
    client_type: null,
    source: 'landing',
    mensaje: null,
    empresa: null,
    created_at: new Date(NOW - (10_000 - id) * 60_000).toISOString(),
    first_contacted_at: null,
    awaiting_reply_since: null,
    won_at: null,
    import_id: null,
    greeting: null,
    phone_key: null,
    notes_count: 0,
    attempts: [],
    owner_id: null,
    owner_name: null,
    next_contact_on: null,
    next_contact_at: null,
    plan: null,
    billing: null,
    lost_reason: null,
    tema: null,
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
    referrer: null,
    via: null,
    company_id: null,
    company_name: null,
    duplicates: 0,
    joined: 0,
    last_activity_at: new Date(NOW - (10_000 - id) * 60_000).toISOString(),
    as_of: 0,
    ...change,
  };
}

/** A small model of the server: leads, the latest event id, and its answers. */
export class FakeServer {
  leads = new Map<number, Lead & { isGone: boolean }>();
  event = 0;
  changedIds: number[] = [];

  recordChange(id: number, change: Partial<Lead & { isGone: boolean }>): void {
    const before = this.leads.get(id) ?? { ...lead(id), isGone: false };
    this.leads.set(id, { ...before, ...change });
    this.event++;
    this.changedIds.push(id);
  }

  add(estado: LeadStatus = 'nuevo'): number {
    const id = this.leads.size + 1;
    this.recordChange(id, { estado });
    return id;
  }

  read(id: number): Lead | null {
    const found = this.leads.get(id);
    if (!found || found.isGone) return null;
    const { isGone, ...row } = found;
    return { ...row, as_of: this.event };
  }

  readAll(filters: LeadFilters): Lead[] {
    return [...this.leads.keys()]
      .flatMap((id) => this.read(id) ?? [])
      .filter((row) => matchesFilters(row, filters, NOW))
      .sort(compareLeads(filters));
  }

  readPage(filters: LeadFilters, after: LeadCursor | null) {
    const compare = compareLeads(filters);
    const rest = this.readAll(filters).filter((row) => !after || compare(row, after) > 0);
    const leads = rest.slice(0, PAGE);
    const last = leads.at(-1);
    return {
      leads,
      next_cursor: rest.length > PAGE && last ? encodeCursor(sortKeysOf(last)) : null,
      total: this.readAll(filters).length,
      as_of: this.event,
    };
  }

  count(): LeadCounters {
    const rows = this.readAll({});
    const of = (estado: LeadStatus) => rows.filter((row) => row.estado === estado).length;
    return {
      total: rows.length,
      nuevos_7_dias: rows.filter((row) => row.created_at >= daysAgo(7, NOW)).length,
      contactado: of('contactado'),
      en_seguimiento: of('en_seguimiento'),
      ganado: of('ganado'),
      perdido: of('perdido'),
      sin_contactar: rows.filter(isWaiting).length,
      esperan_respuesta: 0,
      duplicados: 0,
      agenda: rows.reduce((counts, row) => countNextContact(counts, row, 1), NO_AGENDA),
      duenos: rows.reduce((sums, row) => countOwner(sums, row, 1), {}),
      por_hacer: rows.reduce((sums, row) => countToDo(sums, NO_AGENDA.desde, row, 1), {}),
    };
  }

  /** The live update that follows event `after`. */
  updateSince(after: number): LeadsUpdate {
    const ids = [...new Set(this.changedIds.slice(after))];
    const leads = ids.flatMap((id) => this.read(id) ?? []);
    const gone = ids.filter((id) => !this.read(id));
    return { leads, gone, counters: this.count(), as_of: this.event };
  }
}

/** A request in flight, or its answer on the way back. */
type Call = {
  /** The server handles the request. Returns the panel's effects of receiving the answer, and of losing it. */
  reach: () => { answered: () => void; lost: () => void };
  back?: { answered: () => void; lost: () => void };
  leadId?: number;
};

/** A panel in front of that server, over a network that delays, reorders and loses messages. */
export class PanelSimulation {
  world = new FakeServer();
  state: PanelState;
  /** The filters in the URL. */
  filters: LeadFilters = {};
  calls: Call[] = [];
  /** Live updates in flight, in order. */
  stream: LeadsUpdate[] = [];
  receivedUpTo: number;
  sentUpTo: number;
  isConnected = true;
  private last = 0;

  constructor(size: number) {
    for (let n = 0; n < size; n++) this.world.add(n % 3 ? 'nuevo' : 'contactado');
    this.receivedUpTo = this.world.event;
    this.sentUpTo = this.world.event;
    const page = this.world.readPage({}, null);
    const empty: PanelState = {
      request: { id: 0, what: 'list', filters: {} },
      list: null,
      known: new Map(),
      counters: { values: this.world.count(), as_of: this.world.event },
      optimistic: [],
      held: null,
      newestId: 0,
    };
    this.state = reducePanel(empty, { type: 'loaded', id: 0, page, now: NOW });
  }

  do(action: PanelAction): void {
    this.state = reducePanel(this.state, action);
  }

  applyUpdate(update: LeadsUpdate, more: Pick<PanelAction & { type: 'updated' }, 'isLive' | 'changedId'> = {}): void {
    this.do({ type: 'updated', update, now: NOW, ...more });
  }

  requestList(filters: LeadFilters): void {
    const id = ++this.last;
    this.filters = filters;
    this.do({ type: 'requested', request: { id, what: 'list', filters } });
    this.calls.push({
      reach: () => {
        const page = this.world.readPage(filters, null);
        const counters = this.world.count();
        return {
          answered: () => {
            this.applyUpdate({ leads: [], gone: [], counters, as_of: page.as_of });
            this.do({ type: 'loaded', id, page, now: NOW });
          },
          lost: () => this.do({ type: 'failed', id }),
        };
      },
    });
  }

  requestMore(): void {
    const { list, request } = this.state;
    const { filters } = this;
    if (!list?.edge || request || isStale(this.state, filters)) return;
    const id = ++this.last;
    const { edge } = list;
    this.do({ type: 'requested', request: { id, what: 'more', filters } });
    this.calls.push({
      reach: () => {
        const page = this.world.readPage(filters, edge);
        return {
          answered: () => this.do({ type: 'loaded', id, page, now: NOW }),
          lost: () => this.do({ type: 'failed', id }),
        };
      },
    });
  }

  /** Requests the list's total if updates did not include it. */
  requestTotal(): void {
    if (!needsTotal(this.state)) return;
    const { filters } = this;
    this.calls.push({
      reach: () => {
        const total = this.world.readAll(filters).length;
        const as_of = this.world.event;
        return { answered: () => this.do({ type: 'totalled', filters, total, as_of }), lost: () => {} };
      },
    });
  }

  /** A local change to a row; status changes are optimistic. Changes to one lead are sent in sequence. */
  changeRow(at: number, change: Partial<Lead & { isGone: boolean }>): void {
    const rows = rowsOf(this.state);
    // Among the first rows, so that changes often hit the same lead.
    const leadId = rows[(at % 4) % rows.length]?.lead.id;
    if (leadId === undefined) return;
    const optimistic = change.estado && { id: ++this.last, leadId, estado: change.estado };
    if (optimistic) this.do({ type: 'optimistic', change: optimistic });
    const settle = () => optimistic && this.do({ type: 'settled', id: optimistic.id });
    this.calls.push({
      leadId,
      reach: () => {
        if (this.world.read(leadId)) this.world.recordChange(leadId, change);
        const row = this.world.read(leadId);
        const update = { leads: row ? [row] : [], gone: row ? [] : [leadId], as_of: this.world.event };
        return {
          answered: () => {
            this.applyUpdate(update, { changedId: leadId });
            settle();
          },
          lost: settle,
        };
      },
    });
  }

  /** A request arrives at the server. */
  reach(at: number): void {
    const call = this.calls[at % Math.max(1, this.calls.length)];
    if (!call || call.back) return;
    const earlier = this.calls.slice(0, this.calls.indexOf(call));
    if (call.leadId !== undefined && earlier.some(({ leadId }) => leadId === call.leadId)) return;
    call.back = call.reach();
  }

  answer(at: number, isLost = false): void {
    const call = this.calls[at % Math.max(1, this.calls.length)];
    if (!call?.back) return;
    this.calls = this.calls.filter((other) => other !== call);
    if (isLost) call.back.lost();
    else call.back.answered();
  }

  /** The server pushes everything since the last update. */
  pushUpdate(): void {
    if (!this.isConnected || this.world.event === this.sentUpTo) return;
    this.stream.push(this.world.updateSince(this.sentUpTo));
    this.sentUpTo = this.world.event;
  }

  receiveUpdate(): void {
    const update = this.stream.shift();
    if (!update) return;
    this.receivedUpTo = update.as_of;
    this.applyUpdate(update, { isLive: true });
  }

  /** Drops updates in flight; a new connection resumes after the last one received. */
  disconnect(): void {
    this.stream = [];
    this.isConnected = false;
  }

  connect(): void {
    if (this.isConnected) return;
    this.isConnected = true;
    this.sentUpTo = this.receivedUpTo;
  }

  /** Everything arrives, and the pointer leaves the list. */
  settle(): void {
    while (this.calls.length > 0) {
      for (let n = this.calls.length - 1; n >= 0; n--) this.reach(n);
      for (let n = this.calls.length - 1; n >= 0; n--) this.answer(n);
    }
    if (isStale(this.state, this.filters)) {
      this.requestList(this.filters);
      this.reach(0);
      this.answer(0);
    }
    this.connect();
    this.pushUpdate();
    while (this.stream.length > 0) this.receiveUpdate();
    this.requestTotal();
    this.reach(0);
    this.answer(0);
    this.do({ type: 'release' });
  }
}
