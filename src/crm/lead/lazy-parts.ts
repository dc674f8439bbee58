import { type ComponentProps, type ComponentType, lazy } from 'react';
import { lazyModule } from '../ui/lazy-module';

/** What an open lead shows a moment later. Preloaded after the dialogs, or loaded on first use. */
export const deferred = lazyModule(() => import('./deferred'));

/** Loaded after the dialogs: users seldom create leads by hand. */
export const loadForms = () => import('./forms/lead-forms');

export const CreateLeadDialog = lazy(async () => ({ default: (await loadForms()).CreateLeadDialog }));

/** Lazy: few numbers have a fault, and the code to explain it is large. If it fails to load, its place stays empty. */
export const PhoneFault = lazy<ComponentType<ComponentProps<typeof import('./PhoneFault').PhoneFault>>>(() =>
  import('./PhoneFault').then(
    (module) => ({ default: module.PhoneFault }),
    () => ({ default: () => null }),
  ),
);
