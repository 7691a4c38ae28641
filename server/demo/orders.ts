import { addWorkingDays } from '#domain/dates/dates.ts'
import { newOrder, type OrderDocument, type OrderingProvider, type Patient } from '#domain/orders/document.ts'
import type { OrderState } from '#domain/orders/status.ts'
import type { OrderedTestFacts } from '#server/features/catalogue/reads.ts'
import type { Random } from './random.ts'

export interface DemoWorld {
  tests: readonly OrderedTestFacts[]
  indications: readonly { code: string; description: string }[]
  names: { firstFemale: readonly string[]; firstMale: readonly string[]; last: readonly string[] }
}

export interface DemoOrder {
  state: OrderState
  document: OrderDocument
  createdAt: Date
  submittedAt: Date | null
  accessionedAt: Date | null
  /** ISO date. */
  expectedOn: string | null
  reportedAt: Date | null
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Two years. */
const SPAN_DAYS = 730

/** How far an order of a given age in days has come: old ones are reported, a few are late or cancelled. */
function stateAt(ageDays: number, turnaroundDays: number, random: Random): OrderState {
  if (random.chance(0.02)) return 'cancelled'
  if (ageDays < 3 || (ageDays < 8 && random.chance(0.5))) return 'en-route'
  if (ageDays < 6) return 'accessioned'
  const due = turnaroundDays * 1.45 + 4
  if (ageDays < due || (ageDays < due + 12 && random.chance(0.15)))
    return random.chance(0.15) ? 'accessioned' : 'in-process'
  return 'reported'
}

/** A date of birth that nobody outgrows: from days to eighty years before `on`. */
function bornBefore(on: Date, random: Random): string {
  const years = random.chance(0.55) ? random.whole(16) : 16 + random.whole(62)
  return new Date(on.getTime() - years * 365.25 * DAY - (20 + random.whole(340)) * DAY)
    .toISOString()
    .slice(0, 10)
}

function patientFor(test: OrderedTestFacts, on: Date, world: DemoWorld, random: Random): Patient {
  const male = test.sex === 'Male' || (test.sex === '' && random.chance(0.5))
  return {
    ...(newOrder().patients[0] as Patient),
    firstName: random.one(male ? world.names.firstMale : world.names.firstFemale),
    lastName: random.one(world.names.last),
    dateOfBirth: bornBefore(on, random),
    sex: male ? 'Male' : 'Female',
    recordNumber: `DEMO-${100000 + random.whole(900000)}`,
    address: {
      addressLine1: `${1 + random.whole(900)} Demonstration Lane`,
      addressLine2: '',
      city: 'Springvale',
      state: 'IL',
      postalCode: '60601',
    },
  }
}

function paymentFor(random: Random): OrderDocument['payment'] {
  const { insurance } = newOrder().payment
  const kind = random.whole(10)
  if (kind < 2) return { billingType: 'SelfPay', paymentMethod: 'BillToPatient', insurance }
  if (kind < 5) return { billingType: 'Intitutional', paymentMethod: 'None', insurance }
  return {
    billingType: 'Insurance',
    paymentMethod: 'None',
    insurance: {
      ...insurance,
      company: random.one(['Harbor Health PPO', 'Meadow Mutual', 'Northlight HMO', 'Cobalt Care']),
      memberId: `DEMO${1000000 + random.whole(9000000)}`,
      holderRelationship: 'Self',
    },
  }
}

/** Codes that share a telling word with the test's name; else developmental delay and congenital malformations. */
function indicationsFor(test: OrderedTestFacts, { indications }: DemoWorld): DemoWorld['indications'] {
  const words = test.testName.toLowerCase().match(/[a-z]{6,}/g) ?? []
  const telling = words.filter(
    (word) => !/^(panel|comprehensive|hereditary|expanded|disorder|syndrome|carrier)/.test(word),
  )
  const fitting = indications.filter((one) =>
    telling.some((word) => one.description.toLowerCase().includes(word)),
  )
  return fitting.length > 0 ? fitting : indications.filter((one) => /^(R62|F84|Q89|R29)/.test(one.code))
}

function documentFor(on: Date, provider: OrderingProvider, world: DemoWorld, random: Random): OrderDocument {
  const test = random.one(world.tests)
  const patient = patientFor(test, on, world, random)
  const collected = new Date(Math.max(on.getTime() - random.whole(4) * DAY, Date.parse(patient.dateOfBirth)))
  const fitting = indicationsFor(test, world)
  const first = random.one(fitting)
  const second = random.one(fitting)
  return {
    ...newOrder(provider),
    tests: [{ testCode: test.code, testName: test.testName }],
    patients: [patient],
    samples: [
      {
        patient: 0,
        specimenType: test.specimens[0] ?? '',
        dateOfCollection: collected.toISOString().slice(0, 10),
      },
    ],
    indicationsForTesting: second.code === first.code || random.chance(0.6) ? [first] : [first, second],
    clinicalNotes: 'Demonstration order, invented throughout.',
    consents: test.consents.map((consent) => ({ consentId: consent.id, answer: random.chance(0.8) })),
    payment: paymentFor(random),
  }
}

/** A draft as people leave them: begun, with this or that still to be filled in. */
function unfinished(document: OrderDocument, random: Random): OrderDocument {
  const left = structuredClone(document)
  if (random.chance(0.7)) left.indicationsForTesting = []
  if (random.chance(0.6)) left.payment = newOrder().payment
  if (random.chance(0.4)) left.samples = newOrder().samples
  if (random.chance(0.5)) left.consents = []
  return left
}

/** One invented order, begun `ageDays` before `now`. */
export function demoOrder(
  now: Date,
  provider: OrderingProvider,
  world: DemoWorld,
  random: Random,
): DemoOrder {
  // More of them are recent, as in a laboratory that grows.
  const ageDays = Math.floor((random.whole(1000) / 1000) ** 1.3 * SPAN_DAYS)
  const createdAt = new Date(now.getTime() - ageDays * DAY - random.whole(10) * HOUR - HOUR)
  const document = documentFor(createdAt, provider, world, random)
  if (random.chance(0.03))
    return {
      state: 'draft',
      document: unfinished(document, random),
      createdAt: new Date(now.getTime() - random.whole(20 * 24) * HOUR - HOUR / 2),
      ...{ submittedAt: null, accessionedAt: null, expectedOn: null, reportedAt: null },
    }
  const test = world.tests.find((one) => one.code === document.tests[0]?.testCode)
  const turnaround = test?.turnaroundDays ?? 15
  const state = stateAt(ageDays, turnaround, random)
  const submittedAt = new Date(createdAt.getTime() + (5 + random.whole(40)) * 60_000)
  const arrived = state !== 'en-route' && state !== 'cancelled'
  const accessionedAt = arrived
    ? new Date(Math.min(submittedAt.getTime() + (1 + random.whole(3)) * DAY, now.getTime() - HOUR))
    : null
  const expectedOn = accessionedAt && addWorkingDays(accessionedAt.toISOString().slice(0, 10), turnaround)
  const reportedAt =
    state === 'reported' && expectedOn
      ? new Date(
          Math.min(
            Date.parse(expectedOn) + (random.whole(6) - 3) * DAY + 15 * HOUR,
            now.getTime() - HOUR / 2,
          ),
        )
      : null
  return { state, document, createdAt, submittedAt, accessionedAt, expectedOn, reportedAt }
}
