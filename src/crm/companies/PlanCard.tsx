import { useState } from 'react';
import type { Company } from '~/shared/companies/company';
import { AGENCY_PLANS, type Plan, type PlanContents } from '~/shared/companies/enums';
import { companyStrings } from '~/shared/strings/companies';
import { SelectField } from '../ui/forms/Field';
import { Icon } from '../ui/Icon';
import { attempt } from '../ui/run-with-toast';
import { useQueue } from '../ui/useQueue';
import { Card } from './Card';
import { changeCompany } from './company-api';

const { toasts } = companyStrings;

type Props = {
  company: Company;
  plans: PlanContents;
  onChanged: (company: Company) => void;
};

/** The agency's plan, which an administrator can change. */
export function PlanCard({ company, plans, onChanged }: Props) {
  const [chosen, setChosen] = useState<Plan | null>(null);
  const enqueue = useQueue();
  const plan = chosen ?? company.plan;

  async function choose(next: Plan, before?: Plan) {
    setChosen(next);
    await attempt(async () => onChanged(await enqueue(() => changeCompany(company.id, { plan: next }))), {
      done: toasts.planChanged,
      failed: toasts.planFailed,
      undo: before && (() => void choose(before)),
    });
    // Unless another plan was chosen meanwhile.
    setChosen((current) => (current === next ? null : current));
  }

  return (
    <Card title={companyStrings.planTitle}>
      <div className="grid grid-cols-1 gap-4">
        <SelectField
          label={companyStrings.planSelect}
          hideLabel
          value={plan}
          aria-busy={chosen !== null}
          onChange={(event) => {
            const next = AGENCY_PLANS.find((name) => name === event.target.value);
            if (next) void choose(next, plan);
          }}
        >
          {AGENCY_PLANS.map((name) => (
            <option key={name} value={name}>
              {plans[name].name}
            </option>
          ))}
        </SelectField>
        <PlanFeatures features={plans[plan].features} />
      </div>
    </Card>
  );
}

/** A plan's features, each marked as included or to be gained. */
export function PlanFeatures({ features, mark = 'check' }: { features: string[]; mark?: 'check' | 'plus' }) {
  return (
    <ul className="grid gap-2">
      {features.map((feature) => (
        <li key={feature} className="flex gap-2">
          <Icon name={mark} className={`mt-0.5 size-5 ${mark === 'check' ? 'text-leaf-dark' : 'text-petrol'}`} />
          {feature}
        </li>
      ))}
    </ul>
  );
}
