import { use } from 'react';
import { leadFields } from '~/shared/strings/lead/fields';
import { peopleStrings as strings } from '~/shared/strings/lead/people';
import { useOpenLead } from '../open-lead';
import { RecentActsContext } from './recent-acts';
import { usePeopleHere } from './usePeopleHere';

/** Colleagues who also have the lead open or are writing a note; for screen readers also what they change. */
export function WhoIsHere() {
  const { lead, user } = useOpenLead();
  const people = usePeopleHere(lead, user.id);
  return (
    <>
      <p role="status" className="who-is-here">
        {describePeople(people)}
      </p>
      <Acts />
    </>
  );
}

function describePeople(people: ReturnType<typeof usePeopleHere>): string | null {
  if (people.length === 0) return null;
  const writing = people.filter(({ is_writing }) => is_writing);
  const named = writing.length > 0 ? writing : people;
  const names = [...new Map(named.map(({ id, name }) => [id, name])).values()];
  return writing.length > 0 ? strings.writing(names) : strings.open(names);
}

function Acts() {
  const acts = use(RecentActsContext);
  const names = [...new Set(acts.map(({ actor_name }) => actor_name))];
  const fieldsOf = (name: string) =>
    acts.flatMap(({ actor_name, field }) =>
      actor_name === name ? (leadFields[field as keyof typeof leadFields] ?? []) : [],
    );
  return (
    <p role="status" className="sr-only">
      {names.map((name) => strings.changed(name, [...new Set(fieldsOf(name))])).join('. ')}
    </p>
  );
}
