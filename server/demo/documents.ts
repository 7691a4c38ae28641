import { answersFor, isTestingConsent, peopleToConsent } from '#domain/consent/consent.ts'
import { approvalIn } from '#domain/consent/law.ts'
import type { Relationship } from '#domain/lookups.ts'
import {
  blankPatient,
  blankSample,
  blankTest,
  newOrder,
  type OrderDocument,
  type OrderedTest,
  type OrderingProvider,
  type Override,
  type Patient,
  PROBAND,
  type Sample,
} from '#domain/orders/document.ts'
import { warningKey } from '#domain/orders/family.ts'
import type { KnownVariant } from '#domain/orders/known-variants.ts'
import { withFeatures } from '#domain/orders/phenotype.ts'
import { blankFetus, blankPregnancy } from '#domain/orders/pregnancy.ts'
import { table } from '#domain/table.ts'
import type { OrderedTestInfo } from '#server/features/catalogue/public.ts'
import { describedShortly, knownVariantFor } from './known-variant.ts'
import { withDetails } from './person-details.ts'
import { demoPhenotype } from './phenotype.ts'
import { asAt, homeNear } from './plausible/clinics.ts'
import { indicationsOf, type Plausible, type PlausibleOrder } from './plausible/plausible-orders.ts'
import type { Random } from './random.ts'
import { withSpecimens } from './specimens.ts'

export interface DemoWorld {
  /** The orderable tests of each institution, by its code, as configured there. */
  testsAt: ReadonlyMap<string, readonly OrderedTestInfo[]>
  /** Who has each test, and why. */
  plausible: Plausible
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

/** A date of birth of somebody who has the test: newborns and infants by days, others by years. */
function bornBefore(
  on: Date,
  { ageFrom, ageTo }: Pick<PlausibleOrder, 'ageFrom' | 'ageTo'>,
  random: Random,
): string {
  // Some days of margin: specimens are collected up to four days before the order.
  const from = Math.ceil(ageFrom) + (ageTo > 40 ? 5 : 4)
  const to = Math.max(from, Math.floor(ageTo) - 2)
  return isoDate(on.getTime() - (from + random.integer(to - from + 1)) * DAY)
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
    addresses: patient.addresses.map((one) => ({ ...one, ...address })),
  }
}

/**
 * The patient, or the mother of a fetus, and as many relatives as the test takes: the mother, the father, then
 * siblings; of a couple the partner.
 */
function familyFor(
  test: OrderedTestInfo,
  expected: PlausibleOrder,
  on: Date,
  world: DemoWorld,
  random: Random,
): Patient[] {
  const sex = expected.sex || test.sex
  const male = sex === 'Male' || (sex === '' && random.chance(0.5))
  const born = bornBefore(on, expected, random)
  const mother = expected.subject === 'living' ? {} : { affected: 'Unaffected' as const }
  const proband = {
    ...demoPatient('Proband', PROBAND, male, world, random),
    ...{ dateOfBirth: born, ...mother },
  }
  const relatives = relationsOf(test, expected).map((relationship, index): Patient => {
    const isSibling = relationship === 'Sibling'
    const isPartner = relationship === 'Partner' || expected.subject !== 'living'
    // In days, so that relatives do not share the patient's birthday. A sibling is two years younger or more.
    const drawn = random.integer(isSibling ? 600 : isPartner ? 2000 : 18 * 365)
    const older = isSibling
      ? (drawn % 300) * DAY - (1 + index) * YEAR
      : isPartner
        ? (drawn - 700) * DAY
        : 21 * YEAR + drawn * DAY
    const brother = relationship === 'Father' || isPartner || (isSibling && drawn < 300)
    const latest = on.getTime() - (isPartner ? 19 * YEAR : DAY)
    const born = Math.min(Date.parse(proband.dateOfBirth) - older, latest)
    return {
      ...demoPatient(relationship, `relative-${index + 1}`, brother, world, random),
      ...(isPartner && random.chance(0.5) ? {} : { lastName: proband.lastName }),
      ...{ dateOfBirth: isoDate(born), addresses: proband.addresses },
      affected: random.chance(0.15) && !isPartner ? 'Affected' : 'Unaffected',
    }
  })
  return [proband, ...relatives].map((person) => withDetails(person, test))
}

