import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type CreatedName, type Field, fieldOf, isEmptyValue, LEAD_FIELDS } from '~/shared/leads/fields';
import { describeLeadValue } from '~/shared/leads/values';
import { formatPhone } from '~/shared/phones/format';
import { crmStrings } from '~/shared/strings/crm';
import { actStrings } from '~/shared/strings/lead/acts';
import { unset } from '~/shared/strings/lead/fields';
import { editLeadStrings as strings } from '~/shared/strings/lead/forms';
import { ApiError, showFailureOf } from '../../api-client';
import { Button } from '../../ui/Button';
import { useDraft } from '../../ui/drafts/useDraft';
import { ChoiceOptions } from '../../ui/forms/ChoiceOptions';
import { Email } from '../../ui/reading/Email';
import { draftNames } from '../draft-names';
import { useOpenLead } from '../open-lead';
import { FactFrame } from './FactFrame';

const INPUT_TYPES: Partial<Record<Field['kind'], string>> = { email: 'email', phone: 'tel', number: 'number' };

type FieldValue = string | number | null;
const textOf = (value: FieldValue): string => String(value ?? '');

/** A field's value as typed, as its kind holds it. */
function readTyped(field: CreatedName, text: string): FieldValue {
  if (text === '') return field === 'email' ? '' : null;
  return fieldOf(field).kind === 'number' ? Number(text) : text;
}

function Shown({ field, value }: { field: CreatedName; value: FieldValue }) {
  if (value === null || value === '') return null;
  if (field === 'email') return <Email address={String(value)} />;
  return <>{field === 'whatsapp' ? formatPhone(String(value)) : describeLeadValue(field, value)}</>;
}

/** Keeps the focus in the control: leaving it would save. */
const stay = (event: MouseEvent) => event.preventDefault();

/**
 * Why typed text is not saved. `isDispute`: it would overwrite somebody else's, so saving it takes an explicit press.
 */
type Trouble = { text: string; isDispute: boolean };

type Props = {
  field: CreatedName;
  /** Each new number above 0 begins to edit it. */
  asked?: number;
  /** Said in place of its value. */
  said?: string;
  /** What follows the text. */
  children?: ReactNode;
};

/**
 * Inline editing: a press turns the text into its control. Enter or blur saves, Escape discards. A save names the value
 * this user saw: on a conflict the other value is shown, and saving again replaces it. Typed text is kept as a draft.
 */
