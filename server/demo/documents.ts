import { answersFor, isTestingConsent, peopleToConsent } from '#domain/consent/consent.ts'
import type { Relationship } from '#domain/lookups.ts'
import {
  blankPatient,
  blankSample,
  blankTest,
  newOrder,
  type OrderDocument,
  type OrderedTest,
  type OrderingProvider,
  type Patient,
  PROBAND,
  type Sample,
} from '#domain/orders/document.ts'
import { withFeatures } from '#domain/orders/phenotype.ts'
import { table } from '#domain/table.ts'
import type { OrderedTestInfo } from '#server/features/catalogue/public.ts'
import { withDetails } from './person-details.ts'
import { demoPhenotype } from './phenotype.ts'
import type { Random } from './random.ts'
import { withSpecimens } from './specimens.ts'

export interface DemoWorld {
  /** The orderable tests of each institution, by its code, as configured there. */
  testsAt: ReadonlyMap<string, readonly OrderedTestInfo[]>
  indications: readonly { code: string; description: string }[]
  names: { firstFemale: readonly string[]; firstMale: readonly string[]; last: readonly string[] }
}

const DAY = 24 * 3_600_000
const YEAR = 365.25 * DAY
const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10)

function chosen(test: OrderedTestInfo, random: Random): OrderedTest {
  const genes = { all: 0, one: 1, some: 3 }[test.geneChoice]
  const from = random.integer(Math.max(1, test.genes.length - genes))
  return { ...blankTest(test.code, test.testName), genes: test.genes.slice(from, from + genes) }
}

/** A date of birth relative to `on`: from days to eighty years before; a patient who comes with parents is a child. */
function bornBefore(on: Date, child: boolean, random: Random): string {
  const years = child || random.chance(0.55) ? random.integer(16) : 16 + random.integer(62)
  return isoDate(on.getTime() - years * YEAR - (20 + random.integer(340)) * DAY)
}

function demoPatient(
  relationship: Relationship,
  key: string,
  male: boolean,
  world: DemoWorld,
  random: Random,
) {
  const patient = blankPatient(relationship, key)
  const address = { addressLine1: `${1 + random.integer(900)} Demonstration Lane`, city: 'Springvale' }
  return {
    ...patient,
    firstName: random.one(male ? world.names.firstMale : world.names.firstFemale),
    lastName: random.one(world.names.last),
    sex: male ? ('Male' as const) : ('Female' as const),
    recordNumber: `DEMO-${100000 + random.integer(900000)}`,
    addresses: patient.addresses.map((one) => ({ ...one, ...address, state: 'IL', postalCode: '60601' })),
  }
}

/** The patient, and as many relatives as the test takes: the mother, the father, then siblings. */
function familyFor(test: OrderedTestInfo, on: Date, world: DemoWorld, random: Random): Patient[] {
  const male = test.sex === 'Male' || (test.sex === '' && random.chance(0.5))
  const born = bornBefore(on, test.relatives > 0, random)
  const proband = { ...demoPatient('Proband', PROBAND, male, world, random), dateOfBirth: born }
  const relatives = Array.from({ length: test.relatives }, (_, index): Patient => {
    const relationship = (['Mother', 'Father'] as const)[index] ?? 'Sibling'
    const isSibling = relationship === 'Sibling'
    // In days, so that relatives do not share the patient's birthday. A sibling is two years younger or more.
    const drawn = random.integer(isSibling ? 600 : 18 * 365)
    const older = isSibling ? (drawn % 300) * DAY - (1 + index) * YEAR : 21 * YEAR + drawn * DAY
    const brother = relationship === 'Father' || (isSibling && drawn < 300)
    const born = Math.min(Date.parse(proband.dateOfBirth) - older, on.getTime() - DAY)
    return {
      ...demoPatient(relationship, `relative-${index + 1}`, brother, world, random),
      ...{ lastName: proband.lastName, dateOfBirth: isoDate(born), addresses: proband.addresses },
      affected: random.chance(0.15) ? 'Affected' : 'Unaffected',
    }
  })
  return [proband, ...relatives].map((person) => withDetails(person, test))
}

/** Specimens of relatives, if the test accepts them: prenatal specimens come from the patient alone. */
const OF_RELATIVES = ['Blood', 'Extracted DNA'] as const

/** One specimen for each person, collected a few days before. */
function samplesFor(test: OrderedTestInfo, patients: readonly Patient[], on: Date, random: Random): Sample[] {
  return patients.map((patient, index): Sample => {
    const first = test.specimens[0] ?? ''
    const relativeSpecimen = index > 0 ? OF_RELATIVES.find((one) => test.specimens.includes(one)) : undefined
    const type = relativeSpecimen ?? first
    // The laboratory's date is never later than the UTC date six hours before.
    const collected = on.getTime() - random.integer(4) * DAY - DAY / 4
    return {
      ...blankSample(patient.key, `s${index + 1}`),
      ...{
        specimenType: type,
        tissue: type === 'Fresh Tissue' ? 'POC' : '',
        approach: type === 'CVS' ? 'TA' : '',
      },
      dateOfCollection: isoDate(Math.max(collected, Date.parse(patient.dateOfBirth))),
    }
  })
}

