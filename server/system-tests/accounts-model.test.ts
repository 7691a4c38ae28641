import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cases } from '#domain/testing/cases.ts'
import { type Rig, startRig } from '../testing/accounts/rig.ts'
import {
  ABOUT_FACTORS,
  ABOUT_HOSPITALS,
  ABOUT_INVITATIONS,
  ABOUT_OWN_INVITATIONS,
  ABOUT_RECOVERY,
  ABOUT_ROLES,
  ABOUT_SIGN_UP,
  ABOUT_UNDOING,
  HOSPITAL_STEPS,
  STEPS,
} from '../testing/accounts/steps.ts'
import { Walk } from '../testing/accounts/walk.ts'

/** `ACCOUNT_WALKS=20000` sets the number of walks, `ACCOUNT_SEED` another seed. */
const WALKS = Number(process.env.ACCOUNT_WALKS ?? cases(200))
/** Its walks find each reintroduced mistake within 134 (testing/accounts/mutants.ts); other seeds miss one or none of eight in 200. */
const SEED = Number(process.env.ACCOUNT_SEED ?? 3)
const LONGEST = 24
/** Ends walks that hang, however many there are and however busy the machine is. */
const LIMIT_MS = 300_000 + WALKS * 3_000

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig?.stop())

const ALL_STEPS = { ...STEPS, ...HOSPITAL_STEPS }

/** One person's step; walk.ts checks its outcome. */
class Does implements fc.AsyncCommand<object, Walk> {
  readonly name: string
  readonly which: number
  constructor(name: string, which: number) {
    this.name = name
    this.which = which
  }
  check = () => true
  async run(_model: object, walk: Walk): Promise<void> {
    await ALL_STEPS[this.name]?.(walk, this.which)
  }
  toString = () => `${this.name} (${this.which})`
}

/** Steps that precede most break-ins are drawn more often. */
const OFTEN = [
  'the thief learns ada’s password, and tries it',
  'ben signs up',
  'ben verifies his address, by another password where his is refused',
]
/** All steps, and groups of related steps, which get further in a walk of the same length. */
const ABOUT = {
  everything: [...Object.keys(STEPS), ...OFTEN],
  factors: ABOUT_FACTORS,
  roles: ABOUT_ROLES,
  recovery: ABOUT_RECOVERY,
  undoing: ABOUT_UNDOING,
  signUp: ABOUT_SIGN_UP,
  invitations: ABOUT_INVITATIONS,
  ownInvitations: ABOUT_OWN_INVITATIONS,
}
const GROUPS = Object.keys(ABOUT) as (keyof typeof ABOUT)[]
const stepsOf = (names: readonly string[]) =>
  names.map((name) => {
    if (ALL_STEPS[name] === undefined) throw new Error(`no step is called ${name}`)
    return fc.nat(15).map((which) => new Does(name, which))
  })
const walks = fc
  .constantFrom(...GROUPS)
  .chain((about) =>
    fc.tuple(fc.constant(about), fc.commands(stepsOf(ABOUT[about]), { maxCommands: LONGEST, size: 'max' })),
  )

test(
  '[SEC-04 SEC-06 SEC-07 SEC-08 SEC-10] no sequence of steps by two honest users, an administrator and a thief gives anybody an account or role that they were not entitled to',
  async () => {
    let walked = 0
    let stolen = 0
    await fc.assert(
      fc.asyncProperty(walks, async ([about, commands]) => {
        walked += 1
        await rig.clear()
        const walk = new Walk(rig, about === 'factors' ? 'required' : 'optional')
        await walk.begin()
        await fc.asyncModelRun(() => ({ model: {}, real: walk }), commands)
        await walk.storm()
        if (walk.stolen) stolen += 1
      }),
      { numRuns: WALKS, seed: SEED, ...(process.env.ACCOUNT_MUTANT ? { endOnFailure: true } : {}) },
    )
    console.log(
      `account walks: ${walked}, in ${stolen} of which the thief was in an account whose password they had`,
    )
    // A model in which the thief never gets in anywhere would prove nothing.
    expect(stolen).toBeGreaterThan(0)
  },
  LIMIT_MS,
)

/** Its walks find a link that outlives the owner's recovery within 5 (testing/accounts/mutants.ts). */
const HOSPITAL_WALKS = Math.ceil(WALKS / 4)

test(
  '[SEC-04] no sequence of steps leaves a thief’s hospital in an account that its owner has recovered, or locks the owner out',
  async () => {
    let linked = 0
    await fc.assert(
      fc.asyncProperty(
        fc.commands(stepsOf(ABOUT_HOSPITALS), { maxCommands: LONGEST, size: 'max' }),
        async (commands) => {
          await rig.clear()
          const walk = new Walk(rig, 'optional')
          await walk.begin()
          await fc.asyncModelRun(() => ({ model: {}, real: walk }), commands)
          await walk.storm()
          if (walk.wasLinked) linked += 1
        },
      ),
      { numRuns: HOSPITAL_WALKS, seed: SEED, ...(process.env.ACCOUNT_MUTANT ? { endOnFailure: true } : {}) },
    )
    expect(linked).toBeGreaterThan(0)
  },
  LIMIT_MS,
)
