/** A random UUID of version 4, also where `randomUUID` is missing: outside secure contexts. */
export const newSubmissionId = () =>
  // The 4 is the version, the a the variant.
  'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, () =>
    (Number(crypto.getRandomValues(new Uint8Array(1))) % 16).toString(16),
  );
