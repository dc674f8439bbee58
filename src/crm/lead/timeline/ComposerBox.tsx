import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { actStrings } from '~/shared/strings/lead/acts';
import { ApiError, showFailureOf } from '../../api-client';
import { Button } from '../../ui/Button';
import { useDraft } from '../../ui/drafts/useDraft';
import { TextareaField } from '../../ui/forms/Field';
import { useAutoGrow } from '../../ui/forms/useAutoGrow';
import { useOpenLead } from '../open-lead';
import { takeTyped } from './typed-ahead';

/** The text box below the timeline and its button. The text is kept as a draft until it is saved or sent. */
export function ComposerBox<Saved>({
  draftName,
  labels,
  maxLength,
  writing,
  save,
  onSaved,
  onRefused,
}: {
  draftName: string;
  labels: { add: string; addHint: string; submit: string; submitting: string; failed: string };
  maxLength: number;
  /** Each new number above 0 focuses the box. */
  writing: number;
  save: (body: string, key: string) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  onRefused?: (code: ApiError['code']) => void;
}) {
  const { lead, mutations } = useOpenLead();
  const draft = useDraft(draftName);
  const [text, setText] = useState(draft.typed.body ?? '');
  const latest = useRef(text);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);

  useAutoGrow(box, text);

  useEffect(() => {
    if (writing === 0 || !box.current) return;
    box.current.focus();
    const ahead = takeTyped();
    if (!ahead) return;
    // Like typing, so that React hears of it.
    box.current.setRangeText(ahead, box.current.value.length, box.current.value.length, 'end');
    box.current.dispatchEvent(new Event('input', { bubbles: true }));
  }, [writing]);

  function write(next: string) {
    latest.current = next;
    setText(next);
    draft.keep({ body: next });
  }

  async function submit() {
    const sent = text;
    const body = sent.trim();
    if (!body || busy) return;
    setBusy(true);
    try {
      const saved = await save(body, draft.keep({ body: sent }));
      draft.drop();
      // Text typed during the request begins the next one.
      const typed = latest.current;
      write(typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed);
      onSaved(saved);
    } catch (error) {
      explain(error);
    } finally {
      setBusy(false);
    }
  }

  function explain(error: unknown) {
    const { code, asOf } = error instanceof ApiError ? error : { code: 'unexpected' as const, asOf: 0 };
    if (code === 'already_made') {
      // The first press saved it, but its answer was lost. The timeline shows what was saved.
      draft.renewKey();
      showFailureOf(labels.failed, error);
      void mutations.refresh(lead).catch(() => {});
      return;
    }
    showFailureOf(labels.failed, error, actStrings.stillHere);
    if (code === 'not_found') mutations.showRemoved(lead.id, asOf);
    onRefused?.(code);
  }

  function submitOnCtrlEnter(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
  }

  return (
    <div className="composer-box">
      <div>
        <TextareaField
          ref={box}
          label={labels.add}
          hideLabel
          placeholder={labels.add}
          rows={1}
          maxLength={maxLength}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={submitOnCtrlEnter}
          className="note-box"
        />
      </div>
      <Button
        look="primary"
        title={labels.addHint}
        onClick={submit}
        disabled={!text.trim()}
        busyLabel={busy && labels.submitting}
        className="rounded-br-none"
      >
        {labels.submit}
      </Button>
    </div>
  );
}
