import { useEffect, useRef, useState } from 'react';
import type { Lead, LeadDeletion } from '~/shared/leads/lead';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { joinStrings } from '~/shared/strings/lead/join';
import { noteStrings } from '~/shared/strings/lead/notes';
import { trashStrings as trash } from '~/shared/strings/trash';
import { ActionButton } from '../ui/ActionButton';
import { Button } from '../ui/Button';
import { findDrafts } from '../ui/drafts/drafts';
import { TextareaField } from '../ui/forms/Field';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { copyText } from '../ui/reading/copy-text';
import { draftNames } from './draft-names';
import { fetchDeletion, fetchLead } from './lead-api';
import { useOpenLead } from './open-lead';

/**
 * Replaces an open lead that was deleted: who did it, a restore button, and unsaved notes. For a joined lead, a button
 * to open the one it went into.
 */
export function GoneLead() {
  const { lead, mutations, actions } = useOpenLead();
  /** The lead it was joined into. */
  const [stays, setStays] = useState<Lead | null>(null);
  const [deletion, setDeletion] = useState<LeadDeletion | null>(null);
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
        <Button look="primary" onClick={() => actions.onOpen(stays.id)} className="justify-self-start">
          {joinStrings.openOf(stays.nombre)}
        </Button>
      )}
      {deletion && (
        <ActionButton
          look="primary"
          onClick={() => mutations.restore(lead.id)}
          busyLabel={trash.restoring}
          className="justify-self-start"
        >
          <Icon name="undo" className="size-4.5" />
          {trash.restore}
        </ActionButton>
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

/** The unsaved note of a lead that is gone, to copy. `canReturn`: the lead can be restored, and the note saved. */
function UnsavedNote({ text, canReturn }: { text: string; canReturn: boolean }) {
  const box = useRef<HTMLTextAreaElement>(null);

  return (
    <div className="grid gap-2">
      <TextareaField
        ref={box}
        label={noteStrings.unsaved}
        hint={canReturn ? noteStrings.unsavedHint : noteStrings.lostHint}
        rows={4}
        readOnly
        value={text}
      />
      <Button
        onClick={() => copyText(text, noteStrings.copied, () => box.current?.select())}
        className="justify-self-end"
      >
        {noteStrings.copy}
      </Button>
    </div>
  );
}
