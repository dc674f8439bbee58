import { describeCount, describeNumber } from '../counts';
import { numberStrings as strings } from '../strings/numbers';
import { describeMinutes } from './duration';
import { backlogOf, findWhoNeedsHelp } from './help';
import type { Report, Slice } from './report';
import { mapSlices } from './tables';

const { money } = strings.value;

/** What each section shows, in a sentence. */
export function captionsOf(report: Report) {
  const { arrivals, response } = report;
  /** Only where there were arrivals. */
  const ofArrivals = (say: () => string) => (arrivals.total === 0 ? strings.empty : say());
  return {
    response: ofArrivals(() => describeResponse(response)),
    won: describeWon(report),
    lying: describeLying(report.lying),
    help: describeHelp(report),
    days: ofArrivals(() => describeArrivals(report)),
    wonDays: describeWonDays(report),
    owners: describeOwners(report),
    ...mapSlices(report, (slices, name) =>
      ofArrivals(() => describeFirst(slices, arrivals.total, name === 'people' ? 'tuvo' : 'trae')),
    ),
  };
}

const describeEnquiries = (total: number) =>
  `${total === 1 ? 'Llegó' : 'Llegaron'} ${describeCount(total, 'consulta', 'consultas')}`;

const describeWins = (total: number) => describeCount(total, 'lead ganado', 'leads ganados');

/** ', un 20 % más que antes'; nothing without a former value. */
function compare(now: number, before: number): string {
  if (before === 0) return '';
  const change = Math.round(((now - before) * 100) / before);
  if (change === 0) return ', tantas como antes';
  return `, un ${describeNumber(Math.abs(change))} % ${change > 0 ? 'más' : 'menos'} que antes`;
}

function partOf(part: number, total: number): string {
  return total === 0 ? '0 %' : `${Math.round((part * 100) / total)} %`;
}

function describeArrivals({ arrivals: { total, before }, won_of_arrivals: won }: Report): string {
  const wins = won.total === 0 ? '' : ` Ya se ganó el ${partOf(won.total, total)}, por ${money(won.monthly)} al mes.`;
  return `${describeEnquiries(total)}${compare(total, before.total)}.${wins}`;
}

function describeWon({ won: { total, before, in_play } }: Report): string {
  const now = total === 0 ? 'No se ganó ninguno' : describeWins(total);
  const then = before.total === 0 ? '' : `; antes, ${describeNumber(before.total)} por ${money(before.monthly)}`;
  return `${now}${then}. En juego, ${money(in_play.monthly)} por mes.`;
}

function describeLying({ overdue, waiting, awaiting, nobody }: Report['lying']): string {
  const total = overdue.total + waiting.total + nobody.total + (awaiting?.total ?? 0);
  return total === 0 ? 'Hoy no queda nada pendiente.' : 'Hoy, de cualquier período.';
}

function describeWonDays({ goal, won: { monthly } }: Report): string {
  return goal ? strings.value.pace(money(goal.pace)) : `Suman ${money(monthly)} por mes.`;
}

function describeHelp(report: Report): string {
  const help = findWhoNeedsHelp(report);
  const left = report.by_owner.reduce((sum, owner) => sum + (owner.owner_id ? backlogOf(owner) : 0), 0);
  if (!help) return left === 0 ? 'Nadie tiene nada pendiente.' : 'Nadie se destaca: lo pendiente está repartido.';
  const { name, overdue, waiting, median_minutes } = help.owner;
  if (help.because === 'slow') {
    const usual = describeMinutes(report.response.median_minutes ?? 0);
    return `${name} contesta en ${describeMinutes(median_minutes ?? 0)} de mediana; entre todos, en ${usual}.`;
  }
  const { lying } = strings;
  const theirs = [
    overdue.total > 0 && `${describeNumber(overdue.total)} ${lying.overdue(overdue.total)}`,
    waiting.total > 0 && `${describeNumber(waiting.total)} ${lying.waiting}`,
  ];
  return `${name} es quien más tiene pendiente: ${theirs.filter(Boolean).join(' y ')}.`;
}

function describeResponse({ median_minutes, within_60, contacted, never, before }: Report['response']): string {
  if (median_minutes === null)
    return `No se contactó a nadie todavía: ${describeCount(never.total, 'espera', 'esperan')}.`;
  const all = contacted.total + never.total;
  const then = before.median_minutes === null ? '' : `; antes, en ${describeMinutes(before.median_minutes)}`;
  const beforeAll = before.contacted.total + before.never.total;
  const thenSoon = beforeAll === 0 ? '' : ` (antes, ${partOf(before.within_60.total, beforeAll)})`;
  return `La mitad se contactó en ${describeMinutes(median_minutes)} o menos${then}. En una hora, el ${partOf(within_60.total, all)}${thenSoon}.`;
}

function describeFirst(slices: Slice[], total: number, verb: 'trae' | 'tuvo'): string {
  const unknown = slices.find(({ value }) => value === null);
  const first = slices.find(({ value }) => value !== null);
  if (!first) return 'De ninguna se sabe.';
  const [best] = slices
    .filter(({ value }) => value !== null)
    .sort((a, b) => b.won.total / b.total - a.won.total / a.total);
  const wins =
    best && best.won.total > 0
      ? ` Donde más se gana: ${best.name}, ${partOf(best.won.total, best.total)}.`
      : ' Todavía no se ganó ninguna.';
  const rest = unknown ? ` ${unknown.name}: ${describeNumber(unknown.total)}.` : '';
  return `${first.name} ${verb} más: ${describeNumber(first.total)}, el ${partOf(first.total, total)}.${wins}${rest}`;
}

function describeOwners({ by_owner }: Report): string {
  const overdue = by_owner.reduce((sum, owner) => sum + owner.overdue.total, 0);
  const nobody = by_owner.find(({ owner_id }) => owner_id === null)?.had.total ?? 0;
  return `${describeNumber(nobody)} sin responsable; ${describeCount(overdue, 'vencido', 'vencidos')} hoy entre todos.`;
}