/** A fetus's mother is the patient already. */
function relationsOf({ relatives }: OrderedTestInfo, { subject, testCode }: PlausibleOrder): Relationship[] {
  if (testCode === COUPLE) return ['Partner']
  const all = (['Mother', 'Father', 'Sibling', 'Sibling', 'Sibling'] as const).slice(0, relatives)
  return all.filter((relationship) => subject === 'living' || relationship !== 'Mother')
}
/** Carrier screening of two partners. */
const COUPLE = '1101'

/** The pregnancy of a fetus or a loss, dated so that its specimen is taken when such specimens are. */
function pregnancyFor(
  { subject }: PlausibleOrder,
  type: string,
  collected: string,
  random: Random,
): Partial<OrderDocument> {
  if (subject === 'living') return {}
  const [from, to] = type === 'CVS' ? [78, 96] : type === 'Fetal Blood' ? [140, 170] : [112, 150]
  const age = subject === 'loss' ? 74 + random.integer(20) : from + random.integer(to - from)
  const dueDate = isoDate(Date.parse(collected) + (280 - age) * DAY)
  const fetus = { ...blankFetus('fetus-1', 'A'), nuchalTranslucency: type === 'CVS' ? '3.8' : '' }
  const ended = subject === 'loss' ? { endedOn: collected, ending: 'Miscarriage' as const } : {}
  return {
    pregnancy: {
      ...blankPregnancy(subject === 'loss' ? 'Ended' : 'Ongoing'),
      ...{ dueDate, dating: 'Ultrasound', fetusCount: 1, conception: 'Spontaneous', ...ended },
      fetuses: [fetus],
    },
    ...(subject === 'loss'
      ? {}
      : {
          priority: {
            reason: 'Ongoing pregnancy',
            neededBy: isoDate(Date.parse(collected) + 28 * DAY),
          },
        }),
  }
}

/** Specimens of relatives, if the test accepts them: prenatal specimens come from the patient alone. */
const OF_RELATIVES = ['Blood', 'Extracted DNA'] as const

/**
 * One specimen for each person, collected a few days before. Of a fetus or a loss its own comes first, with the
 * mother's for the check of maternal cells.
 */
