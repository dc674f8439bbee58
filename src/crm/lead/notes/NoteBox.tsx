import type { LeadNote } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { draftNames } from '../draft-names';
import type { LeadActions } from '../lead-actions';
import { addNote } from './note-api';
import { WritingBox } from './WritingBox';

/** The box for a new note. */
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
  return (
    <WritingBox
      {...{ lead, writing, panel }}
      draftName={draftNames.note(lead.id)}
      labels={{ ...strings, failed: strings.toasts.noteAddFailed }}
      maxLength={5000}
      save={(body, key) => addNote(lead.id, { body }, key)}
      onSaved={({ note, event_id }) => {
        onAdded(note);
        // Not awaited: the next note can be saved meanwhile.
        void panel.noteAdded(lead, event_id);
      }}
    />
  );
}
