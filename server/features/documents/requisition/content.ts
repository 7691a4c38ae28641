import { countryLine } from '#domain/addresses/in-lines.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Signature } from '#domain/orders/attestation.ts'
import type { OrderDocument, Patient, Payment, Sample } from '#domain/orders/document.ts'
import type { StoredOrder } from '#server/features/orders/reads.ts'
import { linesOf } from '../clean-html.ts'
import { clinicalFacts } from './clinical.ts'
import type { Fact } from './words.ts'

/** The laboratory as it stands on paper: configuration (brand/brand.ts). */
export interface Laboratory {
  name: string
  address: readonly string[]
  phone: string
}

export interface Label {
  /** What its barcode says: the order's number and which specimen of it, from 1. */
  code: string
  name: string
  lines: string[]
}

/** Everything that is printed, in words. */
export interface Requisition {
  laboratory: Laboratory
  orderId: string
  patientName: string
  printedOn: string
  order: Fact[]
  tests: { code: string; name: string; note: string }[]
  people: { role: string; name: string; facts: Fact[] }[]
  labels: Label[]
  indications: string[]
  clinical: Fact[]
  provider: Fact[]
  payments: { title: string; facts: Fact[] }[]
  /** The answers before their questions. */
  consents: { title: string; facts: Fact[] }[]
  additions: { title: string; lines: string[] }[]
}

const laboratoryDay = (at: Date) => dayInWords(todayAtLaboratory(at))

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

const given = (facts: Fact[]) => facts.filter(([, value]) => value !== '')

interface Facts {
  laboratory: Laboratory
  institutionName: string
  /** Number and name; '' where the order has none. */
  vaStation: string
  consents: { id: string; title: string }[]
  additions: { html: string; added_by_name: string; added_at: Date }[]
  now: Date
}

type Printed = Pick<
  StoredOrder,
  | 'id'
  | 'document'
  | 'consents_asked'
  | 'submitted_at'
  | 'submitted_by_name'
  | 'signature'
  | 'accession_number'
  | 'assign_new_lab_number'
>

/** A submitted order as its requisition says it. */
export function requisitionOf(row: Printed, facts: Facts): Requisition {
  const { document } = row
  const [proband] = document.patients
  return {
    laboratory: facts.laboratory,
    orderId: String(row.id),
    patientName: proband ? nameOf(proband) : '',
    printedOn: laboratoryDay(facts.now),
    order: given([
      ['Ordered', row.submitted_at ? laboratoryDay(row.submitted_at) : ''],
      ['Submitted by', row.submitted_by_name ?? ''],
      ['Signed', row.signature ? signedInWords(row.signature) : ''],
      ['Institution', facts.institutionName],
      ['VA station', facts.vaStation],
      ['Laboratory number', row.accession_number ?? ''],
    ]),
    tests: testsOf(document, row.assign_new_lab_number),
    people: document.patients.map((patient) => ({
      role: [patient.relationship === 'Proband' ? 'Patient' : patient.relationship, patient.affected]
        .filter(Boolean)
        .join(', '),
      name: nameOf(patient),
      facts: factsOf(patient),
    })),
    labels: document.samples.map((sample, index) => labelOf(row.id, document, sample, index + 1)),
    indications: document.indicationsForTesting.map(({ code, description }) =>
      `${code}  ${description}`.trim(),
    ),
    clinical: given(clinicalFacts(document)),
    provider: given([
      ['Name', nameOf(document.orderingProvider)],
      ['NPI', document.orderingProvider.npi],
      ['Reports also to', document.recipients.map(recipientOf).join('\n')],
    ]),
    payments: [
      { title: '', facts: paymentFacts(document.payment) },
      ...document.patients.flatMap((patient) =>
        patient.payment ? [{ title: nameOf(patient), facts: paymentFacts(patient.payment) }] : [],
      ),
    ],
    consents: consentsOf(row, facts.consents),
    additions: facts.additions.map(({ html, added_by_name, added_at }) => ({
      title: `Added by ${added_by_name}, ${laboratoryDay(added_at)}`,
      lines: linesOf(html),
    })),
  }
}

function signedInWords({ by, at, text, version }: Signature): string {
  return `Electronically by ${by}, ${laboratoryDay(new Date(at))}: “${text}” (text version ${version})`
}

function testsOf(document: OrderDocument, ownNumber: boolean): Requisition['tests'] {
  const { addOn } = document
  const addOnNote = addOn
    ? [
        `${addOn.kind === 'add-on' ? 'Add-on' : addOn.kind === 'reflex' ? 'Reflex' : 'Reanalysis'} to ${addOn.labNumber}`,
        ...(ownNumber ? ['new laboratory number'] : []),
      ].join(', ')
    : ''
  const line = (note: string) => (test: OrderDocument['tests'][number]) => ({
    code: test.testCode,
    name: test.testName,
    note: [note, test.genes.length > 0 ? `Genes: ${test.genes.join(', ')}` : ''].filter(Boolean).join('. '),
  })
  return [
    ...document.tests.map(line(addOnNote)),
    ...document.addOnTests.map(line('Added to the test above')),
  ].filter(({ code }) => code !== '')
}

