import { useState } from 'react';
import type { LeadCounters as Counters, Lead, LeadStatus } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { Table } from '../ui/Table';
import { showToast } from '../ui/toasts';
import { LeadCounters } from './LeadCounters';
import { LeadRow } from './LeadRow';
import { changeLead, fetchCounters } from './lead-api';

const COLUMNS = Object.entries(leadStrings.columns).map(([key, title]) => ({ key, title }));

/** The panel's counters and list, alive. What it starts with was read on the server. */
export function LeadsPanel(initial: { leads: Lead[]; counters: Counters }) {
  const [leads, setLeads] = useState(initial.leads);
  const [counters, setCounters] = useState(initial.counters);

  async function changeStatus(lead: Lead, estado: LeadStatus) {
    try {
      const saved = await changeLead(lead.id, { estado });
      setLeads((list) => list.map((item) => (item.id === saved.id ? saved : item)));
      showToast({ tone: 'success', text: leadStrings.toasts.statusChanged });
      setCounters(await fetchCounters());
    } catch {
      showToast({ tone: 'error', text: leadStrings.toasts.statusFailed });
    }
  }

  return (
    <div className="grid gap-6">
      <LeadCounters counters={counters} />
      <section aria-labelledby="recientes">
        <h2 id="recientes" className="mb-3 text-lg font-semibold">
          {leadStrings.recent}
        </h2>
        {leads.length === 0 ? (
          <p className="rounded-xl bg-white px-5 py-12 text-center text-ink-soft shadow-card">
            {leadStrings.empty}
          </p>
        ) : (
          <div className="lg:rounded-xl lg:bg-white lg:shadow-card">
            <Table label={leadStrings.recent} columns={COLUMNS}>
              {leads.map((lead) => (
                <LeadRow key={lead.id} lead={lead} onChangeStatus={changeStatus} />
              ))}
            </Table>
          </div>
        )}
      </section>
    </div>
  );
}
