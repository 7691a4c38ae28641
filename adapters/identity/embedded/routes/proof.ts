import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts.ts'
import { formOf } from '../forms.ts'
import { confirmPage } from '../pages/account.ts'
import type { Proof } from '../pages/proof.ts'
import { callerOf, checkFactor, checkPassword, type Parts, tellFactorChange } from '../parts.ts'
import { type Me, signedIn } from './signed-in.ts'

/** The fields of `proofForm`. */
export const PROOF_FIELDS = ['current', 'code', 'answer'] as const
type Shown = Record<(typeof PROOF_FIELDS)[number], string>

export const wrongProofText =
  'This is not your password, or your second factor did not fit or was used before, or the account is locked for a while.'

/** What an account is to show before something that a stolen session must not do. */
export async function proofAskedOf({ factors, passkeys }: Parts, { sub }: Account): Promise<Proof> {
  const state = await factors.state(sub)
  if (state.authenticator) return { kind: 'code' }
  return state.passkeys > 0
    ? { kind: 'passkey', options: await passkeys.requestOptions(sub) }
    : { kind: 'password' }
}

/**
 * Whether that was shown: password and second factor, or a recovery code; under the same lockout as the sign-in. Where
 * the rest of the form is wrong (`inVain`), no code is used up for it.
 */
export async function isThemself(
  parts: Parts,
  request: FastifyRequest,
  { account }: Me,
  shown: Shown,
  { inVain = false } = {},
): Promise<boolean> {
  const { factors, passkeys } = parts
  const { email, sub } = account
  const caller = callerOf(request)
  const typed = { email, password: shown.current, account }
  if ((await checkPassword(parts, typed, caller)) !== 'right') return false
  const state = await factors.state(sub)
  if (inVain || (!state.authenticator && state.passkeys === 0)) return true
  if (shown.answer !== '') {
    const check = async () => (await passkeys.check(sub, shown.answer)) === sub
    return (await checkFactor(parts, account, caller, 'wrong-passkey', check)) === 'right'
  }
  // A code of the app has six digits.
  const recovery = shown.code.length > 12
  const check = () =>
    recovery ? factors.recoveryCodeFits(sub, shown.code) : factors.codeFits(sub, shown.code)
  if ((await checkFactor(parts, account, caller, 'wrong-code', check)) !== 'right') return false
  if (recovery) await tellFactorChange(parts, account, caller, 'recovery-code-used')
  return true
}

/** What is done on a page of its own, after the proof. */
export interface ProvenAction {
  path: string
  title: string
  text: string
  button: string
  /** `id` is the thing it is done to. */
  run(context: { request: FastifyRequest; reply: FastifyReply; me: Me; id: string }): Promise<unknown>
}

export function provenActions(
  fastify: FastifyInstance,
  parts: Parts,
  actions: readonly ProvenAction[],
): void {
  const { site } = parts
  for (const { path, run, ...words } of actions) {
    fastify.get(
      path,
      signedIn(parts, async (request, _reply, { account }) => {
        const { id } = request.query as { id?: unknown }
        const proof = await proofAskedOf(parts, account)
        return confirmPage(site, proof, { ...words, id: typeof id === 'string' ? id : '' })
      }),
    )
    fastify.post(
      path,
      signedIn(parts, async (request, reply, me) => {
        const { id, ...shown } = formOf(request, 'id', ...PROOF_FIELDS)
        if (await isThemself(parts, request, me, shown)) return run({ request, reply, me, id })
        const proof = await proofAskedOf(parts, me.account)
        return reply.code(400).send(confirmPage(site, proof, { ...words, id, error: wrongProofText }))
      }),
    )
  }
}
