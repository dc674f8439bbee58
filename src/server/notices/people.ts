import type { Person } from './notice';
import { type PersonRow, selectPeople, selectPerson } from './people-queries';

/** Everybody who may be told anything: never coordinators, nor people who are suspended or wait for approval. */
export function listPeople(): Person[] {
  return selectPeople().all().map(toPerson);
}

/** The same person, if they may still be told; null if not. */
export function findPerson(id: string): Person | null {
  const row = selectPerson().get({ id });
  return row ? toPerson(row) : null;
}

/** Who is told again while the team is at work: those who take leads, or all where nobody does. */
export function onDuty(people: readonly Person[]): readonly Person[] {
  const taking = people.filter(({ takesLeads }) => takesLeads);
  return taking.length > 0 ? taking : people;
}

function toPerson({ weekly, troubles, push, takes_leads, is_admin, ...person }: PersonRow): Person {
  return {
    ...person,
    weekly: weekly === 1,
    troubles: troubles === 1,
    push: push === 1,
    takesLeads: takes_leads === 1,
    isAdmin: is_admin === 1,
  };
}
