import { useEffect, useRef, useState } from 'react';
import type { Company, CompanyDetail } from '~/shared/companies/company';
import type { PlanContents } from '~/shared/companies/enums';
import { companyStrings } from '~/shared/strings/companies';
import { callApi, del, post, showFailure } from '../api-client';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { useRefetch } from '../ui/reading/useRefetch';
import { showToast } from '../ui/toasts/toasts';
import { AgentsCard } from './agents/AgentsCard';
import { CompanyHeader } from './CompanyHeader';
import { CoordinatorCard } from './coordinator/CoordinatorCard';
import { PlanCard } from './PlanCard';

const { toasts } = companyStrings;

type Props = {
  id: number;
  initial: CompanyDetail | null;
  plans: PlanContents;
};

/** An agency's page, for administrators. `initial` is null if the server could not read the agency. */
export function CompanyScreen({ id, initial, plans }: Props) {
  const reading = useRefetch(initial, () => callApi<CompanyDetail>(`/api/companies/${id}`), toasts.loadFailed);
  const { value: detail, setValue: setDetail, refetch } = reading;
  const [isGone, setGone] = useState(false);

  async function remove(name: string) {
    try {
      await del(`/api/companies/${id}`);
      setGone(true);
      showToast({ tone: 'success', text: toasts.deleted, detail: name, undo: () => void restore() });
    } catch (error) {
      showFailure(error, toasts.deleteFailed);
      // Somebody may have added people meanwhile.
      await refetch();
    }
  }

  async function restore() {
    try {
      await post(`/api/companies/${id}/restore`);
      await refetch();
      setGone(false);
      showToast({ tone: 'success', text: toasts.restored });
    } catch (error) {
      showFailure(error, toasts.restoreFailed);
    }
  }

  if (!detail) return reading.failure;
  const { company, coordinator, last_mail, agents, lead } = detail;
  if (isGone) return <GoneCompany company={company} onRestore={() => void restore()} />;
  const isBare = coordinator === null && agents.length === 0;
  const show = (changed: Company) => setDetail((known) => known && { ...known, company: changed });
  return (
    <div className="grid grid-cols-1 gap-5">
      <CompanyHeader
        company={company}
        lead={lead}
        onChanged={show}
        onRemove={isBare ? () => void remove(company.name) : null}
      />
      {company.status === 'inactive' && (
        <p className="flex gap-2 rounded-lg bg-honey-mist px-4 py-3 text-honey-dark">
          <Icon name="warning" />
          {companyStrings.inactiveNotice}
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(18rem,1fr)_2fr]">
        <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-2 lg:grid-cols-1">
          <CoordinatorCard
            companyId={company.id}
            coordinator={coordinator}
            lastMail={last_mail}
            lead={lead}
            act={reading.act}
            onCreated={refetch}
          />
          <PlanCard company={company} plans={plans} onChanged={show} />
        </div>
        <AgentsCard
          company={company}
          agents={agents}
          onChange={(next) => setDetail((known) => known && { ...known, agents: next(known.agents) })}
        />
      </div>
    </div>
  );
}

/** Shown in place of an agency that was just deleted. */
function GoneCompany({ company, onRestore }: { company: Company; onRestore: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, and the focus with it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <h1 ref={heading} tabIndex={-1} className="page-title outline-none">
        {company.name}
      </h1>
      <p className="text-ink-soft">{companyStrings.gone}</p>
      <Button onClick={onRestore}>{companyStrings.restore}</Button>
    </div>
  );
}
