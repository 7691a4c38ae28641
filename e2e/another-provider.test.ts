import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { Provider } from 'oidc-provider'
import { test, withApp } from './app.ts'

const AUDIENCE = 'urn:karyo:api'

/**
 * A hospital's own OpenID Connect provider with its own pages and keys, which knows the portal as a client.
 */
function hospitalProvider(issuer: string, portal: string): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'hospital-portal',
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${portal}/callback`, `${portal}/silent-renew`],
      },
    ],
    cookies: { keys: ['hospital'] },
    clientBasedCORS: (_ctx, origin) => origin === portal,
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    scopes: ['openid', 'profile', 'email'],
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: '', audience: AUDIENCE, accessTokenFormat: 'jwt' }),
      },
    },
  })
}

test('[GAP-10] another OpenID Connect provider signs people in by configuration alone', async ({
  browser,
}) => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  try {
    await withApp({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'hospital-portal' }, async (app) => {
      server.on('request', hospitalProvider(issuer, app.origin).callback())
      const page = await browser.newPage()
      await page.goto(`${app.origin}/orders`)
      await expect(page).toHaveURL(new RegExp(`^${issuer}`))
      await page.locator('input[name=login]').fill('rowan')
      await page.locator('input[name=password]').fill('any')
      await page.getByRole('button').first().click()
      const profileResponse = page.waitForResponse(`${app.origin}/api/physicians/current`)
      await page.getByRole('button', { name: /continue/i }).click()
      // The token is accepted, but the user is not registered at this laboratory yet.
      const answer = await profileResponse
      expect([answer.status(), (await answer.json()).code]).toEqual([404, 'not-registered'])
      // The token has no claim about a verified address: the user is told before filling in a form, with what
      // to do.
      await expect(page.getByRole('heading', { name: 'Please verify your email.', level: 1 })).toBeVisible()
      await expect(page.getByText(`Your organization’s sign-in at ${new URL(issuer).host}`)).toBeVisible()
      await expect(page.getByText('email_verified')).toBeVisible()
      await expect(page.getByText('A verification email was sent')).toHaveCount(0)
      await page.close()

      const embedded = await fetch(`${app.origin}/identity/.well-known/openid-configuration`)
      expect(embedded.status).toBe(404)
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