function samplesFor(
  test: OrderedTestInfo,
  { subject }: PlausibleOrder,
  patients: readonly Patient[],
  on: Date,
  random: Random,
): Sample[] {
  const first = test.specimens[0] ?? ''
  // The laboratory's date is never later than the UTC date six hours before.
  const dayOf = (born: string) => {
    const collected = on.getTime() - random.integer(4) * DAY - DAY / 4
    return isoDate(Math.max(collected, Date.parse(born)))
  }
  const people = patients.map((patient, index): Sample => {
    const isCompared = index > 0 || subject !== 'living'
    const compared = isCompared ? OF_RELATIVES.find((one) => test.specimens.includes(one)) : undefined
    return {
      ...blankSample(patient.key, `s${index + 1}`),
      specimenType: subject !== 'living' ? 'Blood' : (compared ?? first),
      dateOfCollection: dayOf(patient.dateOfBirth),
    }
  })
  if (subject === 'living') return people
  const own: Sample = {
    ...blankSample('fetus-1', 's0'),
    ...{ specimenType: first, tissue: first === 'Fresh Tissue' ? 'POC' : '' },
    approach: first === 'CVS' ? 'TA' : '',
    dateOfCollection: people[0]?.dateOfCollection ?? '',
    contamination: { contaminationPlan: 'sent', maternalNumber: '', contaminationReason: '' },
  }
  return [own, ...people]
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

/** The answered parts of the clinical section that the test requires. */
function clinicalFor(
  test: OrderedTestInfo,
  patient: Patient | undefined,
  on: Date,
  { names }: DemoWorld,
  random: Random,
  knownVariants: readonly KnownVariant[],
): Partial<OrderDocument> {
  const blank = newOrder()
  const { targetSequencingData } = blank.familyTestingRequest
  const [known] = knownVariants
  const [gene = 'CFTR'] = test.genes
  const answers = {
    priorTesting: { priorTesting: { ...blank.priorTesting, performed: 'No' } },
    imaging: {
      imaging: [
        {
          type: 'Ultrasound',
          result: 'Abnormal',
          date: isoDate(on.getTime() - 9 * DAY),
          details: 'As in the notes.',
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
          gene: known?.gene || gene,
          variant: known ? describedShortly(known) : 'c.1521_1523del',
          relationshipToProband:
            known?.carrier.relation !== 'Mother' ? 'Sibling' : patient?.sex === 'Male' ? 'Son' : 'Daughter',
          probandFirstName: known?.carrier.firstName || random.one(names.firstFemale),
          probandLastName: known?.carrier.lastName || (patient?.lastName ?? ''),
        },
      },
    },
    notes: {},
  } as const
  return Object.assign({}, ...test.needs.map((need) => answers[need]))
}

/** The VA station of the VA hospital (data/catalogue/va-stations.csv). */
const STATIONS = table({ '1004': '901' })

function expectedOf({ plausible }: DemoWorld, { code }: OrderedTestInfo): PlausibleOrder {
  const expected = plausible.orders.get(code)
  if (!expected) throw new Error(`data/demo/plausible-orders.csv has no row for test ${code}`)
  return expected
}

/** A complete order, as a clinic would write it on that day. */
export function demoDocument(
  on: Date,
  { institution, ...provider }: OrderingProvider & { institution: string },
  world: DemoWorld,
  random: Random,
): { document: OrderDocument; test: OrderedTestInfo } {
  const test = random.one(world.testsAt.get(institution) ?? [])
  const expected = asAt(institution, expectedOf(world, test))
  const home = homeNear(institution)
  const patients = familyFor(test, expected, on, world, random).map((patient) => ({
    ...patient,
    addresses: patient.addresses.map((one) => ({ ...one, ...home })),
  }))
  const [patient] = patients
  const samples = samplesFor(test, expected, patients, on, random)
  const [{ dateOfCollection: collected = '', specimenType: type = '' } = {}] = samples
  const days = (Date.parse(collected) - Date.parse(patient?.dateOfBirth ?? '')) / DAY
  const fitting = indicationsOf(world.plausible, test.code, { sex: patient?.sex ?? '', days })
  const [first, second] = [random.one(fitting), random.one(fitting)]
  const reasons = second.code === first.code || random.chance(0.6) ? [first] : [first, second]
  const known = knownVariantFor(test, expected.subject, {
    firstName: random.one(world.names.firstFemale),
    lastName: patient?.lastName ?? '',
  })
  const document: OrderDocument = {
    ...newOrder(provider),
    ...(STATIONS[institution] ? { vaStation: STATIONS[institution] } : {}),
    ...clinicalFor(test, patient, on, world, random, known.knownVariants ?? []),
    tests: [chosen(test, random)],
    patients,
    samples,
    ...pregnancyFor(expected, type, collected, random),
    ...known,
    indicationsForTesting: reasons.map(({ code, description }) => ({ code, description })),
    clinicalNotes: `${expected.findings} (Demonstration order: the patient is invented.)`,
    payment: paymentFor(random),
    overrides: permits(test, patients, collected),
  }
  const always = new Set(
    test.consents.filter(({ id, title }) => isTestingConsent(title) || id === NEW_YORK).map(({ id }) => id),
  )
  const consents = answersFor(test.consents, peopleToConsent(document), []).map((one) => ({
    ...one,
    // The laboratory does not look for secondary findings in a fetus.
    answer:
      always.has(one.consentId) ||
      (random.chance(0.8) && !(expected.subject !== 'living' && one.consentId === 'secondary-findings')),
    reviewed: true,
  }))
  const today = isoDate(on.getTime() - DAY / 4)
  const withTubes = withSpecimens({ ...document, consents }, test, today)
  return { document: withFeatures(withTubes, demoPhenotype(withTubes, test, today) ?? []), test }
}

/** The number of the state's permit, for a test that the state where the patient lives has not approved. */
function permits(test: OrderedTestInfo, patients: readonly Patient[], day: string): Override[] {
  return patients.flatMap(({ key, addresses }) => {
    const status = approvalIn(test.consentTerms?.approvals ?? [], addresses[0]?.state ?? '', day)?.status
    const reason = 'Permit NTP-2026-0418 (invented)'
    return status === 'permit' ? [{ key: warningKey('state-approval', `${test.code} ${key}`), reason }] : []
  })
}

/** The demo catalogue's consent for specimens from New York. */
const NEW_YORK = 'new-york'

/** The rule context of a demo order: no earlier orders for its patient, and the provider who orders. */
export function demoRuleContext(tests: readonly OrderedTestInfo[], today: string) {
  return { tests, today, institutionState: '', history: [], provider: null, submitter: null }
}
