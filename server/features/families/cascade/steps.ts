import { fail } from '#contract/errors.ts'
import { neededFor } from '#domain/family/cascade/steps.ts'
import type { CascadeViewDeps, Input } from './deps.ts'
import { changing, refuseWrong } from './findings.ts'
import { insertConsent, insertStep, lockFinding } from './store.ts'

/**
 * Records what was done about a relative. What is of their test is seen only as far as they agreed; without that it is
 * stored, and counts as soon as they do.
 */
export const recordStep = (deps: CascadeViewDeps) =>
  changing<Input<'record'>>(deps, 'family.step', async (scope, family, { params, body }, now) => {
    const finding = (await lockFinding(scope, family, params.findingId)) ?? fail('not-found')
    const { member, kind, on, way, words, copies } = body
    const hasWrongCopies =
      copies.length > 0 &&
      (kind !== 'positive' || copies.length !== finding.variants.length || copies.every((one) => one === 0))
    refuseWrong(
      family,
      {
        member,
        days: { '/on': on },
        more: [
          hasWrongCopies && {
            ...{ path: '/copies', rule: 'conflicts' },
            message: 'Give the copies of each variant of a positive result, or none.',
          },
          member === finding.member && {
            ...{ path: '/member', rule: 'conflicts' },
            message: 'The finding itself is this person’s result. Change the finding instead.',
          },
        ],
      },
      now,
    )
    await insertStep(scope, finding, {
      ...{ member, kind, on_day: on, way: kind === 'told' ? way : '', words, copies, needs: neededFor(kind) },
    })
  })

export const recordConsent = (deps: CascadeViewDeps) =>
  changing<Input<'agree'>>(deps, 'family.consent', async (scope, family, { body }, now) => {
    const { member, shows, on, words } = body
    refuseWrong(family, { member, days: { '/on': on } }, now)
    await insertConsent(scope, family, { member, shows, agreed_on: on, words })
  })
