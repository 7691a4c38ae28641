import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Account, isStillVerified, type VerifiedPassword } from '../accounts.ts'
import {
  checkFactor,
  checkPassword,
  type IdentityDeps,
  notifyFactorChange,
  requestSourceOf,
} from '../deps.ts'
import { formOf } from '../forms.ts'
import { confirmPage } from '../pages/account.ts'
import type { Proof } from '../pages/proof.ts'
import { type Me, requireSignIn } from './signed-in.ts'

/** The fields of `proofForm`. */
export const PROOF_FIELDS = ['current', 'code', 'answer'] as const
type ProofFields = Record<(typeof PROOF_FIELDS)[number], string>

export const wrongProofText =
  'The password is wrong, the second factor is wrong or was used before, or the account is temporarily locked.'

/** What a user must prove before an action that a stolen session must not allow. */
export async function requiredProofOf({ factors, passkeys }: IdentityDeps, { sub }: Account): Promise<Proof> {
  const state = await factors.state(sub)
  if (state.authenticator) return { kind: 'code' }
  return state.passkeys > 0
    ? { kind: 'passkey', options: await passkeys.requestOptions(sub) }
    : { kind: 'password' }
}

/**
 * What a valid proof has proven: password and second factor, or a recovery code; subject to the sign-in's
 * lockout. If the rest of the form is wrong (`isFormInvalid`), no code is used up.
 */
export async function verifyProof(
  deps: IdentityDeps,
  request: FastifyRequest,
  me: Me,
  submitted: ProofFields,
  { isFormInvalid = false } = {},
): Promise<Required<VerifiedPassword> | undefined> {
  const { account, session } = me
  const hash = await checkedHash(deps, request, me, submitted, isFormInvalid)
  if (hash === undefined) return undefined
  const verified = { sub: account.sub, hash, session: session.id }
  return (await isStillVerified(deps.db, verified)) ? verified : undefined
}

async function checkedHash(
  deps: IdentityDeps,
  request: FastifyRequest,
  { account }: Me,
  submitted: ProofFields,
  isFormInvalid: boolean,
): Promise<string | undefined> {
  const { factors, passkeys } = deps
  const { email, sub } = account
  const source = requestSourceOf(request)
  const typed = { email, password: submitted.current, account }
  const { result, hash } = await checkPassword(deps, typed, source)
  if (result !== 'right') return undefined
  const state = await factors.state(sub)
  if (isFormInvalid || (!state.authenticator && state.passkeys === 0)) return hash
  if (submitted.answer !== '') {
    const check = async () => (await passkeys.check(sub, submitted.answer)) === sub
    return (await checkFactor(deps, account, source, 'wrong-passkey', check)) === 'right' ? hash : undefined
  }
  // Codes of the app have six digits.
  const recovery = submitted.code.length > 12
  const check = () =>
    recovery ? factors.recoveryCodeFits(sub, submitted.code) : factors.codeFits(sub, submitted.code)
  if ((await checkFactor(deps, account, source, 'wrong-code', check)) !== 'right') return undefined
  if (recovery) await notifyFactorChange(deps, account, source, 'recovery-code-used')
  return hash
}

/** An action on a page of its own, after the proof. */
export interface ConfirmedAction {
  path: string
  title: string
  text: string
  button: string
  /** `id` is the object of the action. */
  run(context: { request: FastifyRequest; reply: FastifyReply; me: Me; id: string }): Promise<unknown>
}

export function confirmedActionRoutes(
  fastify: FastifyInstance,
  deps: IdentityDeps,
  actions: readonly ConfirmedAction[],
): void {
  const { site } = deps
  for (const { path, run, ...words } of actions) {
    fastify.get(
      path,
      requireSignIn(deps, async (request, _reply, { account }) => {
        const { id } = request.query as { id?: unknown }
        const proof = await requiredProofOf(deps, account)
        return confirmPage(site, proof, { ...words, id: typeof id === 'string' ? id : '' })
      }),
    )
    fastify.post(
      path,
      requireSignIn(deps, async (request, reply, me) => {
        const { id, ...submitted } = formOf(request, 'id', ...PROOF_FIELDS)
        if (await verifyProof(deps, request, me, submitted)) return run({ request, reply, me, id })
        const proof = await requiredProofOf(deps, me.account)
        return reply.code(400).send(confirmPage(site, proof, { ...words, id, error: wrongProofText }))
      }),
    )
  }
}
