import type { FastifyInstance } from 'fastify'
import { networkOf } from '#domain/network/network-of.ts'
import { countAttempt, type Limit } from '../attempts.ts'
import { inConstantTime } from '../constant-time.ts'
import { type IdentityDeps, requestSourceOf, resetAddress, sendVerification, verifyLink } from '../deps.ts'
import { emailIn, formOf } from '../forms.ts'
import { checkMailPage, type SignUpErrors, type SignUpValues, signUpPage } from '../pages/sign-up.ts'
import { lengthErrors, type NewPassword, newPasswordErrors } from '../password-rules.ts'

/** New accounts from one network. */
export const signUpLimit: Limit = { max: 200, minutes: 60 }
/** Forms from one network, valid or not: each may cause a password to be judged. */
export const signUpTries: Limit = { max: 600, minutes: 60 }

const tooManyText = 'Too many accounts were created from your network within an hour. Please try again later.'

/** Letters of any script, with common separators. No URL matches: names are shown to others. */
const namePattern = /^\p{L}[\p{L}\p{M} .'’-]*$/u

export function signUpRoutes(fastify: FastifyInstance, deps: IdentityDeps): void {
  const { accounts, db, issuer, notices, site } = deps

  fastify.get('/sign-up', async () => signUpPage(site, { firstName: '', lastName: '', email: '' }))

  fastify.post('/sign-up', async (request, reply) => {
    const form = formOf(request, 'firstName', 'lastName', 'email', 'password', 'repeated')
    const source = requestSourceOf(request)
    const network = networkOf(source.address)
    const tooMany = () => reply.code(429).send(signUpPage(site, form, { email: tooManyText }))
    if ((await countAttempt(db, `sign-up-tries:${network}`, signUpTries)) > signUpTries.max) return tooMany()
    const known = [form.email, form.firstName, form.lastName, site.look.laboratoryName]
    // Cheap checks first, all together; the password's strength only if everything else is right.
    const wrong = formErrors(form)
    const errors =
      Object.keys(wrong).length > 0 ? wrong : await newPasswordErrors(deps.passwords, form, known, network)
    if (Object.keys(errors).length > 0) return reply.code(400).send(signUpPage(site, form, errors))
    if ((await countAttempt(db, `sign-up:${network}`, signUpLimit)) > signUpLimit.max) return tooMany()
    const email = emailIn(form.email) ?? ''
    await inConstantTime(create(email), deps.floorMs)
    return checkMailPage(site, email)

    async function create(address: string): Promise<void> {
      const account = {
        ...{ email: address, emailVerified: false, roles: [], password: form.password },
        ...{ firstName: form.firstName.trim(), lastName: form.lastName.trim() },
      }
      const { sub, created } = await accounts.create(account, { who: network })
      const stored = await accounts.find(sub)
      if (!stored) return
      if (created) {
        await notices.event({ type: 'account-created', sub, email: address, address: source.address })
        await sendVerification(deps, stored)
        return
      }
      // Neither the creator of an unverified account nor this user may own the address: verifying it requires
      // the password of the newest sign-up, or a reset.
      await notices.limitedMail(address, 'already', async () => ({
        kind: 'already',
        logIn: `${issuer}/sign-in`,
        reset: resetAddress(deps),
        ...(stored.emailVerified ? {} : { verify: await verifyLink(deps, stored) }),
      }))
    }
  })

  fastify.post('/verify/resend', async (request) => {
    const form = formOf(request, 'email')
    const email = emailIn(form.email)
    const account = email === null ? undefined : await accounts.findByEmail(email)
    const sent = account && !account.emailVerified ? sendVerification(deps, account) : Promise.resolve()
    await inConstantTime(sent, deps.floorMs)
    return checkMailPage(site, email ?? '', true)
  })
}

/** Errors visible at first sight. */
function formErrors(form: SignUpValues & NewPassword): SignUpErrors {
  const errors: SignUpErrors = { ...lengthErrors(form), ...nameErrors(form) }
  if (emailIn(form.email) === null) errors.email = 'Enter an e-mail address, such as name@clinic.org.'
  return errors
}

/** Errors in a person's name. */
export function nameErrors(typed: { firstName: string; lastName: string }) {
  const firstName = nameError(typed.firstName, 'first')
  const lastName = nameError(typed.lastName, 'last')
  return {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
  }
}

function nameError(typed: string, which: string): string | undefined {
  const name = typed.trim()
  if (name === '') return `Enter your ${which} name.`
  if (name.length > 100) return 'Enter at most 100 characters.'
  return namePattern.test(name) ? undefined : 'Use letters, spaces, hyphens, apostrophes and periods.'
}
