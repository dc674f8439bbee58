import { describeCount, describeNumber } from '../counts';
import { formatDay } from '../leads/days';
import { leadStrings } from '../strings/leads';
import { numberStrings as strings } from '../strings/numbers';
import { describeMinutes } from './duration';
import { backlogOf, findWhoNeedsHelp } from './help';
import type { Cohort, Forecast, HeatCell, Report, Slice } from './report';

/** Below this, the week's fullest hour may be chance. */
const MIN_FOR_HOURS = 4;
const { money } = strings.value;

/** What each plot shows, in a sentence. */
export function captionsOf(report: Report): Record<keyof typeof strings.sections, string> {
  const { arrivals, response } = report;
  /** Only where there were arrivals. */
  const ofArrivals = (say: () => string) => (arrivals.total === 0 ? strings.empty : say());
  const ofSlices = (slices: Slice[]) => ofArrivals(() => describeFirst(slices, arrivals.total));
  return {
    response: ofArrivals(() => describeResponse(response)),
    won: describeWon(report),
    lying: describeLying(report.lying),
    help: describeHelp(report),
    days: ofArrivals(
      () =>
        `${describeEnquiries(arrivals.total)}${compare(arrivals.total, arrivals.before.total)}. ${describeBestDay(report)}`,
    ),
    hours: ofArrivals(() => describeHours(report.heatmap)),
    value: describePlans(report.won),
    forecast: describeForecast(report),
    funnel: ofArrivals(() => describeFunnel(report)),
    cohorts: ofArrivals(() => describeCohorts(report.cohorts)),
    owners: describeOwners(report),
    losses: describeLosses(report),
    calls: describeCalls(report),
    countries: ofSlices(report.by_country),
    types: ofSlices(report.by_type),
    plans: ofSlices(report.by_plan),
    sources: ofSlices(report.by_source),
    vias: ofSlices(report.by_via),
    crossing: ofArrivals(() => describeCrossing(report)),
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

function describeBestDay({ arrivals }: Report): string {
  const [best] = [...arrivals.days].sort((a, b) => b.total - a.total);
  return best ? `El día con más fue el ${formatDay(best.day)}, con ${describeNumber(best.total)}.` : '';
}

function describeWon({ won, forecast }: Report): string {
  const { before, in_play } = won;
  const now = won.total === 0 ? 'No se ganó ninguno' : describeWins(won.total);
  const then = before.total === 0 ? '' : `; antes, ${describeNumber(before.total)} por ${money(before.monthly)}`;
  const expected = forecast === null ? '' : `: se espera ganar ${describeSpread(forecast)}`;
  return `${now}${then}. En juego, ${money(in_play.monthly)} por mes${expected}.`;
}

/** 'USD 8120 (entre 5210 y 11.030)'. */
function describeSpread({ expected, low, high }: Forecast): string {
  const plain = (amount: number) => describeNumber(Math.round(amount));
  return `${money(expected)} (entre ${plain(low)} y ${plain(high)})`;
}

function describeLying({ overdue, waiting, awaiting, nobody }: Report['lying']): string {
  const { lying } = strings;
  const unanswered = awaiting?.total ?? 0;
  if (overdue.total + waiting.total + unanswered + nobody.total === 0) return 'Hoy no queda nada pendiente.';
  const left = listCounts([
    [overdue.total, lying.overdue(overdue.total)],
    [waiting.total, lying.waiting],
    [unanswered, lying.awaiting],
    [nobody.total, `en juego ${lying.nobody}`],
  ]);
  return `Hoy hay ${left}.`;
}

/** '12 vencidos, 5 sin contactar y 3 sin dueño', without zeros. */
function listCounts(counts: [total: number, name: string][]): string {
  const parts = counts.filter(([total]) => total > 0).map(([total, name]) => `${describeNumber(total)} ${name}`);
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} y ${last}`;
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
  const theirs = listCounts([
    [overdue.total, strings.lying.overdue(overdue.total)],
    [waiting.total, strings.lying.waiting],
  ]);
  return `${name} es quien más tiene pendiente: ${theirs}.`;
}

function describePlans({ by_plan, total, without_plan }: Report['won']): string {
  if (total === 0) return 'No se ganó ninguno en el período.';
  const [best] = by_plan.filter(({ plan }) => plan !== null).sort((a, b) => b.won.monthly - a.won.monthly);
  const first =
    best && best.won.monthly > 0 ? `El plan que más suma es ${best.name}: ${money(best.won.monthly)} por mes.` : '';
  return `${first}${strings.value.withoutPlan(without_plan)}`.trim();
}

function describeForecast({ forecast, won: { in_play } }: Report): string {
  const stock = `${describeCount(in_play.total, 'lead', 'leads')} en juego hoy, ${money(in_play.monthly)} por mes.${strings.value.withoutPlan(in_play.without_plan)}`;
  if (forecast === null) return `${stock} Sin pronóstico: en un año terminaron menos de 30 de cada estado.`;
  return `Se espera ganar ${describeSpread(forecast)} por mes, por lo que se ganó de cada estado en el último año; 8 de cada 10 veces cae ahí.`;
}

function describeFunnel({ funnel, arrivals, won_of_arrivals }: Report): string {
  const slowest = funnel
    .filter(({ median_minutes, estado }) => median_minutes !== null && estado !== 'perdido')
    .sort((a, b) => (b.median_minutes ?? 0) - (a.median_minutes ?? 0))[0];
  const took =
    slowest && slowest.median_minutes !== null
      ? ` El paso más lento es a ${leadStrings.statuses[slowest.estado]}: ${describeMinutes(slowest.median_minutes)} de mediana.`
      : '';
  const { total, monthly } = won_of_arrivals;
  return `De ${describeNumber(arrivals.total)}, ${describeNumber(total)} (${partOf(total, arrivals.total)}), por ${money(monthly)} al mes.${took}`;
}

function describeCohorts(cohorts: Cohort[]): string {
  const [oldest] = cohorts;
  const newest = cohorts.at(-1);
  if (!oldest || !newest) return 'Todavía no hay semanas para comparar.';
  const sentence = `De la semana del ${formatDay(oldest.week)}, hace ${describeCount(oldest.age_days, 'día', 'días')}, ganó el ${partOf(oldest.won.total, oldest.total)}`;
  return oldest === newest
    ? `${sentence}.`
    : `${sentence}; de la última, el ${partOf(newest.won.total, newest.total)}: las nuevas todavía pueden ganar.`;
}

function describeResponse({
  median_minutes,
  within_5,
  within_60,
  contacted,
  never,
  before,
}: Report['response']): string {
  if (median_minutes === null)
    return `No se contactó a nadie todavía: ${describeCount(never.total, 'espera', 'esperan')}.`;
  const all = contacted.total + never.total;
  const then = before.median_minutes === null ? '' : `; antes, en ${describeMinutes(before.median_minutes)}`;
  const beforeAll = before.contacted.total + before.never.total;
  const thenSoon = beforeAll === 0 ? '' : ` (antes, ${partOf(before.within_60.total, beforeAll)})`;
  return `La mitad se contactó en ${describeMinutes(median_minutes)} o menos${then}. En una hora, el ${partOf(within_60.total, all)}${thenSoon}; en cinco minutos, el ${partOf(within_5.total, all)}.`;
}

function describeHours(cells: HeatCell[]): string {
  const [most] = [...cells].sort((a, b) => b.total - a.total);
  if (!most || most.total < MIN_FOR_HOURS) return 'Todavía son pocas para ver un horario.';
  const share = (cell: HeatCell) => cell.within_60.total / cell.total;
  const all = cells.reduce((sum, { total }) => sum + total, 0);
  const soon = cells.reduce((sum, { within_60 }) => sum + within_60.total, 0) / all;
  const how = share(most) < soon ? 'y se contestan menos' : 'y se contestan a tiempo';
  const hour = most.hour === 1 ? 'a la 1' : `a las ${most.hour}`;
  return `Los ${strings.weekdays[most.weekday - 1]} ${hour} llegan más consultas (${describeNumber(most.total)}) ${how}: ${partOf(most.within_60.total, most.total)} en una hora, contra ${Math.round(soon * 100)} % en general.`;
}

function describeFirst(slices: Slice[], total: number): string {
  const unknown = slices.find(({ value }) => value === null)?.total ?? 0;
  const first = slices.find(({ value }) => value !== null);
  if (!first) return 'De ninguna se sabe.';
  const [best] = slices
    .filter(({ value }) => value !== null)
    .sort((a, b) => b.won.total / b.total - a.won.total / a.total);
  const wins =
    best && best.won.total > 0
      ? ` Donde más se gana: ${best.name}, ${partOf(best.won.total, best.total)}.`
      : ' Todavía no se ganó ninguna.';
  const rest = unknown === 0 ? '' : ` De ${describeNumber(unknown)} no se sabe.`;
  return `${first.name} trae más: ${describeNumber(first.total)}, el ${partOf(first.total, total)}.${wins}${rest}`;
}

function describeOwners({ by_owner }: Report): string {
  const overdue = by_owner.reduce((sum, owner) => sum + owner.overdue.total, 0);
  const nobody = by_owner.find(({ owner_id }) => owner_id === null)?.had.total ?? 0;
  return `${describeNumber(nobody)} sin dueño; ${describeCount(overdue, 'vencido', 'vencidos')} hoy entre todos.`;
}

function describeCalls({ calls: { answered, no_answer, message } }: Report): string {
  if (answered.total + no_answer.total + message.total === 0) return 'De ninguna llamada se anotó cómo terminó.';
  return `Con ${describeNumber(answered.total)} se habló por teléfono; ${describeCount(no_answer.total, 'no atendió', 'no atendieron')} alguna vez.`;
}

function describeLosses({ losses, lost_reasons }: Report): string {
  const total = losses.reduce((sum, loss) => sum + loss.total, 0);
  const [worst] = [...losses].sort((a, b) => b.total - a.total);
  if (!worst || total === 0) return 'No se perdió ninguna.';
  const days = worst.median_days === null ? '' : `, a ${describeCount(worst.median_days, 'día', 'días')} de mediana`;
  const [reason] = lost_reasons;
  const because = reason ? `. Lo más frecuente: ${reason.name}, ${partOf(reason.total, total)}` : '';
  return `${total === 1 ? 'Se perdió 1' : `Se perdieron ${describeNumber(total)}`}, ${partOf(worst.total, total)} tras ${leadStrings.statuses[worst.after]}${days}${because}.`;
}

function describeCrossing({ crossing: { rows, columns, heads, lines } }: Report): string {
  const [most] = lines
    .flatMap(({ name, cells }) => cells.map((cell, place) => ({ ...cell, name, head: heads[place]?.name ?? '' })))
    .sort((a, b) => b.total - a.total);
  const what = strings.crossing.of(strings.dimensions[rows], strings.dimensions[columns]);
  if (!most) return `${what}.`;
  return `${what}: donde se cruzan más es ${most.name} con ${most.head}, ${describeNumber(most.total)}; de ellas ganó el ${partOf(most.won.total, most.total)}.`;
}
