import { type ComponentProps, type ComponentType, lazy } from 'react';

/** Lazy: few numbers have a fault, and the code to explain it is large. If it fails to load, its place stays empty. */
export const PhoneFault = lazy<ComponentType<ComponentProps<typeof import('./PhoneFault').PhoneFault>>>(() =>
  import('./PhoneFault').then(
    (module) => ({ default: module.PhoneFault }),
    () => ({ default: () => null }),
  ),
);
