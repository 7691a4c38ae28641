import type { FastifyInstance, FastifyReply } from 'fastify'
import { html } from '#domain/text/html.ts'
import { checkFactor, type IdentityDeps, notifyFactorChange, requestSourceOf } from '../deps.ts'
import { formOf } from '../forms.ts'
import { backToAccount, messagePage } from '../pages/account.ts'
import { passkeyForm } from '../pages/elements.ts'
import { passkeyNameField, recoveryCodesPage, setUpPage, wrongCodeText } from '../pages/second-factor.ts'
import { type ConfirmedAction, confirmedActionRoutes } from './proof.ts'
import { type Me, requireSignIn } from './signed-in.ts'

export function accountFactorRoutes(fastify: FastifyInstance, deps: IdentityDeps): void {
  const { factors, passkeys, site, tickets } = deps
  const overview = `${site.look.base}/account`
  const back = backToAccount(site)
  const confirmPasskey = `${overview}/passkeys/confirm`
  const confirmAuthenticator = `${overview}/authenticator/confirm`

  async function isLastDemanded(sub: string): Promise<boolean> {
    const state = await factors.state(sub)
    return deps.secondFactor === 'required' && (state.authenticator ? 1 : 0) + state.passkeys <= 1
  }
  const refusedPage = () =>
    messagePage(
      site,
      'That cannot be turned off',
      `${site.look.laboratoryName} requires a second factor, and this is your only one. Set up another one first.`,
    )

  const beginAgainPage = () =>
    messagePage(site, 'That did not work', 'Nothing was added. Begin again in your account.')

  /** Shows the overview, or first the recovery codes if there are none yet. */
  async function afterAdding(reply: FastifyReply, { account }: Me): Promise<unknown> {
    if ((await factors.state(account.sub)).recoveryCodes > 0) return reply.redirect(overview, 303)
    const codes = await factors.makeRecoveryCodes(account.sub)
    return recoveryCodesPage(site, codes, site.button('Your account', '/account'))
  }

  async function addPasskeyPage({ account }: Me): Promise<string> {
    const options = await passkeys.creationOptions(account)
    return site.page(
      'Add a passkey',
      html`<p>Your device, your phone or a security key will ask you to confirm.</p>
${passkeyForm({ action: confirmPasskey, does: 'create', options, button: 'Add the passkey', content: passkeyNameField() })}
<noscript><p>To add a passkey, allow this page to run scripts.</p></noscript>${back}`,
      { passkeys: true },
    )
  }

  async function authenticatorPage({ account }: Me, ticket: string, error?: string): Promise<string> {
    const authenticator = await factors.setUpAuthenticator(account.sub, account.email, ticket)
    if (!authenticator)
      return messagePage(
        site,
        'Nothing to set up',
        'The authenticator app is already set up. Turn it off first.',
      )
    const pageInput = { action: confirmAuthenticator, authenticator, demanded: false, back, ticket }
    return setUpPage(site, error === undefined ? pageInput : { ...pageInput, error })
  }

  const actions: ConfirmedAction[] = [
    {
      path: '/account/authenticator',
      title: 'Set up an authenticator app',
      text: 'After your password, you will enter a code from an app on your phone. First confirm your identity.',
      button: 'Continue',
      async run({ me }) {
        const { sub } = me.account
        return authenticatorPage(me, await tickets.issue('set-up-authenticator', { sub }))
      },
    },
    {
      path: '/account/authenticator/off',
      title: 'Turn off the authenticator app',
      text: 'You will no longer be asked for its code.',
      button: 'Turn it off',
      async run({ request, reply, me }) {
        const { sub } = me.account
        if (await isLastDemanded(sub)) return reply.code(409).send(refusedPage())
        await factors.removeAuthenticator(sub)
        await factors.dropUselessCodes(sub)
        await notifyFactorChange(deps, me.account, requestSourceOf(request), 'authenticator-off')
        return reply.redirect(`${overview}?done=authenticator-off`, 303)
      },
    },
    {
      path: '/account/recovery-codes',
      title: 'Create new recovery codes',
      text: 'Ten new codes replace all earlier ones.',
      button: 'Create new codes',
      async run({ request, reply, me }) {
        const { authenticator, passkeys: keys } = await factors.state(me.account.sub)
        if (!authenticator && keys === 0) return reply.redirect(overview, 303)
        const codes = await factors.makeRecoveryCodes(me.account.sub)
        await notifyFactorChange(deps, me.account, requestSourceOf(request), 'recovery-codes-made')
        return recoveryCodesPage(site, codes, site.button('Your account', '/account'))
      },
    },
    {
      path: '/account/passkeys/add',
      title: 'Add a passkey',
      text: 'With a passkey your device, your phone or a security key confirms that it is you. First show it as before.',
      button: 'Continue',
      run: ({ me }) => addPasskeyPage(me),
    },
    {
      path: '/account/passkeys/remove',
      title: 'Remove the passkey',
      text: 'You will no longer be able to log in with it.',
      button: 'Remove it',
      async run({ request, reply, me, id }) {
        const { sub } = me.account
        if (await isLastDemanded(sub)) return reply.code(409).send(refusedPage())
        if (await passkeys.remove(sub, id)) {
          await factors.dropUselessCodes(sub)
          await notifyFactorChange(deps, me.account, requestSourceOf(request), 'passkey-removed')
        }
        return reply.redirect(`${overview}?done=passkey-removed`, 303)
      },
    },
  ]

  confirmedActionRoutes(fastify, deps, actions)

  fastify.post(
    '/account/authenticator/confirm',
    requireSignIn(deps, async (request, reply, me) => {
      const { account } = me
      const { code, ticket } = formOf(request, 'code', 'ticket')
      // Without this check, a stolen session could set one up and would know the key.
      const verifiedTicket = await tickets.look(ticket, 'set-up-authenticator')
      if (verifiedTicket?.sub !== account.sub || verifiedTicket.expired)
        return reply.code(400).send(beginAgainPage())
      const source = requestSourceOf(request)
      const check = () => factors.confirmAuthenticator(account.sub, code, ticket)
      if ((await checkFactor(deps, account, source, 'wrong-code', check)) !== 'right') {
        return reply.code(400).send(await authenticatorPage(me, ticket, wrongCodeText))
      }
      await tickets.take(ticket, 'set-up-authenticator')
      await notifyFactorChange(deps, account, source, 'authenticator-on')
      return afterAdding(reply, me)
    }),
  )

  fastify.post(
    '/account/passkeys/confirm',
    requireSignIn(deps, async (request, reply, me) => {
      const { answer, name } = formOf(request, 'answer', 'name')
      const added = await passkeys.add(me.account.sub, name.trim().slice(0, 60) || 'My passkey', answer)
      if (!added) return reply.code(400).send(beginAgainPage())
      await notifyFactorChange(deps, me.account, requestSourceOf(request), 'passkey-added')
      return afterAdding(reply, me)
    }),
  )
}
