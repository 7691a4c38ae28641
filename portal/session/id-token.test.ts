import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import { expect, test } from 'vitest'
import { isIssuedFor } from './id-token.ts'

test('an ID token counts only if it is made out to the portal', () => {
  expect(isIssuedFor({ aud: 'portal' }, 'portal')).toBe(true)
  expect(isIssuedFor({ aud: ['portal'] }, 'portal')).toBe(true)
  expect(isIssuedFor({ aud: ['portal', 'ehr'], azp: 'portal' }, 'portal')).toBe(true)
  for (const other of [
    ...[{ aud: 'ehr' }, { aud: [] }, { aud: 'portal-2' }, { aud: ['portal', 'ehr'] }],
    ...[
      { aud: 'portal', azp: 'ehr' },
      { aud: 'ehr', azp: 'portal' },
    ],
  ])
    expect(isIssuedFor(other, 'portal')).toBe(false)
})

test('an answer of the identity provider that this browser did not ask for is not looked at', async () => {
  const client = new OidcClient({
    ...{
      authority: 'https://identity.test',
      client_id: 'portal',
      redirect_uri: 'https://portal.test/callback',
    },
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    metadata: { issuer: 'https://identity.test', token_endpoint: 'https://identity.test/nobody-is-asked' },
  })
  for (const query of ['code=theirs&state=made-up', 'code=theirs', 'error=access_denied&state=made-up'])
    await expect(client.processSigninResponse(`https://portal.test/callback?${query}`)).rejects.toThrow(
      /state/i,
    )
})
