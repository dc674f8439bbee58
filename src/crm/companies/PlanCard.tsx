import { useState } from 'react';
import type { Company } from '~/shared/companies/company';
import { PLANS, type Plan, type PlanContents } from '~/shared/companies/enums';
import { companyStrings } from '~/shared/strings/companies';
import { showFailureOf } from '../api-client';
import { SelectField } from '../ui/forms/Field';
import { showToast } from '../ui/toasts/toasts';
import { useTurns } from '../ui/useTurns';
import { Card } from './Card';
import { changeCompany } from './company-api';
import { PlanFeatures } from './PlanFeatures';

const { toasts } = companyStrings;

/** The agency's plan, which an administrator can change. */
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
  const inTurn = useTurns();
  const plan = chosen ?? company.plan;

  async function choose(next: Plan, before?: Plan) {
    setChosen(next);
    try {
      onChanged(await inTurn(() => changeCompany(company.id, { plan: next })));
      showToast({
        tone: 'success',
        text: toasts.planChanged,
        undo: before && (() => void choose(before)),
      });
    } catch (error) {
      showFailureOf(toasts.planFailed, error);
    }
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
            const next = PLANS.find((name) => name === event.target.value);
            if (next) void choose(next, plan);
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
