import { createDecipheriv } from 'node:crypto';
import { readKeyFile } from '../../src/server/secrets/key-file.ts';

/** Decrypts what the product sealed (server/secrets) with this key file. */
export function unseal(box: Buffer, keyFile: string, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', readKeyFile(keyFile).seal, box.subarray(1, 13));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(box.subarray(-16));
  return Buffer.concat([decipher.update(box.subarray(13, -16)), decipher.final()]).toString();
}
