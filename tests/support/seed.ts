import fc from 'fast-check';

/** Tests draw the same at random in each run, so that only a change of the code fails them; FUZZ_SEED draws something else. */
export const SEED: number = Number(process.env.FUZZ_SEED ?? 4711);

fc.configureGlobal({ seed: SEED });
