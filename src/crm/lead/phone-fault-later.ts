import { type ComponentProps, type ComponentType, lazy } from 'react';

/** Few numbers have one, and what it takes to say so is large. Where that does not come, its place stays empty. */
export const PhoneFault = lazy<ComponentType<ComponentProps<typeof import('./PhoneFault').PhoneFault>>>(() =>
  import('./PhoneFault').then(
    (module) => ({ default: module.PhoneFault }),
    () => ({ default: () => null }),
  ),
);
