import { useState } from 'react';
import { AddPasskeyDialog, type NewOnDevice } from './AddPasskeyDialog';
import { tell } from './PasskeySignIn';
import { requestPasskey } from './passkey-api';

/** Creates a passkey on this device: the button's action, and the dialog it opens. */
export function useNewPasskey(onEnded: (isKept: boolean) => unknown) {
  const [isPreparing, setPreparing] = useState(false);
  /** Prepared before the name is asked for: browsers create a passkey only right after a press. */
  const [making, setMaking] = useState<NewOnDevice | null>(null);

  async function prepare() {
    setPreparing(true);
    try {
      const [device, options] = await Promise.all([import('./device'), requestPasskey()]);
      setMaking({ make: () => device.makeOnDevice(options) });
    } catch (error) {
      tell(error);
    }
    setPreparing(false);
  }

  return {
    prepare: () => void prepare(),
    isPreparing,
    dialog: making && <AddPasskeyDialog device={making} onEnded={onEnded} onClose={() => setMaking(null)} />,
  };
}
