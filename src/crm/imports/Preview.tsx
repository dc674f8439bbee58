import type { ImportPreview } from '~/shared/imports/import';
import { formatDay } from '~/shared/leads/days';
import { panelPath } from '~/shared/leads/filter-params';
import { planName } from '~/shared/leads/plans';
import { formatPhone } from '~/shared/phones/format';
import { importStrings as strings } from '~/shared/strings/imports';
import { leadStrings } from '~/shared/strings/leads';
import { Badge } from '../ui/Badge';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { Table, TableCell, TableRow } from '../ui/Table';

const { columns } = leadStrings;
const COLUMNS = [
  { key: 'nombre', title: columns.nombre },
  { key: 'estado', title: columns.estado },
  { key: 'contact', title: strings.contact },
  { key: 'pais', title: columns.pais },
  { key: 'owner', title: leadStrings.owner.title },
  { key: 'fecha', title: columns.fecha },
  { key: 'more', title: strings.more },
];

/** On a card, a line of its own unless empty. */
const wide = (value: unknown) => (value ? 'max-lg:col-span-2' : 'max-lg:hidden');

export function Preview({ leads }: { leads: readonly ImportPreview[] }) {
  return (
    <section className="grid gap-3">
      <h3 className="card-title">{strings.preview(leads.length)}</h3>
      <Table label={strings.preview(leads.length)} columns={COLUMNS}>
        {leads.map((lead) => (
          <TableRow key={lead.row} className="gap-x-3 gap-y-1 max-lg:ring-1 max-lg:ring-sand-line">
            <TableCell className="lg:w-1/5">
              <p className="font-semibold wrap-anywhere">{lead.nombre}</p>
              <Detail parts={[lead.empresa, lead.client_type && leadStrings.clientTypes[lead.client_type]]} />
            </TableCell>
            <TableCell className="max-lg:self-start max-lg:text-right">
              <Badge tone={lead.estado}>{leadStrings.statuses[lead.estado]}</Badge>
              <Detail parts={[lead.plan && planName(lead.plan)]} />
            </TableCell>
            <TableCell className={`${wide(true)} lg:w-1/4`}>
              <p className="wrap-anywhere">{lead.email}</p>
              {lead.whatsapp && <Phone whatsapp={lead.whatsapp} link={lead.link} />}
            </TableCell>
            <TableCell label={columns.pais} className={wide(lead.pais)}>
              {lead.pais ?? leadStrings.unread}
            </TableCell>
            <TableCell label={leadStrings.owner.title} className={wide(lead.owner_name)}>
              {lead.owner_name ?? leadStrings.unread}
            </TableCell>
            <TableCell label={columns.fecha} className={wide(true)}>
              <LocalTime at={lead.created_at} parts="date" />
              <Detail parts={[lead.next_contact_on && strings.next(formatDay(lead.next_contact_on))]} />
            </TableCell>
            <TableCell className={wide(lead.note || lead.becomes !== 'create')}>
              {lead.becomes !== 'create' && <Changes {...lead} />}
              {lead.note && (
                <p className="flex items-start gap-1 text-sm text-ink-soft">
                  <Icon name="note" className="mt-0.5 size-4" />
                  <span className="sr-only">{strings.fields.nota}: </span>
                  <span className="line-clamp-2 whitespace-pre-line wrap-anywhere">{lead.note}</span>
                </p>
              )}
            </TableCell>
          </TableRow>
        ))}
      </Table>
    </section>
  );
}

function Detail({ parts }: { parts: (string | null)[] }) {
  const text = parts.filter(Boolean).join(' · ');
  return text && <p className="text-sm text-ink-soft wrap-anywhere">{text}</p>;
}

function Changes({ becomes, lead_id, changed }: ImportPreview) {
  const text = strings.becomes[becomes === 'join' ? 'join' : 'update'];
  const names = changed.map((field) => strings.fields[field]).join(', ');
  return (
    <p className="text-sm wrap-anywhere">
      {lead_id === null ? (
        text
      ) : (
        <a href={panelPath({}, lead_id)} target="_blank" rel="noreferrer" className="text-petrol underline">
          {text}
        </a>
      )}
      : {names || strings.noChange}
    </p>
  );
}

function Phone({ whatsapp, link }: Pick<ImportPreview, 'link'> & { whatsapp: string }) {
  const number = formatPhone(whatsapp);
  return link ? (
    <a href={link} target="_blank" rel="noreferrer" className="inline-flex items-center gap-1 text-petrol underline">
      <Icon name="chat" className="size-4" />
      {number}
    </a>
  ) : (
    <p className="flex items-center gap-1 text-honey-dark">
      <Icon name="warning" className="size-4" />
      {number}, {strings.opensNothing}
    </p>
  );
}