function paymentFor(random: Random): OrderDocument['payment'] {
  const { insurance } = newOrder().payment
  const kind = random.integer(10)
  if (kind < 2) return { billingType: 'SelfPay', paymentMethod: 'BillToPatient', insurance }
  if (kind < 5) return { billingType: 'Intitutional', paymentMethod: 'None', insurance }
  return insurancePayment(random)
}

export function insurancePayment(random: Random): OrderDocument['payment'] {
  return {
    billingType: 'Insurance',
    paymentMethod: 'None',
    insurance: {
      ...newOrder().payment.insurance,
      company: random.one(['Harbor Health PPO', 'Meadow Mutual', 'Northlight HMO', 'Cobalt Care']),
      kind: random.one(['Commercial', 'Commercial', 'Medicaid', 'TRICARE']),
      memberId: `DEMO${1000000 + random.integer(9000000)}`,
      holderRelationship: 'Self',
    },
  }
}

/**
 * Codes that share a significant word with the test's name; otherwise developmental delay and congenital
 * malformations.
 */
function indicationsFor(test: OrderedTestInfo, world: DemoWorld): DemoWorld['indications'] {
  // The laboratory's list knows more about a code than an order holds.
  const indications = world.indications.map(({ code, description }) => ({ code, description }))
  const words = test.testName.toLowerCase().match(/[a-z]{6,}/g) ?? []
  const telling = words.filter(
    (word) =>
      !/^(panel|comprehensive|hereditary|expanded|disorder|disease|syndrome|carrier|cancer|multiple)/.test(
        word,
      ),
  )
  const fitting = indications.filter((one) =>
    telling.some((word) => one.description.toLowerCase().includes(word)),
  )
  return fitting.length > 0 ? fitting : indications.filter((one) => /^(R62|F84|Q89|R29)/.test(one.code))
}

/** The answered parts of the clinical section that the test requires. */
function clinicalFor(test: OrderedTestInfo, on: Date, random: Random): Partial<OrderDocument> {
  const blank = newOrder()
  const [gene = 'CFTR'] = test.genes
  const { targetSequencingData } = blank.familyTestingRequest
  const answers = {
    priorTesting: { priorTesting: { ...blank.priorTesting, performed: 'No' } },
    imaging: {
      imaging: [
        {
          type: 'Ultrasound',
          result: 'Abnormal',
          date: isoDate(on.getTime() - 9 * DAY),
          details: 'Invented.',
        },
      ],
    },
    familyHistory: { familyHistory: { familyHistoryOfDiseaseBeingTested: 'No', diagnoses: [] } },
    familyTesting: {
      familyTestingRequest: {
        ...blank.familyTestingRequest,
        targetSequencing: true,
        targetSequencingData: {
          ...targetSequencingData,
          ...{ gene, variant: 'c.1521_1523del', relationshipToProband: 'Sibling' },
          ...{ probandFirstName: 'Invented', probandLastName: `Relative ${1 + random.integer(90)}` },
        },
      },
    },
    notes: {},
  } as const
  return Object.assign({}, ...test.needs.map((need) => answers[need]))
}

/** The VA station of the VA hospital (data/catalogue/va-stations.csv). */
const STATIONS = table({ '1004': '901' })

/** A complete order, as a clinic would write it on that day. */
export function demoDocument(
  on: Date,
  { institution, ...provider }: OrderingProvider & { institution: string },
  world: DemoWorld,
  random: Random,
): { document: OrderDocument; test: OrderedTestInfo } {
  const test = random.one(world.testsAt.get(institution) ?? [])
  const patients = familyFor(test, on, world, random)
  const fitting = indicationsFor(test, world)
  const [first, second] = [random.one(fitting), random.one(fitting)]
  const document: OrderDocument = {
    ...newOrder(provider),
    ...(STATIONS[institution] ? { vaStation: STATIONS[institution] } : {}),
    ...clinicalFor(test, on, random),
    tests: [chosen(test, random)],
    patients,
    samples: samplesFor(test, patients, on, random),
    indicationsForTesting: second.code === first.code || random.chance(0.6) ? [first] : [first, second],
    clinicalNotes: 'Demonstration order, invented throughout.',
    payment: paymentFor(random),
  }
  const always = new Set(
    test.consents.filter(({ id, title }) => isTestingConsent(title) || id === NEW_YORK).map(({ id }) => id),
  )
  const consents = answersFor(test.consents, peopleToConsent(document), []).map((one) => ({
    ...one,
    answer: always.has(one.consentId) || random.chance(0.8),
    reviewed: true,
  }))
  const today = isoDate(on.getTime() - DAY / 4)
  const withTubes = withSpecimens({ ...document, consents }, test, today)
  return { document: withFeatures(withTubes, demoPhenotype(withTubes, test, today) ?? []), test }
}

/** The demo catalogue's consent for specimens from New York. */
const NEW_YORK = 'new-york'

/** The rule context of a demo order: no earlier orders for its patient, and the provider who orders. */
export function demoRuleContext(tests: readonly OrderedTestInfo[], today: string) {
  return { tests, today, institutionState: '', history: [], provider: null, submitter: null }
}
