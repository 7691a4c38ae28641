import { countryLine } from '#domain/addresses/in-lines.ts'
import type { ConsentWithdrawal } from '#domain/consent/ledger.ts'
import { dayInWords, type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Signature } from '#domain/orders/attestation.ts'
import type { OrderDocument, Patient, Payment, Sample } from '#domain/orders/document.ts'
import { relationInWords, roleOfPregnant } from '#domain/orders/family.ts'
import { specimenOnFile } from '#domain/orders/on-file.ts'
import { policyholderOf } from '#domain/orders/policyholder.ts'
import { priorityInWords } from '#domain/orders/priority.ts'
import { originLines } from '#domain/orders/race-and-ancestry.ts'
import type { SpecimenOf } from '#domain/orders/rule-context.ts'
import { sexAndGenderLines } from '#domain/orders/sex-and-gender.ts'
import { fetusInWords, fetusOf, personOfRecord } from '#domain/orders/subject.ts'
import {
  fetalSpecimenWords,
  parentageLines,
  signingLines,
  subjectLines,
} from '#domain/orders/subject-lines.ts'
import { urgentContactInWords } from '#domain/orders/urgent-contact.ts'
import type { Questionnaire } from '#domain/questions/questionnaire.ts'
import { specimenKey, specimenNumber } from '#domain/samples/sample.ts'
import { leastInWords } from '#domain/specimens/least.ts'
import { recollected } from '#domain/specimens/recollected.ts'
import { requirementFor, type TestSpecimens } from '#domain/specimens/requirements.ts'
import { roleOf as specimenRoleOf } from '#domain/specimens/roles.ts'
import {
  bloodInWords,
  collectedInWords,
  specimenDetailsInWords,
  typeInWords,
} from '#domain/specimens/words.ts'
import { isolated } from '#domain/text/isolated.ts'
import { NOT_PRINTED, unprintable } from '#domain/text/printable.ts'
import { ledgerOf, type StoredOrder } from '#server/features/orders/public.ts'
import { linesOf } from '../clean-html.ts'
import { clinicalFields } from './clinical.ts'
import { collectionBlanks } from './collection.ts'
import { consentFields } from './consents.ts'
import { questionFields } from './questions.ts'
import { type Field, phoneInWords } from './words.ts'

/** The laboratory's name and address as printed: configuration (brand/brand.ts). */
export interface Laboratory {
  name: string
  address: readonly string[]
  phone: string
}

export interface Label {
  /** The barcode's text: the specimen's number in every message (SPM-2). */
  code: string
  name: string
  lines: string[]
}

/** Everything that is printed, as text. */
export interface Requisition {
  laboratory: Laboratory
  orderId: string
  patientName: string
  printedOn: string
  order: Field[]
  /** The signed text and its version; '' if the order was submitted without a signature. */
  attestation: string
  tests: { code: string; name: string; note: string }[]
  people: { role: string; name: string; fields: Field[] }[]
  labels: Label[]
  indications: string[]
  clinical: Field[]
  provider: Field[]
  payments: { title: string; fields: Field[] }[]
  /** Each answer precedes its question. */
  consents: { title: string; fields: Field[] }[]
  additions: { title: string; lines: string[] }[]
}

const laboratoryDay = (at: Date) => dayInWords(todayAtLaboratory(at))

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  isolated(`${firstName} ${lastName}`.trim())

/** For a name of which the fonts lack letters: the order's number identifies, and the screen shows the name. */
const isInPart = (person: { firstName: string; lastName: string }) =>
  unprintable(`${person.firstName} ${person.lastName}`).length > 0

const joined = (words: string[]) => words.filter(Boolean).join(', ')

const filledFields = (fields: Field[]) => fields.filter(([, value]) => value !== '')

