import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { joinStrings as strings } from '~/shared/strings/lead/join';
import { leadStrings } from '~/shared/strings/leads';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { LocalTime } from '../../ui/LocalTime';
import { useFetch } from '../../ui/reading/useFetch';
import { useOpenLead } from '../open-lead';
import { fetchOthers, separateLead } from './join-api';

const JoinDialog = lazy(async () => ({ default: (await import('./JoinDialog')).JoinDialog }));

/** The person's other enquiries, each with a way to open or join it, and those already joined. */
export function LeadOthers() {
  const { duplicates, joined } = useOpenLead().lead;
  return duplicates > 0 || joined > 0 ? <Others /> : null;
}

function Others() {
  const { lead, mutations, actions } = useOpenLead();
  const { id, as_of, duplicates, joined } = lead;
  const { value: found } = useFetch(() => fetchOthers(id), `${id} ${as_of} ${duplicates} ${joined}`, strings.failed);
  const [joining, setJoining] = useState<Lead | null>(null);
  const [separating, setSeparating] = useState<number | null>(null);
  // At its final height: what is below stays put when the rows arrive.
  if (!found)
    return (
      <div className="@container grid min-w-0 grid-cols-1 gap-3">
        {duplicates > 0 && <Group title={strings.title} rows={duplicates} isOpen />}
        {joined > 0 && <Group title={strings.joined} rows={joined} />}
      </div>
    );

  async function separate(other: Lead) {
    setSeparating(other.id);
    await separateLead(other.id, lead, mutations, strings.separatedAs);
    setSeparating(null);
  }

  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-3">
      {found.leads.length > 0 && (
        <Group title={strings.title} rows={found.leads.length} isOpen>
          {found.leads.map((other) => (
            <Enquiry key={other.id} lead={other}>
              <Button size="small" aria-label={strings.openOf(other.nombre)} onClick={() => actions.onOpen(other.id)}>
                {strings.open}
              </Button>
              <Button
                size="small"
                look="primary"
                aria-label={strings.joinWith(other.nombre)}
                onClick={() => setJoining(other)}
              >
                {strings.join}
              </Button>
            </Enquiry>
          ))}
        </Group>
      )}
      {found.joined.length > 0 && (
        <Group title={strings.joined} rows={found.joined.length}>
          {found.joined.map((other) => (
            <Enquiry key={other.id} lead={other} note={strings.joinedBy(other.joined_by)}>
              {other.separable && (
                <Button
                  size="small"
                  aria-label={strings.separateOf(other.nombre)}
                  disabled={separating !== null}
                  onClick={() => void separate(other)}
                >
                  {strings.separate}
                </Button>
              )}
            </Enquiry>
          ))}
        </Group>
      )}
      {joining && (
        <Suspense>
          <JoinDialog
            {...{ lead, mutations }}
            other={joining}
            onJoined={(stays) => {
              if (stays.id !== id) actions.onOpen(stays.id);
            }}
            onClose={() => setJoining(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Up to this many rows are visible; further ones scroll. In a narrow column their buttons have a line of their own. */
const HEIGHTS = ['h-18 @max-2xs:h-26', 'h-36 @max-2xs:h-52', 'h-54 @max-2xs:h-64'] as const;

type Props = {
  title: string;
  rows: number;
  isOpen?: boolean;
  children?: ReactNode;
};

/** `isOpen`: there is something to decide. */
function Group({ title, rows, isOpen, children }: Props) {
  return (
    <section
      aria-label={title}
      className={`rounded-xl rounded-bl-none px-3 py-2 ${isOpen ? 'bg-honey-mist' : 'bg-sand-deep'}`}
    >
      <h3 className={`text-sm font-semibold ${isOpen ? 'text-honey-dark' : 'text-ink-soft'}`}>{title}</h3>
      <ul className={`divide-y divide-sand-line overflow-y-auto ${HEIGHTS[rows - 1] ?? HEIGHTS.at(-1)}`}>{children}</ul>
    </section>
  );
}

function Enquiry({ lead, note, children }: { lead: Lead; note?: string; children: ReactNode }) {
  return (
    <li className="grid h-18 content-center @max-2xs:h-26">
      <p className="flex items-center gap-x-2">
        <span title={lead.nombre} className="truncate font-medium">
          {lead.nombre}
        </span>
        <Badge tone={lead.estado}>{leadStrings.statuses[lead.estado]}</Badge>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="min-w-0 flex-1 basis-32 truncate text-sm text-ink-soft">
          <LocalTime at={lead.created_at} />
          {lead.owner_name && ` · ${lead.owner_name}`}
          {note && ` · ${note}`}
        </p>
        <div className="flex gap-1.5">{children}</div>
      </div>
    </li>
  );
}
