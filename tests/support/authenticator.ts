import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

type CredentialOptions = { challenge: string; rpId?: string; rp?: { id?: string }; user?: { id: string } };
/** Deviations from a correct device. */
type Deviations = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number; type?: string };

/** A software authenticator with one passkey; answers as a browser would. */
export class Authenticator {
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #point: { x: Buffer; y: Buffer };
  readonly id = randomBytes(32);
  /** Incremented per use; stays 0 on devices that do not count. */
  counter: number;
  handle: string | undefined;

  constructor(origin: string, { counts = true } = {}) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
    this.counter = counts ? 1 : 0;
  }

  get credentialId(): string {
    return this.id.toString('base64url');
  }

  /** Answers the options of navigator.credentials.create(). */
  make(options: CredentialOptions, deviations: Deviations = {}) {
    this.handle = options.user?.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      this.#point.x,
      Buffer.from('225820', 'hex'),
      this.#point.y,
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cose]);
    const authData = Buffer.concat([this.#head(options.rp?.id, AT, deviations), attested]);
    const size = Buffer.from([0x58, authData.length]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      size,
      authData,
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, deviations).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers the options of navigator.credentials.get(). */
  sign(options: CredentialOptions, deviations: Deviations = {}) {
    if (this.counter > 0) this.counter++;
    const authData = this.#head(options.rpId, 0, deviations);
    const clientData = this.#clientData('webauthn.get', options.challenge, deviations);
    const signed = createSign('sha256').update(authData).update(sha256(clientData));
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signed.sign(this.#key).toString('base64url'),
      userHandle: this.handle,
    });
  }

  #answer<Response>(response: Response) {
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      response,
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    };
  }

  #head(
    rpId = 'localhost',
    flags: number,
    { isVerified = true, counter = this.counter, ...deviations }: Deviations,
  ): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(deviations.rpId ?? rpId), Buffer.from([UP | (isVerified ? UV : 0) | flags]), count]);
  }

  #clientData(type: string, challenge: string, deviations: Deviations): Buffer {
    const origin = deviations.origin ?? this.#origin;
    return Buffer.from(JSON.stringify({ type: deviations.type ?? type, challenge, origin, crossOrigin: false }));
  }
}

function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}