interface RequisitionInput {
  laboratory: Laboratory
  institutionName: string
  /** '' if the institution has none. */
  institutionAddress: string
  institutionPhone: string
  /** Number and name; '' if the order has none. */
  vaStation: string
  consents: { id: string; title: string }[]
  withdrawals: ConsentWithdrawal[]
  additions: { html: string; added_by_name: string; added_at: Date }[]
  /** Specimens to be recollected, or that were, by the key under which the laboratory knows them. */
  recollections: { sample_key: string; date_of_collection: string }[]
  /** Of an added test: the specimen that the laboratory has, and its person; null for any other order. */
  specimenOf: SpecimenOf | null
  /** In the versions that were answered. */
  questionnaires: readonly Questionnaire[]
  /** What the ordered tests need of specimens, as the catalogue has them now. */
  tests: readonly TestSpecimens[]
  now: Date
}

type PrintedOrder = Pick<
  StoredOrder,
  | 'id'
  | 'document'
  | 'consents_asked'
  | 'consents_confirmed'
  | 'submitted_at'
  | 'submitted_by_name'
  | 'signature'
  | 'accession_number'
  | 'assign_new_lab_number'
>

/** The content of a submitted order's requisition. */
export function requisitionOf(row: PrintedOrder, fields: RequisitionInput): Requisition {
  const { document } = row
  const [proband] = document.patients
  return {
    laboratory: fields.laboratory,
    orderId: String(row.id),
    patientName: proband ? nameOf(proband) : '',
    printedOn: laboratoryDay(fields.now),
    order: filledFields([
      ['Ordered', row.submitted_at ? laboratoryDay(row.submitted_at) : ''],
      ['Submitted by', isolated(row.submitted_by_name ?? '')],
      ['Signed', row.signature ? signedInWords(row.signature) : ''],
      ['Priority', priorityInWords(document.priority)],
      ['Institution', fields.institutionName],
      ['VA station', fields.vaStation],
      ['Laboratory number', row.accession_number ?? ''],
      ['Specimen at the laboratory', onFileInWords(document, fields.specimenOf)],
    ]),
    attestation: row.signature ? `“${row.signature.text}” (text version ${row.signature.version})` : '',
    tests: testsOf(document, row.assign_new_lab_number),
    people: document.patients.map((patient) => ({
      role: joined([roleOf(document, patient) || 'Patient', patient.affected.toLowerCase()]),
      name: nameOf(patient),
      fields: [...(isInPart(patient) ? [['Name', notPrinted(row.id)] as const] : []), ...fieldsOf(patient)],
    })),
    labels: labelsOf(row.id, document, fields),
    indications: document.indicationsForTesting.map(({ code, description }) =>
      `${code}  ${description}`.trim(),
    ),
    clinical: filledFields([
      ...[...subjectLines(document), ...parentageLines(document)],
      ...clinicalFields(document),
      ...bloodFields(document),
      ...fetalSpecimenFields(document),
      ...questionFields(document, fields.questionnaires),
    ]),
    provider: filledFields([
      ['Name', nameOf(document.orderingProvider)],
      ['NPI', document.orderingProvider.npi],
      ['Address', [fields.institutionName, fields.institutionAddress].filter(Boolean).join(', ')],
      ['Call with urgent results', urgentInWords(document) || phoneInWords(fields.institutionPhone)],
      ['Report recipients', document.recipients.map(recipientOf).join('\n')],
    ]),
    payments: [
      { title: '', fields: paymentFields(document.payment) },
      ...document.patients.flatMap((patient) =>
        patient.payment ? [{ title: nameOf(patient), fields: paymentFields(patient.payment) }] : [],
      ),
    ],
    consents: consentFields(ledgerOf(row, fields.withdrawals, fields.consents)),
    additions: fields.additions.map(({ html, added_by_name, added_at }) => ({
      title: `Added by ${isolated(added_by_name)}, ${laboratoryDay(added_at)}`,
      lines: linesOf(html),
    })),
  }
}

