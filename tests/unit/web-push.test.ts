import { createECDH, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { authorize, encrypt, makeKeys } from '~/server/notices/push/web-push';

const decode = (text: string) => Buffer.from(text, 'base64url');

function isSignedBy(publicKey: string, token: string): boolean {
  const [header, claims, signature = ''] = token.split('.');
  const x = decode(publicKey).subarray(1, 33).toString('base64url');
  const y = decode(publicKey).subarray(33).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  return verify('sha256', Buffer.from(`${header}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, decode(signature));
}

test('a message is encrypted as in RFC 8291, appendix A', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(decode('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const device = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const salt = decode('DGv6ra1nlYgDCS1FRnbzlw');
  expect(encrypt('When I grow up, I want to be a watermelon', device, { sender, salt }).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
      'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
      'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  const [one, other] = [encrypt('x', device), encrypt('x', device)];
  expect(one.equals(other)).toBe(false);
  expect(encrypt('x'.repeat(3993), device).byteLength).toBe(4096);
  expect(() => encrypt('x'.repeat(3994), device)).toThrow(RangeError);
});

test('a sender is named as in RFC 8292, section 2.4', () => {
  const token =
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1' +
    'YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjj' +
    'vW2L9OkSSHzvoD1oA';
  const publicKey = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
  expect(isSignedBy(publicKey, token)).toBe(true);

  const keys = makeKeys();
  expect([decode(keys.publicKey).byteLength, decode(keys.privateKey).byteLength]).toEqual([65, 32]);
  // The example's moment, less the half day for which ours are valid.
  const now = (1453523768 - 12 * 3600) * 1000;
  const endpoint = 'https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV';
  const [, own = '', named] =
    /^vapid t=(\S+), k=(\S+)$/.exec(authorize(endpoint, 'mailto:push@example.com', keys, now)) ?? [];
  expect(named).toBe(keys.publicKey);
  // A signature differs each time; what is signed does not.
  expect(own.split('.').slice(0, 2)).toEqual(token.split('.').slice(0, 2));
  expect(isSignedBy(keys.publicKey, own)).toBe(true);
  expect(isSignedBy(publicKey, own)).toBe(false);
});