function factsOf(patient: Patient): Fact[] {
  const address = patient.addresses.find(({ type }) => type === 'Primary')
  const contact = (type: string) => patient.contacts.find((one) => one.type === type)?.value ?? ''
  return given([
    ['Date of birth', dayInWords(patient.dateOfBirth)],
    ['Sex', patient.sex],
    ['Record number', patient.recordNumber],
    ['Ethnicity', patient.ethnicities.join(', ')],
    ['Address', address ? addressOf(address) : ''],
    ['Phone', contact('Phone')],
    ['Email', contact('Email')],
  ])
}

function addressOf(address: Patient['addresses'][number]): string {
  const { addressLine1, addressLine2, city, state, postalCode } = address
  const lines = [addressLine1, addressLine2, city, `${state} ${postalCode}`.trim()].filter(Boolean)
  return [...lines, lines.length === 0 ? '' : countryLine(address)].filter(Boolean).join(', ')
}

function labelOf(orderId: number, document: OrderDocument, sample: Sample, n: number): Label {
  const patient = document.patients.find(({ key }) => key === sample.patient)
  const type = [sample.specimenType, sample.tissue, sample.approach].filter(Boolean).join(', ')
  return {
    code: `${orderId}-${n}`,
    name: patient ? nameOf(patient) : '',
    lines: [
      [patient?.dateOfBirth ? `Born ${dayInWords(patient.dateOfBirth)}` : '', patient?.sex ?? '']
        .filter(Boolean)
        .join(', '),
      [type, sample.dateOfCollection ? `collected ${dayInWords(sample.dateOfCollection)}` : '']
        .filter(Boolean)
        .join(', '),
      [
        patient && patient.relationship !== 'Proband' ? patient.relationship : '',
        sample.labFrom ? `from ${sample.labFrom}` : '',
        sample.additionalCulture === 'Yes' ? 'keep a culture' : '',
      ]
        .filter(Boolean)
        .join(', '),
    ].filter(Boolean),
  }
}

/** The specification spells one of them wrong, which no reader should see. */
const BILLING: Record<Payment['billingType'], string> = {
  SelfPay: 'Self-pay',
  Intitutional: 'Institution',
  Insurance: 'Insurance',
  DoNotBill: 'Do not bill',
  '': '',
}
const METHOD = {
  None: '',
  PayWithSample: 'Payment comes with the specimen',
  BillToPatient: 'Bill to patient',
}

function paymentFacts({ billingType, paymentMethod, insurance }: Payment): Fact[] {
  const insured: Fact[] =
    billingType === 'Insurance'
      ? [
          ['Insurance', [insurance.company, insurance.kind].filter(Boolean).join(', ')],
          ['Member ID', insurance.memberId],
          ['Group', insurance.groupNumber],
          ['Patient’s relationship to policyholder', insurance.holderRelationship],
          ['Policy holder', holderOf(insurance)],
        ]
      : []
  return given([
    ['Billed to', BILLING[billingType]],
    ['Method', billingType === 'SelfPay' ? METHOD[paymentMethod] : ''],
    ...insured,
  ])
}

function holderOf(insurance: Payment['insurance']): string {
  const { holderFirstName, holderLastName, holderDateOfBirth } = insurance
  const name = nameOf({ firstName: holderFirstName, lastName: holderLastName })
  const born = holderDateOfBirth ? `born ${dayInWords(holderDateOfBirth)}` : ''
  return [name, born].filter(Boolean).join(', ')
}

/** What each person agreed to, then once the words in which it was asked. */
function consentsOf(
  { document, consents_asked: asked }: Printed,
  today: { id: string; title: string }[],
): Requisition['consents'] {
  const answers = document.patients.flatMap((patient) =>
    answersOf(document, patient, asked?.questions ?? today),
  )
  if (answers.length === 0) return []
  if (!asked) return [...answers, { title: '', facts: [['', WORDS_NOT_KEPT]] }]
  const words = asked.questions.map(({ title, text }): Fact => ['', [title, text].filter(Boolean).join(': ')])
  return words.length > 0 ? [...answers, { title: 'As it was asked', facts: words }] : answers
}

const WORDS_NOT_KEPT = 'The questions are named as today: their words were not kept with this order.'

function answersOf(
  document: OrderDocument,
  patient: Patient,
  titles: { id: string; title: string }[],
): Requisition['consents'] {
  const answers = document.consents.filter(
    (answer) => answer.patient === patient.key && answer.answer !== null,
  )
  const facts = answers.map(
    ({ consentId, answer }): Fact => [
      answer ? 'Yes' : 'No',
      titles.find(({ id }) => id === consentId)?.title ?? consentId,
    ],
  )
  return facts.length > 0 ? [{ title: nameOf(patient), facts }] : []
}

function recipientOf({ name, fax, email }: OrderDocument['recipients'][number]): string {
  return [name, fax && `fax ${fax}`, email].filter(Boolean).join(', ')
}
