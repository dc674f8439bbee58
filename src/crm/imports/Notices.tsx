import type { ReactNode } from 'react';
import { describeNumber } from '~/shared/format';
import type { DateOrder, ImportCheck } from '~/shared/imports/import';
import { importStrings as strings } from '~/shared/strings/imports';
import { Icon } from '../ui/Icon';
import { Fold } from './Fold';

const ORDERS = ['day', 'month'] as const;

/** In which order ambiguous dates were read. `asked`: the order they are being re-read in. */
export function DatesNotice({
  dates,
  asked,
  onChoose,
}: {
  dates: ImportCheck['dates'];
  asked: DateOrder | null;
  onChoose: (order: DateOrder) => void;
}) {
  return (
    <Notice title={strings.ambiguous(dates.ambiguous)}>
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="sr-only">{strings.ambiguous(dates.ambiguous)}</legend>
        {ORDERS.map((order) => (
          <label key={order} className="flex items-center gap-2 py-1 pointer-coarse:py-2.5">
            <input
              type="radio"
              name="dates"
              checked={(asked ?? dates.order) === order}
              onChange={() => onChoose(order)}
              className="size-4 shrink-0 accent-petrol"
            />
            {strings.orders[order]}
          </label>
        ))}
      </fieldset>
      {dates.isProven && <p className="text-sm">{strings.proven}</p>}
    </Notice>
  );
}

/** Numbers that WhatsApp cannot reach. */
export function NoLinkNotice({ check, hasCountry }: { check: ImportCheck; hasCountry: boolean }) {
  return (
    <Notice title={strings.noLink(check.no_link)}>
      {!hasCountry && <p className="text-sm">{strings.noLinkHint}</p>}
      <Fold summary={strings.noLinkRows(check.no_link_rows.length, check.no_link)}>
        <ul className="text-sm">
          {check.no_link_rows.map(({ row, text }) => (
            <li key={row} className="wrap-anywhere tabular-nums">
              {strings.row} {describeNumber(row)}: {text}
            </li>
          ))}
        </ul>
      </Fold>
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-2 rounded-xl rounded-bl-none bg-honey-mist px-4 py-3 forced-colors:border">
      <Icon name="warning" className="mt-0.5 text-honey-dark" />
      <div className="min-w-0">
        <p className="font-medium text-honey-dark">{title}</p>
        {children}
      </div>
    </div>
  );
}
