import type { CDPSession, Page } from 'playwright';

type Device = {
  id: string;
  /** Whether user verification succeeds. */
  recognise: (isRecognised: boolean) => Promise<unknown>;
  credentials: () => Promise<Credential[]>;
  hold: (credential: Credential) => Promise<unknown>;
};
type Credential = Parameters<CDPSession['send']>[1] & { credentialId: string; signCount: number };

/** Gives the page a virtual authenticator that confirms at once. */
export async function addDevice(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    id,
    recognise: (isUserVerified) => session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified }),
    credentials: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials as unknown as Credential[],
    hold: (credential) =>
      session.send('WebAuthn.addCredential', { authenticatorId: id, credential: credential as never }),
  };
}
