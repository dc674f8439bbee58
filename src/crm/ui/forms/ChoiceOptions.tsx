/** The options of a filter; `all` comes first, without a value. */
export function ChoiceOptions<Value extends string>({
  all,
  options,
  names,
}: {
  all: string;
  options: readonly Value[];
  names: Record<Value, string> | undefined;
}) {
  return (
    <>
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {names ? names[option] : option}
        </option>
      ))}
    </>
  );
}
