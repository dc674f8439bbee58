import { goalInputSchema } from '~/shared/numbers/schema';
import { numberStrings } from '~/shared/strings/numbers';
import { patch } from '../api-client';
import { Button } from '../ui/Button';
import { InputField } from '../ui/forms/Field';
import { useForm } from '../ui/forms/useForm';
import { showToastAfterNavigation } from '../ui/toasts/toasts';

const { goal: strings, value } = numberStrings;
/** '3.000', as Spanish groups digits. */
const GROUPED = /^\d{1,3}(\.\d{3})+$/;

/** Where administrators set the monthly goal in USD, or none. Saving reloads the page. */
export function GoalForm({ monthlyValue }: { monthlyValue: number | null }) {
  const { field, busy, submit } = useForm(
    goalInputSchema,
    async (body) => {
      await patch('/api/reports/goal', body);
      showToastAfterNavigation({ tone: 'success', text: strings.saved });
      location.reload();
    },
    { extra: (form) => ({ monthly_value: readAmount(form) }), fallback: strings.failed },
  );
  return (
    <details className="print:hidden">
      <summary className="w-fit font-medium text-petrol">
        {monthlyValue === null ? strings.none : strings.set(value.money(monthlyValue))}
      </summary>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3 py-2">
        <InputField
          label={strings.title}
          hint={strings.hint}
          {...field('monthly_value')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={monthlyValue ?? ''}
        />
        {/* Aligned with the field below its label. */}
        <Button type="submit" look="primary" busyLabel={busy && strings.saving} className="mt-6">
          {strings.save}
        </Button>
      </form>
    </details>
  );
}

/** The typed amount: null if empty, NaN if no number. */
function readAmount(form: FormData): number | null {
  const typed = String(form.get('monthly_value') ?? '').trim();
  if (typed === '') return null;
  return Number(GROUPED.test(typed) ? typed.replaceAll('.', '') : typed);
}
