import { setImmediate } from 'node:timers/promises';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import { ME, NONE } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import { leadFiltersSchema } from '~/shared/leads/filter-schema';
import { hasValidOrder, type LeadFilters, resolveFilters } from '~/shared/leads/filters';
import { foldText } from '~/shared/leads/search';
import { type CreateView, MAX_VIEWS, type SavedView, type UpdateView } from '~/shared/leads/views';
import { leadStrings } from '~/shared/strings/leads';
import { viewErrors } from '~/shared/strings/panel/views';
import { AppError, errorAt, requireFound } from '../app-error';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { countListed } from '../leads/list/lead-counts';
import { canOwnLeads } from '../leads/owners/owners';

type ViewRow = {
  id: number;
  author_id: string | null;
  author_name: string | null;
  name: string;
  query: string;
  shared: 0 | 1;
  position: number;
};

const VIEW = `SELECT saved_views.id, author_id, profiles.name AS author_name, saved_views.name, query, shared, position
  FROM saved_views LEFT JOIN profiles ON profiles.id = author_id`;

/** A person's unshared views, in their order. */
const selectOwnViews = query<[{ author_id: string | null }], ViewRow>(
  `${VIEW} WHERE author_id = :author_id AND shared = 0 ORDER BY position, saved_views.id`,
);

const selectSharedViews = query<[], ViewRow>(`${VIEW} WHERE shared = 1 ORDER BY position, saved_views.id`);

/** One's own views, then the shared ones, in order; without counts. */
function listViews(user: SessionUser): SavedView[] {
  return [...selectOwnViews().all({ author_id: user.id }), ...selectSharedViews().all()].map((row) =>
    showView(row, user),
  );
}

type Opened = { filters: LeadFilters; opens: string; problem: string | null };

/** Also of somebody who left. */
const selectName = query<[{ id: string }], { name: string }>('SELECT name FROM profiles WHERE id = :id');

/** What is still valid in a saved query, and a sentence about the rest: filters get removed, and people leave. */
function openView(saved: string): Opened {
  const filters: Record<string, string> = {};
  const gone: string[] = [];
  for (const [name, value] of new URLSearchParams(saved)) {
    const isKnown = leadFiltersSchema.safeParse({ [name]: value }).success;
    if (isKnown) filters[name] = value;
    else gone.push(name);
  }
  const { owner } = filters;
  const left = owner && owner !== ME && owner !== NONE && !canOwnLeads(owner) ? owner : undefined;
  if (left) delete filters.owner;
  if (!hasValidOrder(filters as LeadFilters)) delete filters.orden;
  const problems = [
    ...(gone.length > 0 ? [viewErrors.filtersGone(gone.join(', '))] : []),
    ...(left ? [viewErrors.ownerGone(selectName().get({ id: left })?.name ?? viewErrors.someone)] : []),
  ];
  const kept = filters as LeadFilters;
  return { filters: kept, opens: toQuery(kept), problem: problems.join(' ') || null };
}

/**
 * Likewise, each with its number of leads by the day in a time zone. Other requests are answered between two views.
 * Stops early, leaving the rest uncounted, after `patienceMs` or when `signal` says nobody waits for the answer.
 */
export async function countViews(
  user: SessionUser,
  zone: string,
  { signal, patienceMs = Infinity }: { signal?: AbortSignal; patienceMs?: number } = {},
): Promise<SavedView[]> {
  const views = listViews(user);
  const startedAt = performance.now();
  for (const view of views) {
    if (signal?.aborted || performance.now() - startedAt > patienceMs) break;
    await setImmediate();
    const filters = resolveFilters(openView(view.query).filters, { userId: user.id, zone });
    view.total = await countListed(filters, { signal });
  }
  return views;
}

type NewView = Pick<ViewRow, 'author_id' | 'name' | 'query' | 'shared' | 'position'> & { created_at: string };

const insertView = query<[NewView], { id: number }>(
  `INSERT INTO saved_views (author_id, name, query, shared, position, created_at)
   VALUES (:author_id, :name, :query, :shared, :position, :created_at) RETURNING id`,
);

/** Saves a list under a name, once. Throws AppError `invalid` if the name is taken or there are too many views. */
export function createView({ name, query, shared = false }: CreateView, user: SessionUser): Promise<SavedView> {
  return inSharedTransaction(() => {
    const same = groupOf(shared, user.id).find((row) => row.name === name && row.query === query);
    if (same && same.author_id === user.id) return showView(same, user);
    requireRoom(shared, user.id);
    requireFreeName(name, { shared, author_id: user.id });
    const author_id = user.id;
    const created_at = new Date().toISOString();
    const made = { author_id, name, query, shared: shared ? 1 : 0, position: 0, created_at } as const;
    const { id } = requireFound(insertView().get(made));
    putAt(id, MAX_VIEWS, shared, author_id);
    return findView(id, user);
  });
}