/** What to do about letters that no font has. */
const notPrinted = (orderId: number) =>
  `${NOT_PRINTED} is in place of letters that cannot be printed: see the name in order ${orderId} on the screen`

function urgentInWords({ urgentContact }: OrderDocument): string {
  const { name, phone } = urgentContact ?? {}
  return urgentContactInWords({
    ...(name ? { name: isolated(name) } : {}),
    ...(phone ? { phone: phoneInWords(phone) } : {}),
  })
}

/** What a person is to whoever is tested; '' for the patient. */
function roleOf(document: OrderDocument, person: Patient): string {
  if (person.relationship === 'Proband') return roleOfPregnant(document)
  const words = relationInWords(person)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function signedInWords({ by, at }: Signature): string {
  return `Electronically by ${isolated(by)}, ${laboratoryDay(new Date(at))}`
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

function fieldsOf(patient: Patient): Field[] {
  const address = patient.addresses.find(({ type }) => type === 'Primary')
  const contact = (type: string) => patient.contacts.find((one) => one.type === type)?.value ?? ''
  return filledFields([
    ['Date of birth', dayInWords(patient.dateOfBirth)],
    ['Sex', patient.sex],
    ['MRN', patient.recordNumber],
    ['Ethnicity', patient.ethnicities.join(', ')],
    ...sexAndGenderLines(patient),
    ...originLines(patient),
    ...signingLines(patient),
    ['Address', address ? addressOf(address) : ''],
    ['Phone', phoneInWords(contact('Phone'))],
    ['Email', contact('Email')],
  ])
}

function addressOf(address: Patient['addresses'][number]): string {
  const { addressLine1, addressLine2, city, state, postalCode } = address
  const lines = [addressLine1, addressLine2, city, `${state} ${postalCode}`.trim()].filter(Boolean)
  return [...lines, lines.length === 0 ? '' : countryLine(address)].filter(Boolean).join(', ')
}

/**
 * One for each specimen, then one for each recollection, with what stays true of it. A specimen that is collected again
 * gets none any more: its number on the new tube would make that the rejected one.
 */
function labelsOf(
  orderId: number,
  document: OrderDocument,
  { recollections, tests, now }: Pick<RequisitionInput, 'recollections' | 'tests' | 'now'>,
): Label[] {
  const { samples } = document
  const again = recollections.flatMap(({ sample_key: key, date_of_collection: dateOfCollection }) => {
    const first = samples.find((one) => one.key === specimenKey(key))
    const same = recollected(first, first?.specimenType ?? '')
    return same ? [{ ...same, key, dateOfCollection }] : []
  })
  const last = again.filter(
    ({ key }, at) => !again.slice(at + 1).some((later) => specimenKey(later.key) === specimenKey(key)),
  )
  const isReplaced = (sample: Sample) => last.some(({ key }) => specimenKey(key) === sample.key)
  const current = [...samples.filter((sample) => !isReplaced(sample)), ...last]
  return current.map((sample) =>
    labelOf(orderId, document, sample, leastOf(document, sample, tests, todayAtLaboratory(now))),
  )
}

/** How much to collect at least, while it is not collected: newborns and infants give less. '' if no test says. */
function leastOf(
  document: OrderDocument,
  sample: Sample,
  tests: readonly TestSpecimens[],
  today: IsoDate,
): string {
  if (sample.dateOfCollection !== '' || sample.specimenType === '') return ''
  const born = document.patients.find(({ key }) => key === sample.patient)?.dateOfBirth ?? ''
  const role = specimenRoleOf(document, sample, tests)
  const words = tests.flatMap((test) => {
    const row = requirementFor(test, sample, role)
    return row ? [leastInWords(row, { born, on: today })] : []
  })
  return [...new Set(words)].filter(Boolean).join('; ')
}

/** It has its label already: what the test is done on, by the number on it. */
function onFileInWords(document: OrderDocument, owner: SpecimenOf | null): string {
  const sample = specimenOnFile(document, owner)
  return sample ? joined([sample.key, typeInWords(sample), collectedInWords(sample)]) : ''
}

function labelOf(orderId: number, document: OrderDocument, sample: Sample, least: string): Label {
  // A fetus's tube has its mother's name.
  const patient = personOfRecord(document, sample.patient)
  const fetus = fetusOf(document, sample.patient)
  return {
    code: specimenNumber(orderId, sample.key),
    name: patient ? nameOf(patient) : '',
    lines: [
      patient && isInPart(patient) ? notPrinted(orderId) : '',
      // Its label alone tells one fetus from another, and from its mother.
      fetus ? fetusInWords(document, fetus) : '',
      fetus
        ? `${roleOfPregnant(document).toLowerCase()}’s DOB ${dayInWords(patient?.dateOfBirth ?? '')}`
        : joined([patient?.dateOfBirth ? `DOB ${dayInWords(patient.dateOfBirth)}` : '', patient?.sex ?? '']),
      joined([sample.specimenType, sample.tissue, sample.approach, collectedInWords(sample)]),
      joined(specimenDetailsInWords(sample)),
      joined([
        patient && !fetus ? roleOf(document, patient) : '',
        sample.labFrom ? `from ${sample.labFrom}` : '',
        sample.additionalCulture === 'Yes' ? 'additional culture' : '',
      ]),
      collectionBlanks(sample),
      least,
    ].filter(Boolean),
  }
}

/** The pregnancy's age at each collection, and how the specimen is checked for its mother's cells. */
function fetalSpecimenFields(document: OrderDocument): Field[] {
  return document.samples.map((sample): Field => {
    const fetus = fetusOf(document, sample.patient)
    const words = fetalSpecimenWords(document, sample)
    if (!fetus || words === '') return ['', '']
    return ['Fetal specimen', `${sample.specimenType}, ${fetusInWords(document, fetus)}: ${words}`]
  })
}

/** Transfusion, transplant and blood cancer of everybody who answered. */
function bloodFields({ patients }: OrderDocument): Field[] {
  return patients.map((patient): Field => {
    const of = patient === patients[0] ? '' : ` (${relationInWords(patient)})`
    return [`Blood history${of}`, bloodInWords(patient)]
  })
}

/** The specification misspells one of these, which readers should not see. */
const BILLING: Record<Payment['billingType'], string> = {
  SelfPay: 'Self-pay',
  Intitutional: 'Institution',
  Insurance: 'Insurance',
  DoNotBill: 'Do not bill',
  '': '',
}
const METHOD = {
  None: '',
  PayWithSample: 'Payment enclosed with specimen',
  BillToPatient: 'Bill to patient',
}

function paymentFields({ billingType, paymentMethod, insurance }: Payment): Field[] {
  const insured: Field[] =
    billingType === 'Insurance'
      ? [
          ['Insurance', [insurance.company, insurance.kind].filter(Boolean).join(', ')],
          ['Member ID', insurance.memberId],
          ['Group', insurance.groupNumber],
          ['Patient’s relationship to policyholder', insurance.holderRelationship],
          ['Policy holder', holderOf(insurance)],
        ]
      : []
  return filledFields([
    ['Bill to', BILLING[billingType]],
    ['Method', billingType === 'SelfPay' ? METHOD[paymentMethod] : ''],
    ...insured,
  ])
}

function holderOf(insurance: Payment['insurance']): string {
  const { dateOfBirth, ...names } = policyholderOf(insurance)
  const name = nameOf(names)
  const born = dateOfBirth ? `DOB ${dayInWords(dateOfBirth)}` : ''
  return [name, born].filter(Boolean).join(', ')
}

function recipientOf({ name, fax, email }: OrderDocument['recipients'][number]): string {
  return [isolated(name), fax && `fax ${fax}`, email].filter(Boolean).join(', ')
}
