import fc from 'fast-check';

/** What tests draw at random is the same in each run, as is the code that they try; FUZZ_SEED draws something else. */
export const SEED: number = Number(process.env.FUZZ_SEED ?? 4711);

fc.configureGlobal({ seed: SEED });
