import { useState } from 'react';
import { type Company, PLANS, type Plan, type PlanContents } from '~/shared/companies/company';
import { companyStrings } from '~/shared/strings/companies';
import { SelectField } from '../ui/Field';
import { showToast } from '../ui/toasts';
import { Card } from './Card';
import { changeCompany } from './company-api';
import { PlanFeatures } from './PlanFeatures';

const { toasts } = companyStrings;

/** The agency's plan, which an administrator switches at any time. */
export function PlanCard({
  company,
  plans,
  onChanged,
}: {
  company: Company;
  plans: PlanContents;
  onChanged: (company: Company) => void;
}) {
  const [chosen, setChosen] = useState<Plan | null>(null);
  const plan = chosen ?? company.plan;

  async function choose(next: Plan) {
    setChosen(next);
    try {
      onChanged(await changeCompany(company.id, { plan: next }));
      showToast({ tone: 'success', text: toasts.planChanged });
    } catch {
      showToast({ tone: 'error', text: toasts.planFailed });
    }
    setChosen(null);
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
            const next = PLANS.find((name) => name === event.target.value);
            // While one change is on its way another would overtake it.
            if (next && chosen === null) void choose(next);
          }}
        >
          {PLANS.map((name) => (
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
