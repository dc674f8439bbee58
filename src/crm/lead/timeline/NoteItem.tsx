import { useRef, useState } from 'react';
import type { LeadNote } from '~/shared/leads/event';
import { crmStrings } from '~/shared/strings/crm';
import { actStrings } from '~/shared/strings/lead/acts';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { showFailureOf } from '../../api-client';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { useDraft } from '../../ui/drafts/useDraft';
import { TextareaField } from '../../ui/forms/Field';
import { RelativeTime } from '../../ui/RelativeTime';
import { showToast } from '../../ui/toasts/toasts';
import { draftNames } from '../draft-names';
import { deleteNote, editNote, restoreNote } from './timeline-api';

const { toasts } = strings;

type Props = {
  note: LeadNote;
  isOwn: boolean;
  /** Includes restoring it. */
  mayRemove: boolean;
  onChanged: (note: LeadNote) => void;
};

/**
 * One note. Its author can edit, delete and restore it; administrators can delete a program's. A deleted one keeps its
 * place, without its text.
 */
export function NoteItem({ note, isOwn, mayRemove, onChanged }: Props) {
  const draft = useDraft(draftNames.noteEdit(note.lead_id, note.id));
  const [text, setText] = useState<string | null>(draft.typed.body ?? null);
  const latest = useRef(text);
  const [busy, setBusy] = useState(false);

  /** Drafts what is typed; null ends the editing. */
  function write(next: string | null, before = note.body) {
    latest.current = next;
    setText(next);
    if (next === null) draft.drop();
    else draft.keep({ body: next }, { body: before ?? '' });
  }

  /** Sends a change of the note; a failure is toasted. */
  async function run(work: () => Promise<void>, failed: string, detail?: string) {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showFailureOf(failed, error, detail);
    } finally {
      setBusy(false);
    }
  }

  const save = (body: string) =>
    run(
      async () => {
        const saved = await editNote(note.id, { body });
        onChanged(saved);
        // Text typed during the request is not saved yet.
        const isWhole = latest.current?.trim() === body;
        write(isWhole ? null : latest.current, saved.body);
        showToast({ tone: 'success', text: toasts.noteUpdated });
      },
      toasts.noteUpdateFailed,
      actStrings.stillHere,
    );

  const remove = () =>
    run(async () => {
      await deleteNote(note.id);
      onChanged({ ...note, body: null, is_deleted: true });
      showToast({ tone: 'success', text: toasts.noteDeleted, undo: () => void restore() });
    }, toasts.noteDeleteFailed);

  const restore = () =>
    run(async () => {
      onChanged(await restoreNote(note.id));
      showToast({ tone: 'success', text: toasts.noteRestored });
    }, toasts.noteRestoreFailed);

  /** If the note is deleted elsewhere meanwhile, the draft is kept until it is restored. */
  const isEditing = text !== null && !note.is_deleted;

  return (
    <li
      className={`bubble ${isOwn ? 'bubble-own' : ''} ${note.is_deleted ? 'text-ink-soft italic ring-1 ring-sand-line ring-inset' : 'bg-honey-mist'} ${isEditing ? 'w-full' : ''}`}
    >
      {isEditing ? (
        <div className="grid gap-2">
          <TextareaField
            label={strings.editLabel}
            hideLabel
            rows={3}
            maxLength={5000}
            autoFocus
            value={text}
            onChange={(event) => write(event.target.value)}
          />
          <div className="flex justify-end gap-2">
            <Button size="small" onClick={() => write(null)}>
              {crmStrings.cancel}
            </Button>
            <Button
              size="small"
              look="primary"
              onClick={() => save(text.trim())}
              disabled={!text.trim()}
              busyLabel={busy && strings.submitting}
            >
              {strings.save}
            </Button>
          </div>
        </div>
      ) : (
        <p className="whitespace-pre-line">{note.is_deleted ? strings.deletedText : note.body}</p>
      )}
      <div className="bubble-by">
        <span>{note.author_name}</span>
        <RelativeTime at={note.created_at} now={Date.now()} />
        {note.edited_at && !note.is_deleted && <span>({strings.edited})</span>}
        {note.is_deleted && <Badge tone="muted">{strings.deletedBadge}</Badge>}
        {mayRemove && note.is_deleted && (
          <Button size="small" look="ghost" onClick={() => void restore()} busyLabel={busy && strings.restoring}>
            {strings.restore}
          </Button>
        )}
        {mayRemove && !note.is_deleted && !isEditing && (
          <span className="note-acts">
            {isOwn && (
              <Button size="small" look="ghost" onClick={() => write(note.body)}>
                {strings.edit}
              </Button>
            )}
            <Button size="small" look="ghost" onClick={remove}>
              {strings.remove}
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}
