import type { OrderDocument } from '#domain/orders/document.ts'
import { whoIs } from '#domain/orders/family.ts'
import { knownVariantsOf, variantInWords } from '#domain/orders/known-variants.ts'
import { featureKey, featuresOf } from '#domain/orders/phenotype.ts'
import { fetusOf } from '#domain/orders/subject.ts'
import { questionnairesOf, questionOf } from '#domain/questions/questionnaire.ts'
import { labelOf, valueInWords } from '#portal/order/labels.ts'
import type { FormState } from '../draft/order-form.ts'
import type { Overlap } from '../draft/overlap.ts'

/** A person of the order in words: 'Patient', or 'Mother'. */
function personName(key: string, document: OrderDocument): string {
  const fetus = fetusOf(document, key)
  if (fetus) return whoIs(document, key).replace(/^the /, '')
  const index = document.patients.findIndex((one) => one.key === key)
  const person = document.patients[index]
  return person ? (index === 0 ? 'Patient' : person.relationship) : 'Removed person'
}

const FIELD_OF_ROW: Record<string, (name: string, state: FormState) => string> = {
  patients: (key, { document }) => personName(key, document),
  samples(key, { document }) {
    const sample = document.samples.find((one) => one.key === key)
    return sample ? `Specimen (${personName(sample.patient, document)})` : 'Removed specimen'
  },
  consents(name, { document, tests }) {
    const [patient = '', ...id] = name.split(' ')
    const consent = tests.flatMap((test) => test.consents).find((one) => one.id === id.join(' '))
    return `${consent?.title ?? 'Consent'} (${personName(patient, document)})`
  },
  overrides: () => 'Overridden warning',
  fetuses: (key, { document }) => personName(key, document),
  knownVariants(key, { document }) {
    const variant = knownVariantsOf(document).find((one) => one.key === key)
    if (!variant) return 'Removed known variant'
    const words = variantInWords(variant)
    return words === '' ? 'Known variant' : `Known variant ${words}`
  },
  consentRecords: (key, { document }) => `Signature of consent (${personName(key, document)})`,
  phenotype(name, { document }) {
    const feature = featuresOf(document).find((one) => featureKey(one) === name)
    const [patient = '', termId = ''] = name.split(' ')
    return `${feature?.label || termId} (${personName(patient, document)})`
  },
  answers(name, { document, tests }) {
    const [id = '', linkId = '', patient = ''] = name.split(' ')
    const questionnaire = questionnairesOf(tests).find((one) => one.id === id)
    const words = (questionnaire && questionOf(questionnaire, linkId)?.text) ?? linkId
    return patient === '' ? words : `${words} (${personName(patient, document)})`
  },
}
/** Of these the row's name says it all. */
const NAMED_BY_ROW = ['consents', 'overrides', 'answers']

const testName = (code: string, { document, tests }: FormState) =>
  tests.find((test) => test.code === code)?.testName ??
  [...document.tests, ...document.addOnTests].find((test) => test.testCode === code)?.testName ??
  code

/** What an overlap is about, as the screen calls it: 'Mother: First name'. */
export function overlapName(path: string, state: FormState): string {
  const [, list = '', numbered, ...field] = path.replace(/^\/pregnancy\/fetuses\//, '/fetuses/').split('/')
  // Of several rows of one name (`numberRepeats`): the second telephone number is Phone 2, a test twice has its one name.
  const row = numbered?.replace(/#\d+$/, '')
  const nameOf = list === 'tests' || list === 'addOnTests' ? testName : FIELD_OF_ROW[list]
  if (!nameOf || row === undefined) return labelOf(path)
  const name = nameOf(row, state)
  return field.length === 0 || NAMED_BY_ROW.includes(list)
    ? name
    : `${name}: ${labelOf(`/${list}/0/${field.join('/').replaceAll('#', ' ')}`)}`
}

/** One side of an overlap in words; a row that is not there any more was removed. */
export function sideInWords(value: Overlap['local']): string {
  if (value === undefined) return 'removed'
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return valueInWords(value)
  const { key: _key, patient: _patient, ...content } = value as Record<string, unknown>
  return valueInWords(content)
}
