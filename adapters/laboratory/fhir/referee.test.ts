import type { FhirResource } from 'fhir/r4.js'
import { beforeAll, expect, test } from 'vitest'
import { cases, isThorough } from '#domain/testing/cases.ts'
import { PDF } from '../testing/messages.ts'
import { dice, pick } from '../testing/mutations.ts'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { SYSTEMS } from './systems.ts'
import { othersBundles } from './testing/foreign-resources.ts'
import { bundle, decision, held, numbered, pdf, report, specimen, task } from './testing/messages.ts'
import { unaccountedFhir } from './testing/naive-fhir.ts'
import { rewritten } from './testing/rewritten.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

/** Set `REFEREE=100000` for a longer run. */
const MUTATED = cases(2000)

const LINH = {
  resourceType: 'Patient' as const,
  id: 'p',
  name: [{ family: 'Okoro', given: ['Linh'] }],
  birthDate: '2019-03-14',
}
const subject = { reference: 'Patient/p' }
const observation = (id: string, text: string, more: object): FhirResource => ({
  ...{ resourceType: 'Observation', id, status: 'final', code: { text } },
  ...more,
})
/** Bundles of every kind that a laboratory sends. */
const SEEDS: readonly object[] = [
  bundle(
    'B1',
    task(4711, 'accepted', { identifier: [numbered('26-1')], for: subject }),
    specimen(4711, 's1'),
    LINH,
  ),
  bundle(
    'B2',
    held(4711, 'MISSING-INFO', 'Which?', 'H-1'),
    decision(4712, 'rejected', { note: [{ text: 'Too late' }] }),
  ),
  bundle(
    'B3',
    report(4711, 'final', {
      subject,
      identifier: [numbered('26-1')],
      presentedForm: [pdf(), { title: 'Extra', contentType: 'application/pdf', url: 'Binary/b' }],
      conclusion: 'Carrier of one variant',
      result: [{ reference: 'Observation/v' }, { reference: '#c' }],
      contained: [observation('c', 'Contained', { valueString: 'inside' })] as never,
    }),
    {
      resourceType: 'Binary',
      id: 'b',
      contentType: 'application/pdf',
      data: Buffer.concat([PDF, Buffer.from('%')]).toString('base64'),
    },
    observation('v', 'Variant', {
      valueCodeableConcept: {
        coding: [{ system: 'http://loinc.org', code: 'LA9633-4', display: 'Present' }],
      },
      component: [{ code: { text: 'Gene' }, valueCodeableConcept: { text: 'CFTR' } }],
      hasMember: [{ reference: 'Observation/m' }],
    }),
    observation('m', 'Member', {
      valueQuantity: { value: 7.5, unit: 'mg' },
      note: [{ text: 'Repeated once' }],
    }),
    observation('o', 'Orphan', { valueInteger: 3 }),
    { ...LINH },
  ),
  bundle(
    'B4',
    report(4711, 'corrected', { subject, presentedForm: [pdf()] }),
    report(4712, 'entered-in-error'),
    {
      resourceType: 'Task',
      status: 'requested',
      intent: 'proposal',
      code: {
        coding: [
          { system: 'http://loinc.org', code: 'LA14020-4', display: 'Genetic counseling recommended' },
        ],
      },
      description: 'Counsel the parents',
    },
    {
      resourceType: 'DiagnosticReport',
      status: 'final',
      subject,
      code: { text: 'Earlier panel' },
      conclusion: 'Uncertain',
    },
    {
      resourceType: 'DocumentReference',
      status: 'current',
      content: [{ attachment: { title: 'Methods', ...pdf(Buffer.concat([PDF, Buffer.from('%%')])) } }],
    },
    LINH,
  ),
  bundle(
    'B5',
    task(4711, 'in-progress', {
      code: { coding: [{ system: SYSTEMS.task, code: 'fulfill' }] },
      note: [{ text: 'It takes longer' }],
    }),
  ),
]
const others = othersBundles()

test('[MSG-15] all that is in a Bundle is used, shown or refused', () => {
  for (const one of [...SEEDS, ...others]) {
    const raw = JSON.stringify(one)
    expect(unaccountedFhir(raw, fhirCodec.read(raw)), raw.slice(0, 300)).toEqual([])
  }
})

test('the same holds for a rewritten Bundle', () => {
  const roll = dice(13)
  const faults = new Map<string, string>()
  let found = 0
  const kinds = { news: 0, other: 0, refused: 0 }
  const small = others.filter((one) => JSON.stringify(one).length < 40_000)
  for (let n = 0; n < MUTATED; n++) {
    const raw = JSON.stringify(
      rewritten(roll() < 0.97 || small.length === 0 ? pick(SEEDS, roll) : pick(small, roll), roll),
    )
    const message = fhirCodec.read(raw)
    kinds[message.kind] += 1
    for (const fault of unaccountedFhir(raw, message)) {
      found += 1
      const kind = fault.split(' ', 2).join(' ')
      if (raw.length < (faults.get(kind)?.length ?? Infinity)) faults.set(kind, `${fault} in ${raw}`)
    }
  }
  if (isThorough) process.stdout.write(`referee of FHIR: ${JSON.stringify(kinds)}, ${found} faults\n`)
  expect([...faults.values()].slice(0, 8).map((one) => one.replace(/[\w+/=]{80,}/g, '…'))).toEqual([])
  expect(Math.min(kinds.news, kinds.refused)).toBeGreaterThan(MUTATED / 50)
})