const updateView = query<[Omit<ViewRow, 'author_name' | 'position'>]>(
  `UPDATE saved_views SET author_id = :author_id, name = :name, query = :query, shared = :shared
   WHERE id = :id`,
);

/**
 * Changes a view. An orphaned one passes to the administrator who unshares it.
 * @throws {AppError} `not_found`; `forbidden` for a shared one of somebody else; `invalid` as createView does.
 */
export function changeView(id: number, change: UpdateView, user: SessionUser): Promise<SavedView> {
  return inSharedTransaction(() => {
    const before = requireOwn(id, user);
    const { name = before.name, query = before.query, shared = before.shared === 1 } = change;
    const author_id = before.author_id ?? (shared ? null : user.id);
    const isMoving = shared !== (before.shared === 1);
    if (isMoving) requireRoom(shared, author_id);
    if (isMoving || name !== before.name) requireFreeName(name, { id, shared, author_id });
    updateView().run({ id, author_id, name, query, shared: shared ? 1 : 0 });
    const position = change.position ?? (isMoving ? MAX_VIEWS : undefined);
    if (position !== undefined) putAt(id, position, shared, author_id);
    return findView(id, user);
  });
}

const deleteViewRow = query<[{ id: number }]>('DELETE FROM saved_views WHERE id = :id');

/** @throws {AppError} `not_found`, `forbidden` as changeView does. */
export function deleteView(id: number, user: SessionUser): Promise<void> {
  return inSharedTransaction(() => {
    requireOwn(id, user);
    deleteViewRow().run({ id });
  });
}

function groupOf(shared: boolean, author_id: string | null): ViewRow[] {
  return shared ? selectSharedViews().all() : selectOwnViews().all({ author_id });
}

const selectView = query<[{ id: number }], ViewRow>(`${VIEW} WHERE saved_views.id = :id`);

/** A view the user may change. Others' private views do not exist for them. */
function requireOwn(id: number, user: SessionUser): ViewRow {
  const row = selectView().get({ id });
  if (!row || (row.shared === 0 && row.author_id !== user.id)) throw new AppError('not_found');
  if (!mayChange(row, user)) throw new AppError('forbidden', { message: viewErrors.othersView });
  return row;
}

function mayChange({ author_id }: ViewRow, user: SessionUser): boolean {
  return author_id === user.id || isAdmin(user);
}

function requireRoom(shared: boolean, author_id: string | null): void {
  if (groupOf(shared, author_id).length < MAX_VIEWS) return;
  const message = (shared ? viewErrors.tooManyShared : viewErrors.tooMany)(MAX_VIEWS);
  throw new AppError('invalid', { message });
}

/** Views seen side by side have different names, whatever their case and accents. */
function requireFreeName(name: string, of: { id?: number; shared: boolean; author_id: string | null }): void {
  const { title, proximos, ...own } = leadStrings.views;
  const seen = [...groupOf(false, of.author_id), ...selectSharedViews().all()].filter(({ id }) => id !== of.id);
  const taken = [...Object.values(own), ...seen.map((row) => row.name)];
  const same = taken.find((other) => foldText(other) === foldText(name));
  if (!same) return;
  throw errorAt('name', viewErrors.nameTaken(same));
}

const updatePosition = query<[{ id: number; position: number }]>(
  'UPDATE saved_views SET position = :position WHERE id = :id',
);

/** Moves a view to a place in its group; the others make room. */
function putAt(id: number, position: number, shared: boolean, author_id: string | null): void {
  const ids = groupOf(shared, author_id).map((row) => row.id);
  const others = ids.filter((other) => other !== id);
  others.splice(position, 0, id);
  for (const [at, other] of others.entries()) updatePosition().run({ id: other, position: at });
}

function findView(id: number, user: SessionUser): SavedView {
  return showView(requireFound(selectView().get({ id })), user);
}

function showView(row: ViewRow, user: SessionUser): SavedView {
  const { opens, problem } = openView(row.query);
  const { id, name, query, author_id, author_name } = row;
  return {
    id,
    name,
    query,
    shared: row.shared === 1,
    author_id,
    author_name,
    may_change: mayChange(row, user),
    opens,
    problem,
    total: null,
  };
}
