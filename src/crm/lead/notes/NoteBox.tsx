import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import type { LeadNote } from '~/shared/leads/note';
import { crmStrings } from '~/shared/strings/crm';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { ApiError, showFailureOf } from '../../api-client';
import { Button } from '../../ui/Button';
import { TextareaField } from '../../ui/forms/Field';
import { useDraft } from '../../ui/forms/useDraft';
import { useGrowing } from '../../ui/forms/useGrowing';
import { draftNames } from '../draft-names';
import type { LeadActions } from '../lead-actions';
import { addNote } from './note-api';

const { toasts } = strings;

/** The box for a new note, and the button that saves it. What is typed is kept until it is saved. */
export function NoteBox({
  lead,
  writing,
  panel,
  onAdded,
}: {
  lead: Lead;
  /** Each new number above 0 focuses the box. */
  writing: number;
  panel: LeadActions;
  onAdded: (note: LeadNote) => void;
}) {
  const draft = useDraft(draftNames.note(lead.id));
  const [text, setText] = useState(draft.typed.body ?? '');
  const latest = useRef(text);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);

  useGrowing(box, text);

  useEffect(() => {
    if (writing > 0) box.current?.focus();
  }, [writing]);

  function write(next: string) {
    latest.current = next;
    setText(next);
    draft.keep({ body: next });
  }

  async function save() {
    const sent = text;
    const body = sent.trim();
    if (!body || busy) return;
    setBusy(true);
    try {
      const { note, event_id } = await addNote(lead.id, { body }, draft.keep({ body: sent }));
      draft.drop();
      // Text typed during the request begins the next note.
      const typed = latest.current;
      write(typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed);
      onAdded(note);
      // Not awaited: the next note can be saved meanwhile.
      void panel.noteAdded(lead, event_id);
    } catch (error) {
      explain(error);
    } finally {
      setBusy(false);
    }
  }

  function explain(error: unknown) {
    const { code, asOf } = error instanceof ApiError ? error : { code: 'unexpected', asOf: 0 };
    if (code === 'already_made') {
      // The first press saved a note, but its answer was lost. The story shows what was saved.
      draft.renewKey();
      showFailureOf(toasts.noteAddFailed, error);
      void panel.refresh(lead).catch(() => {});
      return;
    }
    showFailureOf(toasts.noteAddFailed, error, crmStrings.stillHere);
    if (code === 'not_found') panel.showRemoved(lead.id, asOf);
  }

  function saveOnCtrlEnter(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
  }

  return (
    <div className="sheet-foot flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextareaField
          ref={box}
          label={strings.add}
          hideLabel
          placeholder={strings.add}
          rows={1}
          maxLength={5000}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={saveOnCtrlEnter}
          className="note-box"
        />
      </div>
      <Button
        look="primary"
        title={strings.addHint}
        onClick={save}
        disabled={!text.trim()}
        busyLabel={busy && strings.submitting}
        className="rounded-br-none"
      >
        {strings.submit}
      </Button>
    </div>
  );
}
