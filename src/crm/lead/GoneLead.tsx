import { useEffect, useState } from 'react';
import type { Lead, LeadDeletion } from '~/shared/leads/lead';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { joinStrings } from '~/shared/strings/lead/join';
import { trashStrings as trash } from '~/shared/strings/trash';
import { Button } from '../ui/Button';
import { findDrafts } from '../ui/forms/drafts';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { fetchDeletion } from './dialog-api';
import { draftNames } from './draft-names';
import type { LeadActions } from './lead-actions';
import { fetchLead } from './lead-api';
import { UnsavedNote } from './notes/UnsavedNote';

/**
 * Replaces an open lead that was deleted: who did it, a restore button, and unsaved notes. For a joined lead, a button
 * to open the one it went into.
 */
export function GoneLead({
  lead,
  panel,
  onOpen,
}: {
  lead: Lead;
  panel: LeadActions;
  onOpen: (id: number) => void;
}) {
  /** The lead it was joined into. */
  const [stays, setStays] = useState<Lead | null>(null);
  const [deletion, setDeletion] = useState<LeadDeletion | null>(null);
  const [busy, setBusy] = useState(false);
  const [texts] = useState(() => findDrafts(draftNames.note(lead.id)).flatMap(({ body }) => body ?? []));

  useEffect(() => {
    let isCurrent = true;
    // If it is not in the trash, or the read fails, there is no restore button.
    fetchDeletion(lead.id)
      .then((found) => isCurrent && setDeletion(found))
      .catch(() => fetchLead(lead.id).then((found) => isCurrent && found.id !== lead.id && setStays(found)))
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [lead.id]);

  async function restore() {
    setBusy(true);
    await panel.restore(lead.id);
    setBusy(false);
  }

  return (
    <div className="grid gap-5">
      <div role="alert" className="flex gap-2 rounded-lg bg-honey-mist px-4 py-3 text-honey-dark">
        <Icon name="warning" />
        <p>
          {stays ? joinStrings.goneInto(stays.nombre) : describeGone(deletion)}
          {deletion && (
            <>
              {' '}
              <LocalTime at={deletion.deleted_at} className="whitespace-nowrap" />
            </>
          )}
        </p>
      </div>
      {stays && (
        <Button look="primary" onClick={() => onOpen(stays.id)} className="justify-self-start">
          {joinStrings.openOf(stays.nombre)}
        </Button>
      )}
      {deletion && (
        <Button
          look="primary"
          onClick={restore}
          busyLabel={busy && trash.restoring}
          className="justify-self-start"
        >
          <Icon name="undo" className="size-4.5" />
          {trash.restore}
        </Button>
      )}
      {texts.map((text) => (
        <UnsavedNote key={text} text={text} canReturn={deletion !== null} />
      ))}
    </div>
  );
}

function describeGone(deletion: LeadDeletion | null): string {
  return deletion?.deleted_by ? dialog.goneBy(deletion.deleted_by) : dialog.gone;
}
