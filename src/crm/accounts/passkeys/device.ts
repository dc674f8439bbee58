import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON as NewPasskey,
  type PublicKeyCredentialCreationOptionsJSON as PasskeyOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { passkeyStrings as strings } from '~/shared/strings/accounts/passkeys';

export type { NewPasskey, PasskeyOptions };

/** Why a device request failed, as a sentence; null if another request took its place. */
export class DeviceError extends Error {
  override name = 'DeviceError';
  readonly reason: string | null;

  constructor(reason: string | null) {
    super(reason ?? 'replaced');
    this.reason = reason;
  }
}

/**
 * Asks for one of this site's passkeys. With `autofill` the email field offers them, and the call waits until one is
 * picked.
 * @throws {DeviceError}
 */
export function askDevice(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  { autofill = false } = {},
): Promise<AuthenticationResponseJSON> {
  return withReason(startAuthentication({ optionsJSON, useBrowserAutofill: autofill }));
}

/**
 * Creates a passkey.
 * @throws {DeviceError}
 */
export function createOnDevice(optionsJSON: PasskeyOptions): Promise<NewPasskey> {
  return withReason(startRegistration({ optionsJSON }));
}

/** Aborts a pending request. */
export function cancelRequest(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Tells devices, where the browser can, to stop offering a revoked passkey. */
export async function forgetOnDevice(credentialID: string): Promise<void> {
  try {
    await sendSignal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID });
  } catch {
    // The device keeps offering it, and the server keeps refusing it.
  }
}

async function withReason<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw new DeviceError(explain(error as Error & { code?: string }));
  }
}

function explain({ name, code }: Error & { code?: string }): string | null {
  if (code === 'ERROR_CEREMONY_ABORTED' || name === 'AbortError') return null;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError') return strings.exists;
  if (name === 'NotAllowedError') return strings.cancelled;
  return strings.unsupported;
}
