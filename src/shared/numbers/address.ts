import { addDays, isDay } from '../leads/days';
import { ME } from '../leads/enums';
import { leadFiltersSchema } from '../leads/filter-schema';
import { followUpErrors } from '../strings/lead/follow-up-errors';
import { findPeriodFault, type Period } from './schema';

/** The page's query besides the days. Empty values: everybody, the reader's zone. */
export type KeptParams = { persona: string; tz: string };

/** The page's URL with these parameters; empty ones are dropped. */
export function numbersPath(params: Record<string, string>): string {
  const said = Object.entries(params).filter(([, value]) => value !== '');
  return said.length === 0 ? '/panel/numeros' : `/panel/numeros?${new URLSearchParams(said)}`;
}

/** The user id or `none` whose numbers the URL asks for; empty for everybody. */
export function readPerson(params: URLSearchParams): string {
  const asked = leadFiltersSchema.shape.owner.safeParse(params.get('persona') ?? '');
  return !asked.success || asked.data === ME ? '' : (asked.data ?? '');
}

/** Preset periods, by their names in the URL. */
export const PRESETS = ['7d', '30d', '90d', 'mes', 'mes-pasado', 'anio'] as const;
type Preset = (typeof PRESETS)[number];
const DEFAULT_PRESET: Preset = '30d';

/** The period asked for, its preset, and what is wrong with typed days. */
export type AskedPeriod = {
  period: Period;
  preset: Preset | null;
  typed: Partial<Period>;
  fault: string | undefined;
};

/** The period in a page's URL, as of today; the last thirty days if it names none, or an invalid one. */
export function readPeriod(params: URLSearchParams, today: string): AskedPeriod {
  const { from = '', to = '' } = Object.fromEntries(params);
  const preset = PRESETS.find((name) => name === params.get('periodo')) ?? DEFAULT_PRESET;
  const usual = { period: periodOf(preset, today), preset, typed: {}, fault: undefined };
  if (!from && !to) return usual;
  const typed = { from, to };
  const period = { from: from || to, to: to || today };
  const isOfDays = isDay(period.from) && isDay(period.to);
  const fault = isOfDays ? findPeriodFault(period) : followUpErrors.dayInvalid;
  if (fault) return { ...usual, typed, fault: fault.es };
  const same = PRESETS.find((name) => isSame(periodOf(name, today), period));
  return { period, preset: same ?? null, typed, fault: undefined };
}

const isSame = (a: Period, b: Period) => a.from === b.from && a.to === b.to;

const DAYS: Partial<Record<Preset, number>> = { '7d': 7, '30d': 30, '90d': 90, anio: 365 };

/** A preset's days, as of today. */
function periodOf(preset: Preset, today: string): Period {
  const days = DAYS[preset];
  if (days) return { from: addDays(today, 1 - days), to: today };
  const month = `${today.slice(0, 7)}-01`;
  if (preset === 'mes') return { from: month, to: today };
  const to = addDays(month, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}
