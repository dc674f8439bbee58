import { useState } from 'react';
import { fromQuery, toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import { createViewSchema, type SavedView, type UpdateView } from '~/shared/leads/views';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { viewStrings as strings } from '~/shared/strings/panel/views';
import { callApi, post, showFailureOf } from '../../api-client';
import { draftNames } from '../../lead/draft-names';
import { Button } from '../../ui/Button';
import { ConfirmDialog, Dialog, FormDialog } from '../../ui/Dialog';
import { CheckboxField, InputField } from '../../ui/forms/Field';
import { useDraftForm } from '../../ui/forms/useForm';
import { Icon } from '../../ui/Icon';
import { showToast } from '../../ui/toasts/toasts';
import type { ViewWork } from './ViewLinks';

/** Saves the current list as a view, or arranges the saved ones. `onChanged` re-reads them. */
export function ViewDialogs({
  work,
  filters,
  views,
  onChanged,
  onClose,
}: {
  work: ViewWork;
  filters: LeadFilters;
  views: readonly SavedView[];
  onChanged: () => Promise<void>;
  onClose: () => void;
}) {
  return work === 'save' ? (
    <SaveView filters={filters} onChanged={onChanged} onClose={onClose} />
  ) : (
    <ArrangeViews views={views} onChanged={onChanged} onClose={onClose} />
  );
}

function SaveView({
  filters,
  onChanged,
  onClose,
}: {
  filters: LeadFilters;
  onChanged: () => Promise<void>;
  onClose: () => void;
}) {
  const form = useDraftForm(
    draftNames.view,
    createViewSchema,
    async (input) => {
      const { view } = await post<{ view: SavedView }>('/api/views', input);
      await onChanged();
      showToast({ tone: 'success', text: strings.saved(view.name) });
      onClose();
    },
    { extra: (data) => ({ query: toQuery(filters), shared: data.has('shared') }) },
  );
  return (
    <FormDialog
      form={form}
      title={leadStrings.views.save}
      submitLabel={strings.submit}
      busyLabel={strings.submitting}
      onClose={onClose}
    >
      <InputField
        data-autofocus
        {...form.field('name')}
        label={strings.name}
        hint={strings.nameHint}
        maxLength={40}
        autoComplete="off"
      />
      <CheckboxField name="shared" label={strings.shared} hint={strings.sharedHint} />
    </FormDialog>
  );
}

function ArrangeViews({
  views,
  onChanged,
  onClose,
}: {
  views: readonly SavedView[];
  onChanged: () => Promise<void>;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState<SavedView | null>(null);

  async function run({ id }: SavedView, method: 'PATCH' | 'DELETE', body?: UpdateView): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await callApi(`/api/views/${id}`, { method, body });
    } catch (error) {
      showFailureOf(strings.failed, error);
    }
    await onChanged();
    setBusy(false);
  }

  const groups = [
    { title: strings.own, rows: views.filter(({ shared }) => !shared) },
    { title: strings.ofAll, rows: views.filter(({ shared }) => shared) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      <Dialog title={leadStrings.views.arrange} onClose={onClose}>
        <div className="grid gap-5" aria-busy={busy}>
          {groups.length === 0 && <p>{strings.none}</p>}
          {groups.map(({ title, rows }) => (
            <section key={title} aria-label={title} className="grid gap-2">
              <h3 className="text-sm font-semibold text-ink-soft">{title}</h3>
              <ul className="grid gap-2">
                {rows.map((view, at) => (
                  <ViewItem
                    key={view.id}
                    view={view}
                    at={at}
                    isLast={at === rows.length - 1}
                    onChange={(change) => void run(view, 'PATCH', change)}
                    onRemove={() => setRemoving(view)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Dialog>
      {removing && (
        <ConfirmDialog
          title={strings.remove(removing.name)}
          text={removing.shared ? strings.removeShared : strings.removeOwn}
          confirmLabel={strings.confirm}
          busyLabel={busy && crmStrings.working}
          onConfirm={() => void run(removing, 'DELETE').then(() => setRemoving(null))}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

/** One view: its name, editable in place, and its position in its group. */
function ViewItem({
  view: { id, name, shared, may_change, author_name, problem, opens },
  at,
  isLast,
  onChange,
  onRemove,
}: {
  view: SavedView;
  at: number;
  isLast: boolean;
  onChange: (change: UpdateView) => void;
  onRemove: () => void;
}) {
  const note = problem ?? (shared && author_name ? strings.by(author_name) : null);
  return (
    <li className="grid gap-2 rounded-xl rounded-bl-none p-2.5 ring-1 ring-sand-line ring-inset">
      {may_change ? (
        <InputField
          key={name}
          id={`view-${id}`}
          label={strings.nameOf(name)}
          hideLabel
          maxLength={40}
          autoComplete="off"
          defaultValue={name}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          onBlur={({ target }) => {
            const next = target.value.trim();
            if (next && next !== name) onChange({ name: next });
            else target.value = name;
          }}
        />
      ) : (
        <p className="font-medium wrap-anywhere">{name}</p>
      )}
      {note && <p className="text-sm text-ink-soft">{note}</p>}
      {may_change && (
        <div className="flex flex-wrap items-center gap-1.5">
          <Button
            size="icon"
            look="ghost"
            aria-label={strings.up(name)}
            disabled={at === 0}
            onClick={() => onChange({ position: at - 1 })}
          >
            <Icon name="chevron" className="rotate-180" />
          </Button>
          <Button
            size="icon"
            look="ghost"
            aria-label={strings.down(name)}
            disabled={isLast}
            onClick={() => onChange({ position: at + 1 })}
          >
            <Icon name="chevron" />
          </Button>
          <Button size="small" onClick={() => onChange({ shared: !shared })}>
            {shared ? strings.unshare : strings.share}
          </Button>
          {problem && opens !== '' && (
            <Button size="small" onClick={() => onChange({ query: toQuery(fromQuery(opens)) })}>
              {strings.keepRest}
            </Button>
          )}
          <Button size="icon" look="ghost" className="ml-auto" aria-label={strings.remove(name)} onClick={onRemove}>
            <Icon name="trash" />
          </Button>
        </div>
      )}
    </li>
  );
}
