import { writeDay } from '../leads/days';
import { describeNumber } from '../number';
import { leadStrings } from '../strings/leads';
import { numberStrings as strings } from '../strings/numbers';
import { describeMinutes } from './duration';
import type { HeatCell, Report, Slice } from './report';

/** Fewer than these in the fullest hour of the week may be chance. */
const FEW = 4;

/** What each plot of a report shows, in a sentence. */
export function captionsOf(report: Report): Record<keyof typeof strings.sections, string> {
  const { arrivals, response, won } = report;
  if (arrivals.total === 0) {
    const names = Object.keys(strings.sections) as (keyof typeof strings.sections)[];
    return Object.fromEntries(names.map((name) => [name, strings.empty])) as ReturnType<typeof captionsOf>;
  }
  return {
    days: `${describeEnquiries(arrivals.total)}, ${compare(arrivals.total, arrivals.before.total)}. ${describeBestDay(report)}`,
    funnel: describeFunnel(report),
    response: describeResponse(response),
    hours: describeHours(report.heatmap),
    countries: describeFirst(report.by_country, arrivals.total),
    sources: describeFirst(report.by_source, arrivals.total),
    types: describeFirst(report.by_type, arrivals.total),
    plans: describeFirst(report.by_plan, arrivals.total),
    vias: describeFirst(report.by_via, arrivals.total),
    owners: describeOwners(report),
    calls: describeCalls(report),
    reasons: describeReasons(report),
    value: `${describeWorth(won.monthly, 'ganados')}, y ${strings.value.money(won.in_play.monthly)} en juego.${strings.value.withoutPlan(won.without_plan + won.in_play.without_plan)}`,
  };
}

const describeEnquiries = (total: number) =>
  `Llegaron ${describeNumber(total)} ${total === 1 ? 'consulta' : 'consultas'}`;

const describeWorth = (amount: number, what: string) => `${strings.value.money(amount)} por mes ${what}`;

/** 'un 20 % más que antes'. */
function compare(now: number, before: number): string {
  if (before === 0) return 'antes ninguna';
  const change = Math.round(((now - before) * 100) / before);
  if (change === 0) return 'tantas como antes';
  return `un ${describeNumber(Math.abs(change))} % ${change > 0 ? 'más' : 'menos'} que antes`;
}

function partOf(part: number, total: number): string {
  return total === 0 ? '0 %' : `${Math.round((part * 100) / total)} %`;
}

function describeBestDay({ arrivals }: Report): string {
  const [best] = [...arrivals.days].sort((a, b) => b.total - a.total);
  return best ? `El día con más fue el ${writeDay(best.day)}, con ${describeNumber(best.total)}.` : '';
}

function describeFunnel({ funnel, arrivals }: Report): string {
  const [, contacted, , won] = funnel;
  if (!contacted || !won) return '';
  const slowest = funnel
    .filter(({ median_minutes, estado }) => median_minutes !== null && estado !== 'perdido')
    .sort((a, b) => (b.median_minutes ?? 0) - (a.median_minutes ?? 0))[0];
  const took =
    slowest && slowest.median_minutes !== null
      ? ` El paso más lento es a ${leadStrings.statuses[slowest.estado]}: ${describeMinutes(slowest.median_minutes)} de mediana.`
      : '';
  return `De ${describeNumber(arrivals.total)}, ${partOf(contacted.reached.total, arrivals.total)} pasó por Contactado y ${partOf(won.reached.total, arrivals.total)} por Ganado.${took}`;
}

function describeResponse({
  median_minutes,
  p90_minutes,
  within_60,
  contacted,
  never,
  before,
}: Report['response']): string {
  if (median_minutes === null)
    return `No se contactó a nadie todavía: ${describeNumber(never.total)} ${never.total === 1 ? 'espera' : 'esperan'}.`;
  const all = contacted.total + never.total;
  const then = before.median_minutes === null ? '' : `; antes, en ${describeMinutes(before.median_minutes)}`;
  const most = p90_minutes === null ? '' : ` A 9 de cada 10, en ${describeMinutes(p90_minutes)}.`;
  return `A la mitad se la contactó en ${describeMinutes(median_minutes)} o menos${then}.${most} En una hora se contactó al ${partOf(within_60.total, all)}; ${describeNumber(never.total)} ${never.total === 1 ? 'sigue' : 'siguen'} sin contacto.`;
}

function describeHours(cells: HeatCell[]): string {
  const [most] = [...cells].sort((a, b) => b.total - a.total);
  if (!most || most.total < FEW) return 'Todavía son pocas para ver un horario.';
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
  return `${describeNumber(nobody)} sin dueño; ${describeNumber(overdue)} ${overdue === 1 ? 'vencido' : 'vencidos'} hoy entre todos.`;
}

function describeCalls({ calls: { answered, no_answer, message } }: Report): string {
  if (answered.total + no_answer.total + message.total === 0)
    return 'De ninguna llamada se anotó cómo terminó.';
  return `Con ${describeNumber(answered.total)} se habló por teléfono; ${describeNumber(no_answer.total)} no ${no_answer.total === 1 ? 'atendió' : 'atendieron'} alguna vez.`;
}

function describeReasons({ lost_reasons }: Report): string {
  const [first] = lost_reasons;
  const total = lost_reasons.reduce((sum, reason) => sum + reason.total, 0);
  if (!first) return 'No se perdió ninguna.';
  return `${total === 1 ? 'Se perdió 1' : `Se perdieron ${describeNumber(total)}`}; lo más frecuente: ${first.name}, ${partOf(first.total, total)}.`;
}
