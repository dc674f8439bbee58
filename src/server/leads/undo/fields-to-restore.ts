import type { Lead } from '~/shared/leads/lead';
import { undoErrors } from '~/shared/strings/lead/errors';
import { AppError } from '../../app-error';
import { conflictAbout, type GivenChanges } from '../conflicts';
import { selectTouchByOthers } from '../history/event-queries';
import { CHANGEABLE } from '../lead-fields';
import type { ActEvent } from './undo-queries';

/**
 * Values that undoing an act restores, without those already restored. If the act has more to undo, a lead reassigned
 * since keeps its owner. All other fields are restored together or not at all, because they depend on each other: a
 * status on its reason, a day on its hour.
 * @throws {AppError} `conflict`, naming the fields that somebody has changed since.
 */
export function pickFieldsToRestore(lead: Lead, act: readonly ActEvent[], user_id: string): GivenChanges {
  const after = act.at(-1)?.id ?? 0;
  // A lead without an email has '', its events NULL.
  const current = (name: keyof GivenChanges) => lead[name] || null;
  const changed = CHANGEABLE.flatMap((name) => {
    const event = act.find(({ type, field }) => type === 'changed' && field === name);
    return event && current(name) !== event.from_value ? [{ name, ...event }] : [];
  });
  const touch = (name: string) =>
    selectTouchByOthers().get({ lead_id: lead.id, after, fields: JSON.stringify([name]), user_id });
  const touched = changed.filter(({ name, to_value }) => current(name) !== to_value || touch(name));
  const isOwnerOnly = touched.length > 0 && touched.every(({ name }) => name === 'owner_id');
  if (touched.length > 0 && !(isOwnerOnly && act.length > 1)) {
    const byOthers = touched.filter(({ name }) => touch(name)).map(({ name }) => name);
    if (byOthers.length === 0) throw new AppError('conflict', { message: undoErrors.later });
    throw conflictAbout(lead, byOthers);
  }
  const due = changed.filter((one) => !touched.includes(one));
  return Object.fromEntries(
    due.map(({ name, from_value }) => [name, from_value ?? (name === 'email' ? '' : null)]),
  ) as GivenChanges;
}
