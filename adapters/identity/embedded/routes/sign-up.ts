import type { FastifyInstance } from 'fastify'
import { countAttempt, type Limit } from '../attempts.ts'
import { evenly } from '../evenly.ts'
import { emailIn, formOf } from '../forms.ts'
import { checkMailPage, type SignUpErrors, type SignUpValues, signUpPage } from '../pages/sign-up.ts'
import { callerOf, type Parts, resetAddress, sendVerification, verifyLink } from '../parts.ts'
import { newPasswordErrors } from '../password-rules.ts'

/** New accounts from one address. */
export const signUpLimit: Limit = { max: 200, minutes: 60 }

/** Letters of any script, with what stands between them. No address of a page fits: names are shown to others. */
const namePattern = /^\p{L}[\p{L}\p{M} .'’-]*$/u

export function signUpRoutes(fastify: FastifyInstance, parts: Parts): void {
  const { accounts, db, issuer, notices, site } = parts

  fastify.get('/sign-up', async () => signUpPage(site, { firstName: '', lastName: '', email: '' }))

  fastify.post('/sign-up', async (request, reply) => {
    const form = formOf(request, 'firstName', 'lastName', 'email', 'password', 'repeated')
    const errors = await errorsOf(form, site.look.laboratoryName)
    if (Object.keys(errors).length > 0) return reply.code(400).send(signUpPage(site, form, errors))
    const caller = callerOf(request)
    if ((await countAttempt(db, `sign-up:${caller.address}`, signUpLimit)) > signUpLimit.max) {
      const text = 'Too many accounts were made from your network within an hour. Please try again later.'
      return reply.code(429).send(signUpPage(site, form, { email: text }))
    }
    const email = emailIn(form.email) ?? ''
    await evenly(create(email))
    return checkMailPage(site, email)

    async function create(address: string): Promise<void> {
      const { sub, created } = await accounts.create({
        email: address,
        emailVerified: false,
        firstName: form.firstName.trim(),
        lastName: form.lastName.trim(),
        roles: [],
        password: form.password,
      })
      const account = await accounts.find(sub)
      if (!account) return
      if (created) {
        await notices.event({ type: 'account-created', sub, email: address, address: caller.address })
        await sendVerification(parts, account)
        return
      }
      // Whoever made an unverified account before, or this one, may not be its address's owner: to verify it takes the
      // password of the newest sign-up, or a reset.
      await notices.limitedMail(address, 'already', async () => ({
        kind: 'already',
        logIn: `${issuer}/sign-in`,
        reset: resetAddress(parts),
        ...(account.emailVerified ? {} : { verify: await verifyLink(parts, account) }),
      }))
    }
  })

  fastify.post('/verify/resend', async (request) => {
    const form = formOf(request, 'email')
    const email = emailIn(form.email)
    const account = email === null ? undefined : await accounts.findByEmail(email)
    await evenly(account && !account.emailVerified ? sendVerification(parts, account) : Promise.resolve())
    return checkMailPage(site, email ?? '', true)
  })
}

async function errorsOf(
  form: SignUpValues & { password: string; repeated: string },
  laboratoryName: string,
): Promise<SignUpErrors> {
  const known = [form.email, form.firstName, form.lastName, laboratoryName]
  const errors: SignUpErrors = { ...(await newPasswordErrors(form, known)), ...nameErrors(form) }
  if (emailIn(form.email) === null) errors.email = 'Enter an e-mail address, such as name@clinic.org.'
  return errors
}

/** What is wrong with a person's name. */
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
