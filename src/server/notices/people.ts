import type { Person } from './notice';
import { type PersonRow, selectPeople, selectPerson } from './people-queries';

/** Everybody who may be notified: not coordinators, nor people suspended or awaiting approval. */
export function listPeople(): Person[] {
  return selectPeople().all().map(toPerson);
}

/** Administrators who may be notified. */
export function listAdmins(): Person[] {
  return listPeople().filter(({ isAdmin }) => isAdmin);
}

/** The person, or null if they may no longer be notified. */
export function findPerson(id: string): Person | null {
  const row = selectPerson().get({ id });
  return row ? toPerson(row) : null;
}

/** Who is reminded while the team is at work: those who take leads, or everybody if nobody does. */
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
