import { describeNumber } from '~/shared/counts';
import type { ImportCheck, ImportPair } from '~/shared/imports/import';
import { panelPath } from '~/shared/leads/filter-params';
import { importStrings as strings } from '~/shared/strings/imports';
import { leadStrings } from '~/shared/strings/leads';
import { Disclosure } from '../ui/Disclosure';
import { Table, TableCell, TableRow } from '../ui/Table';
import { Notice } from './parts';

const COLUMNS = [
  { key: 'row', title: strings.row },
  { key: 'nombre', title: leadStrings.columns.nombre },
  { key: 'reason', title: strings.why },
];
/** More are folded. */
const SHOWN_AT_ONCE = 5;

/** Who shares an email or a number with somebody of another name. */
export function Pairs({ check: { pairs, possible } }: { check: ImportCheck }) {
  const list = (
    <ul className="mt-1 grid gap-1 text-sm">
      {pairs.map((pair) => (
        <li key={pair.row} className="wrap-anywhere">
          {strings.row} {describeNumber(pair.row)}: <strong className="font-semibold">{pair.nombre}</strong>{' '}
          {strings.sharedBy(pair.shared)} <Other {...pair} />
        </li>
      ))}
    </ul>
  );
  return (
    <Notice title={strings.pairs(possible)}>
      <p className="text-sm">{strings.pairsText}</p>
      {possible > SHOWN_AT_ONCE ? (
        <Disclosure summary={strings.pairsShown(pairs.length, possible)}>{list}</Disclosure>
      ) : (
        list
      )}
    </Notice>
  );
}

function Other({ lead_id, other_row, other }: ImportPair) {
  if (lead_id === null)
    return (
      <>
        {other} {other_row !== null && strings.inRow(other_row)}
      </>
    );
  return (
    <a href={panelPath({}, lead_id)} target="_blank" rel="noreferrer" className="text-petrol underline">
      {other}
    </a>
  );
}

/** Which rows change nothing, and why. */
export function Skips({ check: { skips, skipped }, isTaken }: { check: ImportCheck; isTaken: boolean }) {
  return (
    <section className="grid gap-2">
      <Disclosure summary={strings.skips(skips.length, skipped)}>
        <Table label={strings.skipsTable} columns={COLUMNS}>
          {skips.map(({ row, nombre, reason }) => (
            <TableRow key={row}>
              <TableCell className="tabular-nums">
                {strings.row} {describeNumber(row)}
              </TableCell>
              <TableCell className="wrap-anywhere">{nombre}</TableCell>
              <TableCell className="wrap-anywhere max-lg:col-span-2">{reason}</TableCell>
            </TableRow>
          ))}
        </Table>
      </Disclosure>
      {isTaken && <p className="text-sm text-ink-soft">{strings.skippedLater}</p>}
    </section>
  );
}
