import type { CodeableConcept, Extension, Observation, ObservationComponent } from 'fhir/r4.js'
import { beforeAll, expect, test } from 'vitest'
import type { ReportUpdate } from '#domain/reports/report-update.ts'
import { readResult } from '#domain/results/read-result.ts'
import { hasDeclined, withoutDeclined } from '#domain/results/without-declined.ts'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { bundle, report } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const loinc = (code: string): CodeableConcept => ({ coding: [{ system: 'http://loinc.org', code }] })
const MARK: Extension = {
  url: 'http://hl7.org/fhir/StructureDefinition/observation-secondaryFinding',
  valueCodeableConcept: {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/secondary-finding', code: 'acmg-version2' }],
  },
}
const marked = { extension: [MARK] }

function observation(id: string, code: CodeableConcept, more: Partial<Observation> = {}): Observation {
  return { resourceType: 'Observation', id, status: 'final', code, ...more }
}
const from = (...ids: string[]) => ids.map((id) => ({ reference: `Observation/${id}` }))

function variant(id: string, symbol: string, more: Partial<Observation> = {}): Observation {
  const component: ObservationComponent[] = [
    { code: loinc('48018-6'), valueCodeableConcept: { text: symbol } },
    { code: loinc('48004-6'), valueCodeableConcept: { text: 'c.1A>G' } },
  ]
  return observation(id, loinc('69548-6'), { valueCodeableConcept: loinc('LA9633-4'), component, ...more })
}
const implication = (id: string, of: string[], more: Partial<Observation> = {}) =>
  observation(id, loinc('53037-8'), {
    ...{ valueCodeableConcept: loinc('LA6668-3'), derivedFrom: from(...of) },
    ...more,
  })

function partsOf(...observations: Observation[]): ReportUpdate['parts'] {
  const result = from(...observations.map(({ id = '' }) => id))
  const message = fhirCodec.read(
    JSON.stringify(bundle('B', report(4711, 'final', { result }), ...observations)),
  )
  if (message.kind !== 'news') throw new Error(JSON.stringify(message))
  return message.updates[0]?.report?.parts ?? []
}
const variantsIn = (parts: ReturnType<typeof partsOf>) =>
  parts.flatMap((part) => (part.kind === 'genetics' ? readResult(part.findings).variants : []))
const sections = (...observations: Observation[]) =>
  Object.fromEntries(variantsIn(partsOf(...observations)).map(({ key, section }) => [key, section]))
const isDeclined = ({ section }: { section?: string }) => section === 'Secondary finding'

const CAUSE = variant('cause', 'MYH7')
const BESIDE = variant('beside', 'BRCA2')
const ofBeside = { ...BESIDE, ...marked }

test('a variant that is marked with FHIR’s extension is reported as a secondary finding', () => {
  expect(sections(CAUSE, ofBeside)).toEqual({ cause: undefined, beside: 'Secondary finding' })
  const parts = partsOf(CAUSE, ofBeside)
  expect(hasDeclined(parts, isDeclined)).toBe(true)
  expect(variantsIn([...withoutDeclined(parts, isDeclined)])).toMatchObject([{ key: 'cause' }])
})

test('a mark on what is concluded from a variant is the variant’s, and no other’s', () => {
  const concluded = [
    [implication('class', ['beside'], marked)],
    [implication('class', ['beside', 'region'], marked), observation('region', loinc('53041-0'))],
    [implication('class', ['beside']), implication('drug', ['class'], marked)],
    [observation('panel', { text: 'Found beside it' }, { hasMember: from('beside'), ...marked })],
  ]
  for (const more of concluded) {
    const parts = partsOf(CAUSE, BESIDE, ...more)
    expect(sections(CAUSE, BESIDE, ...more)).toEqual({ cause: undefined, beside: 'Secondary finding' })
    expect(variantsIn([...withoutDeclined(parts, isDeclined)])).toMatchObject([{ key: 'cause' }])
  }
})

test('the haplotypes of a secondary genotype are secondary too', () => {
  const haplotype = observation('half', loinc('84414-2'), { valueCodeableConcept: { text: '*2' } })
  const genotype = observation('both', loinc('84413-4'), {
    ...{ valueCodeableConcept: { text: '*2/*2' }, derivedFrom: from('half') },
    ...marked,
  })
  expect(sections(CAUSE, haplotype, genotype)).toEqual({
    ...{ cause: undefined, half: 'Secondary finding', both: 'Secondary finding' },
  })
})

test('a variant that says so twice is told once, and one that has another heading keeps both', () => {
  const headed = (text: string): Partial<Observation> => ({
    component: [
      ...(BESIDE.component ?? []),
      {
        code: { coding: [{ system: 'urn:karyo:genetic-results', code: 'SECTION' }] },
        valueCodeableConcept: { text },
      },
    ],
  })
  const resultOf = (...observations: Observation[]) =>
    partsOf(...observations).flatMap((part) => (part.kind === 'genetics' ? [readResult(part.findings)] : []))
  expect(resultOf({ ...ofBeside, ...headed('Secondary finding') })).toMatchObject([
    { variants: [{ section: 'Secondary finding' }], others: [] },
  ])
  expect(resultOf({ ...ofBeside, ...headed('Carrier finding') })).toMatchObject([
    { variants: [{ section: 'Carrier finding' }], others: [{ answers: [{ text: 'Secondary finding' }] }] },
  ])
  expect(hasDeclined(partsOf({ ...ofBeside, ...headed('Carrier finding') }), isDeclined)).toBe(true)
})

test('a mark that leads to no variant says so beside the value, and may be about any variant without a heading', () => {
  const text = observation('text', { text: 'Cardiology panel' }, { valueString: 'A change', ...marked })
  const told = { code: 'SECTION', name: 'Reported as', value: 'Secondary finding' }
  expect(partsOf(text)).toMatchObject([{ kind: 'values', values: [{ value: 'A change' }, told] }])
  expect(hasDeclined(partsOf(text), isDeclined)).toBe(true)
  expect(hasDeclined(partsOf(CAUSE, text), isDeclined)).toBe(true)
  const lost = implication('class', ['away'], marked)
  expect(hasDeclined(partsOf(CAUSE, lost), isDeclined)).toBe(true)
})

test('a mark on a finding that is taken back is none', () => {
  const gone = implication('class', ['beside'], { status: 'entered-in-error', ...marked })
  expect(sections(CAUSE, BESIDE, gone)).toEqual({ cause: undefined, beside: undefined })
})