export function EditableFact({ field, asked = 0, said, children }: Props) {
  const { lead, mutations } = useOpenLead();
  const draft = useDraft(draftNames.field(lead.id, field));
  const [typed, setTyped] = useState<string | null>(draft.typed[field] ?? null);
  const latest = useRef(typed);
  /** The value as this user last saw it; live updates do not change it. */
  const seen = useRef(readTyped(field, draft.was[field] ?? ''));
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const element = useRef<HTMLElement>(null);
  /** Whether the focus follows when text and control swap. */
  const movesFocus = useRef(false);
  const isOpen = typed !== null;
  const value = lead[field];
  const { kind, values = [], labels, max, lines } = fieldOf(field);

  function write(text: string | null) {
    latest.current = text;
    setTyped(text);
    if (text === null) draft.drop();
    else draft.keep({ [field]: text }, { [field]: textOf(seen.current) });
  }

  function begin() {
    seen.current = lead[field];
    movesFocus.current = true;
    write(textOf(seen.current));
  }

  function close() {
    movesFocus.current = element.current?.parentElement?.contains(document.activeElement) ?? false;
    setTrouble(null);
    write(null);
  }

  useLayoutEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    element.current?.focus({ preventScroll: !isOpen });
    if (element.current instanceof HTMLInputElement) element.current.select();
    if (element.current instanceof HTMLSelectElement) element.current.showPicker?.();
  }, [isOpen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => {
    if (asked === 0) return;
    if (latest.current === null) begin();
    else element.current?.focus();
  }, [asked]);

  async function save(text: string) {
    if (busy) return;
    if (text.trim() === textOf(seen.current)) return close();
    setBusy(true);
    try {
      const value = readTyped(field, text.trim());
      const saved = await mutations.saveFields({ ...lead, [field]: seen.current }, { [field]: value });
      if (latest.current === text) close();
      else {
        // Text typed during the request is not saved yet.
        setTrouble(null);
        seen.current = saved[field];
        write(latest.current);
      }
    } catch (error) {
      await explain(error);
    }
    setBusy(false);
  }

  async function explain(error: unknown) {
    const { code, fields } = error instanceof ApiError ? error : new ApiError('unexpected', '');
    const isDispute = code === 'conflict';
    if (isDispute) seen.current = (await mutations.refresh(lead).catch(() => lead))[field];
    else if (code !== 'invalid') showFailureOf(actStrings.saveFailed, error, actStrings.stillHere);
    // Discarded meanwhile.
    if (latest.current === null) return;
    setTrouble({ text: fields[field] ?? actStrings.saveFailed, isDispute });
    write(latest.current);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || typed === null) return;
    const isSaving = event.key === 'Enter' && (!lines || event.ctrlKey || event.metaKey);
    if (!isSaving && event.key !== 'Escape') return;
    // Keeps Escape from closing the lead.
    event.preventDefault();
    if (isSaving) void save(typed);
    else close();
  }

  const control = {
    id,
    value: typed ?? '',
    className: 'control fact-control',
    'aria-describedby': trouble ? `${id}-trouble` : undefined,
    'aria-invalid': trouble ? (true as const) : undefined,
    'aria-busy': busy,
    onChange: ({ target }: { target: { value: string } }) => {
      write(target.value);
      if (kind === 'choice') void save(target.value);
      else if (trouble && !trouble.isDispute) setTrouble(null);
    },
    onKeyDown: press,
    onBlur: ({ target }: { target: Element }) => {
      // Not if only the window lost the focus.
      const isLeft = target !== document.activeElement;
      if (!isLeft || trouble?.isDispute) return;
      afterRelease(() => {
        if (latest.current !== null) void save(latest.current);
      });
    },
  };
  const setElement = (found: HTMLElement | null) => {
    element.current = found;
  };

  return (
    <FactFrame name={LEAD_FIELDS[field].label} id={id}>
      {typed === null ? (
        <button ref={setElement} type="button" aria-describedby={`${id}-name`} onClick={begin} className="fact-value">
          {said ?? <Shown field={field} value={value} />}
          {isEmptyValue(value) && <span className="text-ink-faint">{unset}</span>}
        </button>
      ) : kind === 'choice' ? (
        <select ref={setElement} {...control}>
          <ChoiceOptions all={unset} options={values} names={labels} />
        </select>
      ) : lines ? (
        <textarea ref={setElement} {...control} maxLength={max} rows={4} />
      ) : (
        <input
          ref={setElement}
          {...control}
          type={INPUT_TYPES[kind] ?? 'text'}
          maxLength={max}
          step="any"
          autoComplete="off"
        />
      )}
      {typed === null && children}
      {trouble && (
        <div id={`${id}-trouble`} role="alert" className="mt-1 grid gap-1 text-sm text-terracotta-dark">
          <p>{trouble.text}</p>
          {trouble.isDispute && <p>{strings.yoursIsHere}</p>}
          <div className="flex gap-1.5">
            <Button size="small" onMouseDown={stay} onClick={close}>
              {crmStrings.cancel}
            </Button>
            <Button
              size="small"
              look="primary"
              onMouseDown={stay}
              onClick={() => void save(typed ?? '')}
              busyLabel={busy && strings.saving}
            >
              {strings.save}
            </Button>
          </div>
        </div>
      )}
    </FactFrame>
  );
}

/**
 * Runs `act`, but not between a pointer's press and release: it could move the target away, and a release elsewhere is
 * no click.
 */
function afterRelease(act: () => void): void {
  // Touch dispatches its mouse events in one go, so every press has a `mouseup`. The click follows it at once.
  if (document.documentElement.matches(':active')) {
    addEventListener('mouseup', () => setTimeout(act), { once: true, capture: true });
  } else act();
}
