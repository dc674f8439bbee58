import { type ReactNode, useId } from 'react';
import { describeNumber } from '~/shared/counts';
import { type ErasedCounts, type Erasure, eraseSchema, type Related } from '~/shared/leads/erasure';
import { crmStrings } from '~/shared/strings/crm';
import { describeErased, eraseStrings as strings } from '~/shared/strings/lead/erase';
import { personStrings } from '~/shared/strings/lead/person';
import { ApiError, callApi } from '../../api-client';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { CheckboxField, InputField } from '../../ui/forms/Field';
import { useForm } from '../../ui/forms/useForm';
import { useFetch } from '../../ui/reading/useFetch';
import { showToast } from '../../ui/toasts/toasts';
import { callWithAsOf, fetchLead } from '../lead-api';
import { useOpenLead } from '../open-lead';

/** What erasing the open lead's person removes and keeps, and the field that confirms it. */
export function ErasePersonDialog({ onClose }: { onClose: () => void }) {
  const { lead, mutations, actions } = useOpenLead();
  const formId = useId();
  const path = `/api/leads/${lead.id}/erase`;
  const read = () => callApi<Erasure>(path);
  const { value: found, placeholder } = useFetch(read, path, strings.countFailed);
  const { errors, busy, submit } = useForm(
    eraseSchema,
    async (body) => {
      let goneAsOf: number;
      try {
        const { answer, as_of } = await callWithAsOf<Erasure>(path, { method: 'POST', body });
        const { is_overwritten } = answer;
        goneAsOf = as_of;
        showToast({
          tone: is_overwritten ? 'success' : 'warning',
          text: strings.done,
          ...(!is_overwritten && { detail: strings.notOverwritten }),
        });
      } catch (error) {
        const gone = await findGone(lead.id, error);
        if (!gone) throw error;
        goneAsOf = gone.asOf;
        showToast({ tone: 'success', text: strings.done });
      }
      onClose();
      mutations.showRemoved(lead.id, goneAsOf);
      actions.onClose();
    },
    { fallback: strings.failed, extra: readTicked },
  );

  return (
    <Dialog
      title={personStrings.erase}
      onClose={onClose}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>{crmStrings.cancel}</Button>
          <Button type="submit" form={formId} look="danger" busyLabel={busy && strings.submitting}>
            {strings.submit}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} inert={busy} noValidate className="grid gap-4">
        <p className="text-ink-soft">{strings.text}</p>
        {placeholder}
        {found !== null && <Found found={found} />}
        {found !== null && <RelatedTicks related={found.related} />}
        <InputField
          label={strings.confirm(lead.email || lead.whatsapp || lead.nombre)}
          name="confirm"
          type={lead.email ? 'email' : lead.whatsapp ? 'tel' : 'text'}
          autoComplete="off"
          required
          error={errors.confirm}
        />
      </form>
    </Dialog>
  );
}

/** Whether the lead is gone although no answer said so: it was lost, or somebody was quicker. */
async function findGone(id: number, error: unknown): Promise<ApiError | null> {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'not_found') return error;
  if (error.code !== 'network') return null;
  return fetchLead(id).then(
    () => null,
    (refusal) => (refusal instanceof ApiError && refusal.code === 'not_found' ? refusal : null),
  );
}

function Found({ found }: { found: Erasure }) {
  const counts = Object.entries(found.erased) as [keyof ErasedCounts, number][];
  const goes = counts.filter(([, count]) => count > 0);
  return (
    <>
      <Part title={strings.goes}>
        {goes.map(([what, count]) => (
          <li key={what} className="flex gap-3">
            <span className="min-w-8 text-right font-semibold tabular-nums">{describeNumber(count)}</span>
            {describeErased(what, count)}
          </li>
        ))}
        {goes.length === 0 && <li>{strings.nothing}</li>}
      </Part>
      <Part title={strings.stays}>
        {found.named_in.length > 0 && (
          <li>
            {strings.namedIn}{' '}
            {found.named_in.map((id) => (
              <a key={id} href={`/panel?lead=${id}`} className="mr-2 text-petrol underline underline-offset-4">
                {strings.lead(id)}
              </a>
            ))}
          </li>
        )}
        {found.has_account && <li>{strings.account}</li>}
        {found.is_agent && <li>{strings.agent}</li>}
        {found.copies > 0 && <li>{strings.copies(found.copies, found.copy_days)}</li>}
        <li>{strings.others}</li>
      </Part>
    </>
  );
}

/** Related data to decide about; only what is ticked is erased. */
function RelatedTicks({ related: { leads, emails, companies, views } }: { related: Related }) {
  const ticks = [
    ...leads.map(({ id, nombre, email }) => ['leads', id, strings.relatedLead(nombre, email)] as const),
    ...emails.map((email) => ['emails', email, strings.relatedEmail(email)] as const),
    ...companies.map(({ id, name }) => ['companies', id, strings.relatedCompany(name)] as const),
    ...views.map(({ id, name }) => ['views', id, strings.relatedView(name)] as const),
  ];
  if (ticks.length === 0) return null;
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{strings.also}</legend>
      {leads.length > 0 && <p className="text-sm text-ink-soft">{strings.sameNumber(leads.length)}</p>}
      {ticks.map(([name, value, label]) => (
        <CheckboxField key={`${name} ${value}`} label={label} name={name} value={value} />
      ))}
    </fieldset>
  );
}

/** Many ticks share one name. */
function readTicked(form: FormData) {
  const ids = (name: string) => form.getAll(name).map(Number);
  return {
    leads: ids('leads'),
    emails: form.getAll('emails'),
    companies: ids('companies'),
    views: ids('views'),
  };
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 grid gap-1 text-sm text-ink-soft">{children}</ul>
    </div>
  );
}
