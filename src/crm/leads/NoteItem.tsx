import { useState } from 'react';
import type { LeadNote } from '~/shared/leads/note';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { TextareaField } from '../ui/Field';
import { LocalTime } from '../ui/LocalTime';
import { showToast } from '../ui/toasts';
import { deleteNote, editNote } from './lead-api';

const { notes: strings, toasts } = leadStrings;

/** One note. Its author can edit and delete it; of a deleted one only its place remains. */
export function NoteItem({
  note,
  isOwn,
  onChanged,
}: {
  note: LeadNote;
  isOwn: boolean;
  onChanged: (note: LeadNote) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function save() {
    const body = draft?.trim();
    if (!body || busy) return;
    setBusy(true);
    try {
      onChanged(await editNote(note.id, { body }));
      setDraft(null);
      showToast({ tone: 'success', text: toasts.noteUpdated });
    } catch {
      showToast({ tone: 'error', text: toasts.noteUpdateFailed });
    } finally {
      setBusy(false);
    }
  }

  async function remove() {
    if (busy) return;
    setBusy(true);
    try {
      await deleteNote(note.id);
      onChanged({ ...note, body: null, is_deleted: true });
      showToast({ tone: 'success', text: toasts.noteDeleted });
    } catch {
      showToast({ tone: 'error', text: toasts.noteDeleteFailed });
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className={`rounded-xl border border-sand-line px-4 py-3 ${note.is_deleted ? 'bg-sand' : ''}`}>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        <span className="font-medium text-ink">{note.author_name}</span>
        <LocalTime at={note.created_at} />
        {note.edited_at && !note.is_deleted && <span>({strings.edited})</span>}
        {note.is_deleted && <Badge tone="muted">{strings.deletedBadge}</Badge>}
      </p>
      {draft !== null ? (
        <div className="mt-2 grid gap-2">
          <TextareaField
            label={strings.editLabel}
            hideLabel
            rows={3}
            maxLength={5000}
            autoFocus
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          <div className="flex justify-end gap-2">
            <Button size="small" onClick={() => setDraft(null)}>
              {crmStrings.cancel}
            </Button>
            <Button
              size="small"
              look="primary"
              onClick={save}
              disabled={!draft.trim()}
              busyLabel={busy && strings.submitting}
            >
              {strings.save}
            </Button>
          </div>
        </div>
      ) : (
        <p
          className={`mt-1 wrap-anywhere whitespace-pre-line ${note.is_deleted ? 'text-ink-faint italic' : ''}`}
        >
          {note.is_deleted ? strings.deletedText : note.body}
        </p>
      )}
      {isOwn && !note.is_deleted && draft === null && (
        <div className="mt-1 -ml-2.5 flex gap-1">
          <Button size="small" look="ghost" onClick={() => setDraft(note.body)}>
            {strings.edit}
          </Button>
          <Button size="small" look="ghost" onClick={remove} className="text-terracotta-dark!">
            {strings.remove}
          </Button>
        </div>
      )}
    </li>
  );
}
