import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { Lead } from '~/shared/leads/lead';
import { crmStrings } from '~/shared/strings/crm';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { ApiError, showFailure, showFailureOf } from '../../api-client';
import { Button } from '../../ui/Button';
import { TextareaField } from '../../ui/forms/Field';
import { useDraft } from '../../ui/forms/useDraft';
import { useGrowing } from '../../ui/forms/useGrowing';
import { LoadFailed } from '../../ui/reading/LoadFailed';
import { useReading } from '../../ui/reading/useReading';
import { Loading } from '../../ui/Spinner';
import { showToast } from '../../ui/toasts/toasts';
import { draftNames } from '../draft-names';
import { $asking } from '../follow-up/asking';
import { NextContactQuestion } from '../follow-up/NextContactQuestion';
import type { LeadActions } from '../lead-actions';
import { FirstMessage } from './FirstMessage';
import { NoteItem } from './NoteItem';
import { addNote, fetchNotes } from './note-api';

const { toasts } = strings;

/** A lead's notes: the message that it came with, the notes, newest first, and at the bottom the box for a new one. */
export function LeadNotes({
  lead,
  user,
  today,
  writing,
  panel,
}: {
  lead: Lead;
  user: SessionUser;
  today: string;
  /** Each new number above 0 moves the focus to the box. */
  writing: number;
  panel: LeadActions;
}) {
  const reading = useReading(() => fetchNotes(lead.id), `${lead.id} ${lead.as_of}`, toasts.notesLoadFailed);
  const { value: notes, setValue: setNotes } = reading;
  const draft = useDraft(draftNames.note(lead.id));
  const [text, setText] = useState(draft.typed.body ?? '');
  const latest = useRef(text);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const isAsked = useStore($asking) === lead.id;

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
      const note = await addNote(lead.id, { body }, draft.keep({ body: sent }));
      draft.drop();
      // What was typed while the request was under way is the beginning of the next note.
      const typed = latest.current;
      write(typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed);
      setNotes((known) => known && [note, ...known.filter(({ id }) => id !== note.id)]);
      // The history could not be read before, so it is read now.
      if (notes === null) reading.retry();
      showToast({ tone: 'success', text: toasts.noteAdded });
      // Not awaited, so that the next note can be saved meanwhile.
      void panel.noteAdded(lead).catch(() => {});
    } catch (error) {
      explain(error);
    } finally {
      setBusy(false);
    }
  }

  function explain(error: unknown) {
    const { code, asOf } = error instanceof ApiError ? error : { code: 'unexpected', asOf: 0 };
    if (code === 'already_made') {
      // The first press saved a note, but its answer was lost. The history shows what was saved.
      draft.renewKey();
      showFailure(error);
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
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: many notes are scrolled by keyboard */}
      <section aria-label={strings.history} tabIndex={0} className="sheet-scroll grid content-start gap-3">
        <FirstMessage lead={lead} />
        {notes === null &&
          (reading.hasFailed ? (
            <LoadFailed text={toasts.notesLoadFailed} onRetry={reading.retry} />
          ) : (
            <Loading />
          ))}
        {notes?.length === 0 && (
          <div className="py-4 text-center text-ink-soft">
            <p>{strings.empty}</p>
            <p className="text-sm">{strings.emptyHint}</p>
          </div>
        )}
        {notes && notes.length > 0 && (
          <ul aria-label={strings.history} className="grid gap-3">
            {notes.map((note) => (
              <NoteItem
                key={note.id}
                note={note}
                isOwn={note.author_id === user.id}
                mayRemove={note.author_id === user.id || (note.by_program && isAdmin(user))}
                onChanged={(changed) => {
                  setNotes(
                    (known) => known?.map((item) => (item.id === changed.id ? changed : item)) ?? null,
                  );
                  void panel.refresh(lead).catch(() => {});
                }}
              />
            ))}
          </ul>
        )}
      </section>
      {isAsked && (
        <div className="sheet-foot bg-honey-mist">
          <NextContactQuestion lead={lead} today={today} onPlan={panel.planContact} />
        </div>
      )}
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
    </>
  );
}
