import { ZONES } from '~/shared/notices/settings';
import { noticeStrings } from '~/shared/strings/notices/settings';
import { SelectField } from '../ui/forms/Field';

/** A time zone choice; an unlisted zone stays until another is chosen. */
export function ZoneField({
  zone,
  hint,
  error,
}: {
  zone: string;
  hint?: string;
  error?: string | undefined;
}) {
  const isListed = ZONES.some((one) => one.zone === zone);
  return (
    <SelectField label={noticeStrings.zone} name="zone" defaultValue={zone} hint={hint} error={error}>
      {!isListed && <option value={zone}>{zone.replaceAll('_', ' ')}</option>}
      {ZONES.map(({ zone, name }) => (
        <option key={zone} value={zone}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
