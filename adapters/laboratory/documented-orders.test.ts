import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Bundle, FhirResource } from 'fhir/r4.js'
import { expect, test } from 'vitest'
import { anyDocument } from '#domain/orders/testing/any-document.ts'
import { fhirCodec } from './fhir/codec.ts'
import type { LaboratoryOrder } from './port.ts'
import { sampleConsent } from './testing/consents.ts'
import { codec } from './testing/messages.ts'
import { sampleAddOn, sampleOrder } from './testing/order.ts'
import { twinOrder } from './testing/prenatal-order.ts'
import { fieldsOf } from './testing/segments.ts'

// docs/interfaces.md names each field that an order's message can hold, and no other: both ways.

const docs = readFileSync(new URL('../../docs/interfaces.md', import.meta.url), 'utf8')
function chapter(from: string, to: string): string {
  const start = docs.indexOf(`\n${from}\n`)
  expect(start, from).toBeGreaterThan(0)
  return docs.slice(start, docs.indexOf(`\n${to}`, start + 1))
}
const rowsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2).split(' | '))

/** Orders that together hold whatever a document can hold. */
function orders(): LaboratoryOrder[] {
  const documents = fc.sample(anyDocument, { numRuns: 150, seed: 20 })
  const ofStation = sampleOrder()
  ofStation.document.vaStation = '636A6'
  const any = documents.map(
    (document): LaboratoryOrder => ({
      ...sampleOrder(),
      // The laboratory's own questions are fields of their own, and described apart.
      document: { ...document, answers: [] },
    }),
  )
  return [
    sampleOrder(),
    sampleAddOn(),
    twinOrder(),
    { ...sampleOrder(), consents: [sampleConsent()] },
    ofStation,
    ...any,
  ]
}

/** `PID-5`, `NK1-16`: a list such as "PID-5, 7, 8", "MSH-3 to 6, 11" or "ORC-2, OBR-2". */
function fieldsNamed(cell: string): string[] {
  let segment = ''
  return cell.split(', ').flatMap((part) => {
    const found = /^(?:([A-Z][A-Z\d]{2})-)?(\d+)(?: to (\d+))?/.exec(part.replaceAll('`', ''))
    if (!found) return []
    segment = found[1] ?? segment
    const [first, last] = [Number(found[2]), Number(found[3] ?? found[2])]
    return Array.from({ length: last - first + 1 }, (_, index) => `${segment}-${first + index}`)
  })
}

/** The segments of an order's messages, without PRIOR_RESULT, which has another PID. */
function segmentsOf(order: LaboratoryOrder): string[][] {
  let isPrior = false
  let hasRequest = false
  return fieldsOf(codec.writeOrder(order)).filter(([name]) => {
    if (name === 'ORC') isPrior = false
    if (name === 'PID' && hasRequest) isPrior = true
    hasRequest ||= name === 'OBR'
    return !isPrior
  })
}

function differences(written: ReadonlySet<string>, named: ReadonlySet<string>) {
  const beyond = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...one].filter((name) => !other.has(name)).toSorted()
  return { notNamed: beyond(written, named), notWritten: beyond(named, written) }
}
const NONE = { notNamed: [], notWritten: [] }

const ORDER = chapter('### The order: OML^O21', '### ')
const [FIELDS = '', QUESTIONS = ''] = ORDER.split('| question (OBX-3)')

test('docs/interfaces.md names each field of an order in HL7, and each that it names is written', () => {
  const named = rowsIn(FIELDS).flatMap(([cell = '']) => fieldsNamed(cell))
  const written = orders().flatMap((order) =>
    segmentsOf(order).flatMap((fields) =>
      fields.flatMap((value, index) => (index > 0 && value ? [`${fields[0]}-${index}`] : [])),
    ),
  )
  expect(differences(new Set(written), new Set(named))).toEqual(NONE)
})

/** The codes in the first cell of the questions: `A`, LOINC codes, and the ends of a `PREFIX-…`. */
function codesNamed(cell: string): string[] {
  const quoted = [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  const [prefix] = quoted.filter((code) => code.endsWith('…'))
  if (prefix) {
    const ends = quoted.filter((code) => code !== prefix).flatMap((code) => code.split(' '))
    return ends.map((end) => `${prefix.slice(0, -1)}${end}`)
  }
  return quoted
    .map((code) => code.split('^')[0] ?? '')
    .filter((code) => /^(\d+-\d|[A-Z][A-Z-]+)$/.test(code) && code !== 'HPO')
}

test('docs/interfaces.md names each question of an order in HL7, and each that it names is asked', () => {
  const named = rowsIn(QUESTIONS).flatMap(([cell = '']) => codesNamed(cell))
  const written = orders().flatMap((order) => {
    const consents = new Set(order.document.consents.map(({ consentId }) => consentId))
    return segmentsOf(order).flatMap(([name, _, __, question = '']) => {
      const [code = '', , system] = question.split('^')
      return name === 'OBX' && system !== 'HPO' && !consents.has(code) ? [code] : []
    })
  })
  expect(differences(new Set(written), new Set(named))).toEqual(NONE)
})

/** Elements with elements of their own, which are named too; others are data types. */
const BACKBONES = [
  'collection',
  'container',
  'processing',
  'provision',
  'component',
  'class',
  'item',
  'content',
]

function pathsOf(resource: FhirResource): string[] {
  return Object.entries(resource).flatMap(([name, value]) => {
    if (name === 'resourceType') return []
    const path = `${resource.resourceType}.${name}`
    if (!BACKBONES.includes(name)) return [path]
    return [value].flat().flatMap((one) => Object.keys(one as object).map((inner) => `${path}.${inner}`))
  })
}

test('docs/interfaces.md names each element of an order’s Bundle, and each that it names is written', () => {
  const elements = chapter('#### Elements of an order', '#')
  const named = rowsIn(elements).flatMap(([resource = '', cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => `${resource}.${path}`),
  )
  const written = orders().flatMap((order) =>
    ((JSON.parse(fhirCodec.writeOrder(order)) as Bundle<FhirResource>).entry ?? []).flatMap(({ resource }) =>
      resource ? pathsOf(resource) : [],
    ),
  )
  expect(differences(new Set(written), new Set(named))).toEqual(NONE)
})
