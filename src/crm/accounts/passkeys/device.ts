import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { passkeyStrings as strings } from '~/shared/strings/account/passkeys';

/** Why nothing came of asking a device, as a sentence; null where another request has taken its place. */
export class DeviceError extends Error {
  override name = 'DeviceError';
  readonly said: string | null;

  constructor(said: string | null) {
    super(said ?? 'replaced');
    this.said = said;
  }
}

/**
 * Asks for one of the passkeys that the devices have for this site. With `autofill` they are offered in the email's
 * field, and it waits for as long as nobody picks one.
 * @throws {DeviceError}
 */
export function askDevice(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  { autofill = false } = {},
): Promise<AuthenticationResponseJSON> {
  return explained(startAuthentication({ optionsJSON, useBrowserAutofill: autofill }));
}

/**
 * Makes a passkey.
 * @throws {DeviceError}
 */
export function makeOnDevice(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> {
  return explained(startRegistration({ optionsJSON }));
}

/** Ends a request that still waits. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Tells the devices that a passkey opens nothing any more, where the browser can, so that they stop offering it. */
export async function forgetOnDevice(credentialID: string): Promise<void> {
  try {
    await sendSignal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID });
  } catch {
    // The device goes on offering it, and the server goes on refusing it.
  }
}

async function explained<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw new DeviceError(explain(error as Error & { code?: string }));
  }
}

function explain({ name, code }: Error & { code?: string }): string | null {
  if (code === 'ERROR_CEREMONY_ABORTED' || name === 'AbortError') return null;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return strings.exists;
  if (name === 'NotAllowedError') return strings.cancelled;
  return strings.unsupported;
}
