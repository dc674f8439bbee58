import { DEFAULT_ZONE } from '~/shared/leads/days';
import { ANSWER_MINUTES, NONE } from '~/shared/leads/filters';
import { CLIENT_TYPES, LEAD_COUNTRIES, LEAD_STATUSES, LOST_REASONS } from '~/shared/leads/lead';
import { hourOfWeek, makeClock, readHourOfWeek } from '~/shared/numbers/clock';
import { type LeadChoice, spanOfArrivals } from '../lead-list-queries';
import type { Names } from './names';
import { bitOf, hasNeeded, NEVER_ANSWERED, type Needed, need, reader, type ShortField } from './packing';

type Test = (words: Uint32Array, at: number) => boolean;

const read = {
  second: reader('second'),
  millisecond: reader('millisecond'),
  estado: reader('estado'),
  owner: reader('owner'),
  source: reader('source'),
  plan: reader('plan'),
  answered: reader('answered'),
};

/** When a packed lead came, in milliseconds. */
export function arrivalOf(words: Uint32Array, at: number): number {
  return read.second(words, at) * 1000 + read.millisecond(words, at);
}

const MINUTE = 60;

const isOpen: Test = (words, at) => read.estado(words, at) <= LEAD_STATUSES.indexOf('ganado');

/** Whether packed leads match the conditions of a list, all of which packs know. */
export function makeTest(choice: LeadChoice, names: Names): Test {
  const { filters, since, until } = choice;
  const { estado, pais, client_type, owner, source, plan, lost_reason, reached, answered, hour } = filters;
  const needed = [
    ...(estado ? [is('estado', LEAD_STATUSES, estado)] : []),
    ...(pais ? [is('pais', LEAD_COUNTRIES, pais)] : []),
    ...(client_type ? [is('client_type', CLIENT_TYPES, client_type)] : []),
    ...(lost_reason ? [is('lost_reason', LOST_REASONS, lost_reason)] : []),
    ...(lost_reason === NONE ? [is('estado', LEAD_STATUSES, 'perdido')] : []),
    ...(filters.contacto ? [is('estado', LEAD_STATUSES, 'nuevo'), need('contacted', 0)] : []),
    ...(reached ? [need('reached', bitOf(reached), bitOf(reached))] : []),
    // Who came with a file did not wait for an answer from the moment in which it came.
    ...(answered ? [need('imported', 0)] : []),
  ];
  const tests: (Test | undefined | '' | false)[] = [
    answered && isAnswered(answered),
    (since || until) && cameWithin(since, until),
    owner && isNamed('owner', owner, names),
    source && isNamed('source', source, names),
    plan && isNamed('plan', plan, names),
    filters.open && isOpen,
    hour && cameAt(hour, choice),
  ];
  const asked = tests.filter((test) => typeof test === 'function');
  return (words, at) => {
    if (!hasNeeded(words, at, needed)) return false;
    for (const test of asked) if (!test(words, at)) return false;
    return true;
  };
}

/** Lists begin at 1; what is not in one, as 'none', is 0. */
function is(field: ShortField, values: readonly string[], value: string): Needed {
  return need(field, values.indexOf(value) + 1);
}

function isNamed(field: 'owner' | 'source' | 'plan', name: string, names: Names): Test {
  const asked = name === NONE ? '' : name;
  const readField = read[field];
  return (words, at) => names.nameOf(readField(words, at)) === asked;
}

function cameWithin(since: string | undefined, until: string | undefined): Test {
  const from = since ? Date.parse(since) : Number.NEGATIVE_INFINITY;
  const end = until ? Date.parse(until) : Number.POSITIVE_INFINITY;
  return (words, at) => {
    const came = arrivalOf(words, at);
    return came >= from && came < end;
  };
}

function isAnswered(answered: NonNullable<LeadChoice['filters']['answered']>): Test {
  const [least, most] = secondsOf(answered);
  return (words, at) => {
    const seconds = read.answered(words, at);
    return seconds >= least && seconds <= most;
  };
}

function secondsOf(answered: NonNullable<LeadChoice['filters']['answered']>): [least: number, most: number] {
  if (answered === 'never') return [NEVER_ANSWERED, NEVER_ANSWERED];
  if (answered === 'ever') return [0, NEVER_ANSWERED - 1];
  if (answered === 'later') return [ANSWER_MINUTES['60m'] * MINUTE + 1, NEVER_ANSWERED - 1];
  return [0, ANSWER_MINUTES[answered] * MINUTE];
}

function cameAt(hour: string, { filters, since, until }: LeadChoice): Test {
  const asked = readHourOfWeek(hour);
  const span = spanOfArrivals(since, until);
  if (!span) return () => false;
  const clock = makeClock(filters.tz ?? DEFAULT_ZONE, span.from, span.end);
  return (words, at) => hourOfWeek(clock(arrivalOf(words, at))) === asked;
}
