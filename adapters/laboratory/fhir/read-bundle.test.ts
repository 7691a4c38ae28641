import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { pdfsOf } from '../testing/documents.ts'
import { PDF } from '../testing/messages.ts'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { SYSTEMS } from './systems.ts'
import { bundle, decision, held, numbered, ofOrder, pdf, report, specimen, task } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const read = (sent: object) => fhirCodec.read(JSON.stringify(sent))

/** The updates in a Bundle of the given resources. */
function updatesOf(...resources: Parameters<typeof bundle> extends [string, ...infer R] ? R : never) {
  const message = read(bundle('B1', ...resources))
  if (message.kind !== 'news') throw new Error(JSON.stringify(message))
  return message.updates
}

/** The element and issue type of each reason for which a Bundle is refused. */
function refusedFor(sent: object) {
  const message = read(sent)
  if (message.kind !== 'refused') throw new Error(`it was taken: ${JSON.stringify(message)}`)
  const outcome = JSON.parse(fhirCodec.writeAcknowledgement(message, message.code, message.reason))
  expect(outcome.resourceType).toBe('OperationOutcome')
  const issues: { code: string; severity: string; expression?: string[] }[] = outcome.issue
  return issues.map(({ code, expression, severity }) => [severity, code, expression?.[0]])
}

const AT = new Date('2026-03-13T15:15:00Z')

describe('a Task of an order', () => {
  test.each([
    ['received', null, 'en-route', null],
    ['accepted', null, 'en-route', { key: null }],
    ['accepted', '26-1', 'accessioned', { key: null }],
    ['in-progress', '26-1', 'in-process', { key: null }],
    ['completed', '26-1', 'reported', null],
    ['rejected', null, 'cancelled', null],
    ['cancelled', '26-1', 'cancelled', null],
    ['failed', null, 'cancelled', null],
    ['requested', null, null, null],
    ['entered-in-error', null, null, null],
  ] as const)('%s with the number %s', (status, number, state, release) => {
    const more = number ? { identifier: [numbered(number)] } : {}
    expect(updatesOf(task(4711, status, more))).toEqual([
      expect.objectContaining({
        orderId: 4711,
        laboratoryNumber: number,
        state,
        release,
        hold: null,
        at: AT,
      }),
    ])
  })

  test.each([
    ['MISSING-INFO', 'missing-information'],
    ['MISSING-SAMPLE', 'missing-sample'],
    ['AUTHORIZATION', 'authorization'],
    ['CONSENT', 'consent'],
    ['IDENTITY', 'identity'],
    ['ODD', 'other'],
  ])('puts it on hold for %s', (code, kind) => {
    const [numberless] = updatesOf(held(4711, code, 'Which variant?'))
    expect(numberless).toMatchObject({ state: null, hold: { key: code, kind, words: 'Which variant?' } })
    const [named] = updatesOf(held(4711, code, 'Which variant?', 'H-7'))
    expect(named?.hold?.key).toBe('H-7')
  })

  test('names the kind of hold when it has no text', () => {
    const [update] = updatesOf(task(4711, 'on-hold'))
    expect(update?.hold).toEqual({ key: 'other', kind: 'other', words: 'Question from the laboratory' })
  })

  test('releases one of several holds by its name', () => {
    const businessStatus = { coding: [{ system: SYSTEMS.hold, code: 'H-7' }] }
    expect(updatesOf(task(4711, 'in-progress', { businessStatus }))[0]?.release).toEqual({ key: 'H-7' })
  })

  test('decides on a request to cancel only if it is that request’s own Task', () => {
    const statusReason = { text: 'It is in the sequencer' }
    expect(updatesOf(decision(4711, 'completed'))[0]).toMatchObject({ state: 'cancelled', refusal: '' })
    expect(updatesOf(decision(4711, 'rejected', { statusReason }))[0]).toMatchObject({
      state: 'cancellation-refused',
      refusal: 'It is in the sequencer',
    })
    expect(updatesOf(decision(4711, 'accepted'))[0]).toMatchObject({ state: null, release: null })
  })

  test('is recognized by the identifier that we assigned', () => {
    const of = (value: string) => ({
      ...task(1, 'completed', { identifier: [{ system: SYSTEMS.message, value }] }),
      groupIdentifier: {},
    })
    const { groupIdentifier: _none, ...abort } = of('CA4711-2')
    expect(updatesOf(abort)[0]).toMatchObject({ orderId: 4711, state: 'cancelled' })
    const { groupIdentifier: _nor, ...change } = of('XO4711-1')
    expect(updatesOf(change)[0]).toMatchObject({ orderId: 4711, state: null })
  })
})

describe('a DiagnosticReport', () => {
  test.each([
    ['registered', null, 'en-route', undefined],
    ['registered', '26-1', 'accessioned', undefined],
    ['partial', '26-1', 'in-process', 'partial'],
    ['preliminary', '26-1', 'in-process', 'preliminary'],
    ['final', '26-1', 'reported', 'final'],
    ['amended', '26-1', 'reported', 'amended'],
    ['corrected', '26-1', 'reported', 'corrected'],
    ['appended', '26-1', 'reported', 'addended'],
    ['cancelled', '26-1', 'cancelled', 'cancelled'],
    ['entered-in-error', '26-1', null, 'withdrawn'],
    ['unknown', '26-1', null, 'unclear'],
  ] as const)('%s with the number %s', (status, number, state, reportStatus) => {
    const identifier = number ? [{ type: { coding: [{ code: 'FILL' }] }, value: number }] : []
    const [update] = updatesOf(report(4711, status, number ? { identifier } : {}))
    expect(update).toMatchObject({
      orderId: 4711,
      laboratoryNumber: number,
      testCode: 'WES1',
      state,
    })
    expect(update?.report?.status).toBe(reportStatus)
  })

  test('brings its PDF, inline or as a Binary beside it', () => {
    const inside = updatesOf(
      report(4711, 'final', { presentedForm: [{ contentType: 'text/html', data: 'AAAA' }, pdf()] }),
    )
    const binary = { resourceType: 'Binary' as const, id: 'b1', ...pdf() }
    const presentedForm = [{ contentType: 'application/pdf', url: 'Binary/b1' }]
    for (const [update] of [inside, updatesOf(report(4711, 'final', { presentedForm }), binary)])
      expect(pdfsOf(update)).toEqual([PDF])
  })

  test('brings nothing when withdrawn', () => {
    for (const status of ['cancelled', 'entered-in-error'] as const)
      expect(updatesOf(report(4711, status, { presentedForm: [pdf()] }))[0]?.report?.parts).toEqual([])
  })

  test('is read with several megabytes', () => {
    const long = Buffer.concat([PDF, Buffer.alloc(8_000_000, '% ')])
    const [update] = updatesOf(report(4711, 'final', { presentedForm: [pdf(long)] }))
    expect(pdfsOf(update)[0]?.byteLength).toBe(long.byteLength)
  })

  test('gives its time and its subject', () => {
    const patient = {
      resourceType: 'Patient' as const,
      id: 'p1',
      name: [{ family: 'Nguyễn' }],
      birthDate: '2019-03-14',
    }
    const more = { subject: { reference: 'Patient/p1' }, issued: '2026-04-01T09:00:00+02:00' }
    expect(updatesOf(report(4711, 'final', more), patient)[0]).toMatchObject({
      patient: { names: [{ last: 'Nguyễn' }], dateOfBirth: '2019-03-14' },
      at: new Date('2026-04-01T07:00:00Z'),
    })
  })

  test('can name order and test through a ServiceRequest in the Bundle', () => {
    const request = {
      resourceType: 'ServiceRequest' as const,
      id: 's1',
      ...{ status: 'active' as const, intent: 'order' as const, subject: { display: 'Linh' } },
      identifier: [{ system: SYSTEMS.test, value: '4711-EPI2' }],
    }
    const one = report(4711, 'final', {
      basedOn: [{ reference: 'ServiceRequest/s1' }],
      code: { text: 'Epilepsy' },
    })
    expect(updatesOf(one, request)[0]).toMatchObject({ orderId: 4711, testCode: 'EPI2' })
  })

  test('carries a treatment recommendation', () => {
    const code = { coding: [{ system: SYSTEMS.part, code: 'TREATMENT' }], text: 'Seizures' }
    const observation = { resourceType: 'Observation' as const, status: 'final' as const, code }
    const contained = [
      {
        ...observation,
        id: 't1',
        identifier: [{ value: 'A' }],
        valueString: 'Avoid\n\nSodium channel blockers',
      },
      { ...observation, id: 't2', valueString: 'Second' },
      { ...observation, id: 't3', status: 'entered-in-error' as const, valueString: 'Not this' },
    ]
    const result = ['t1', 't2', 't3'].map((id) => ({ reference: `#${id}` }))
    expect(updatesOf(report(4711, 'final', { contained, result }))[0]?.treatments).toEqual([
      { key: 'WES1/A', title: 'Seizures', text: 'Avoid\n\nSodium channel blockers' },
      { key: 'WES1/2', title: 'Seizures', text: 'Second' },
      { key: 'WES1/3', title: 'Seizures', text: '' },
    ])
  })
})

describe('a refusal that names the element', () => {
  test.each([
    ['no JSON', '{', [['fatal', 'structure', undefined]]],
    ['another resource', { resourceType: 'Task' }, [['fatal', 'structure', 'resourceType']]],
    ['a collection', { ...bundle('B'), type: 'collection' }, [['fatal', 'not-supported', 'Bundle.type']]],
    ['a long name', bundle('B'.repeat(200)), [['fatal', 'too-long', 'Bundle.identifier.value']]],
    ['nothing in it', { ...bundle('B'), entry: undefined }, [['error', 'required', 'Bundle.entry']]],
  ])('%s', (_name, sent, issues) => {
    const raw = typeof sent === 'string' ? sent : JSON.stringify(sent)
    const message = fhirCodec.read(raw)
    expect(message.kind).toBe('refused')
    const answer = JSON.parse(
      fhirCodec.writeAcknowledgement(message, message.kind === 'refused' ? message.code : 'AA'),
    )
    expect(
      answer.issue.map((one: { severity: string; code: string; expression?: string[] }) => [
        one.severity,
        one.code,
        one.expression?.[0],
      ]),
    ).toEqual(issues)
  })

  test('a Bundle without an identity', () => {
    const { identifier: _none, ...anonymous } = bundle('B', task(4711, 'accepted'))
    expect(refusedFor(anonymous)).toEqual([['error', 'required', 'Bundle.identifier']])
    expect(read({ ...anonymous, id: 'named-by-id' })).toMatchObject({
      kind: 'news',
      controlId: 'named-by-id',
    })
  })

  test('an element that violates its definition', () => {
    const { status: _none, ...noStatus } = task(4711, 'accepted')
    const sent = bundle('B', { ...noStatus, lastModified: 'yesterday', odd: 1 } as never)
    expect(refusedFor(sent).map(([, , at]) => at)).toEqual([
      'Bundle.entry[0].resource.status',
      'Bundle.entry[0].resource.lastModified',
      'Bundle.entry[0].resource.odd',
    ])
  })

  test('an update for no order, or for two', () => {
    const identifier = [ofOrder(1), ofOrder(2)]
    const { groupIdentifier: _none, ...nameless } = task(1, 'accepted')
    for (const one of [nameless, { ...nameless, identifier }])
      expect(refusedFor(bundle('B', one))).toEqual([['error', 'required', 'Bundle.entry[0].resource']])
  })

  test('an order number in another system’s namespace', () => {
    const placer = { type: { coding: [{ code: 'PLAC' }] }, value: '4711' }
    const { groupIdentifier: _none, ...nameless } = task(1, 'accepted')
    expect(updatesOf({ ...nameless, identifier: [placer] })[0]?.orderId).toBe(4711)
    expect(
      refusedFor(bundle('B', { ...nameless, identifier: [{ ...placer, system: 'urn:other' }] })),
    ).toHaveLength(1)
  })

  test('a PDF that is invalid, or stored elsewhere', () => {
    const presentedForm = [
      pdf(Buffer.from('hello')),
      { contentType: 'application/pdf', url: 'https://elsewhere.test/report.pdf' },
    ]
    expect(refusedFor(bundle('B', report(4711, 'final', { presentedForm })))).toEqual([
      ['error', 'value', 'Bundle.entry[0].resource.presentedForm[0].data'],
      ['error', 'not-found', 'Bundle.entry[0].resource.presentedForm[1].url'],
    ])
  })

  test('an entry that deletes', () => {
    const sent = bundle('B', task(4711, 'accepted'))
    const entry = sent.entry.map((one) => ({ ...one, request: { method: 'DELETE', url: 'Task/1' } }))
    expect(refusedFor({ ...sent, entry })[0]).toEqual([
      'error',
      'not-supported',
      'Bundle.entry[0].request.method',
    ])
  })

  const sample = '../shared/samples/fhir/cdc-004_OML_O21.fhir.json'
  test.skipIf(!existsSync(sample))(
    'an order of somebody else’s, which is no news of ours (../shared/samples)',
    () => {
      expect(refusedFor(JSON.parse(readFileSync(sample, 'utf8')))).toEqual([
        ['fatal', 'not-supported', 'Bundle.entry[0].resource.eventCoding'],
      ])
    },
  )

  test.skipIf(!existsSync(sample))(
    'and nothing in it is of ours as a transaction either (../shared/samples)',
    () => {
      const { entry, ...foreign } = JSON.parse(readFileSync(sample, 'utf8'))
      const asTransaction = entry.map((one: object) => ({ ...one, request: { method: 'POST', url: 'Any' } }))
      const message = read({ ...foreign, type: 'transaction', entry: asTransaction })
      expect(message).toMatchObject({ kind: 'refused', code: 'AE', controlId: '31808297' })
    },
  )
})

describe('the answer', () => {
  test('to a transaction or batch has a line for each entry', () => {
    for (const type of ['transaction', 'batch']) {
      const message = read({ ...bundle('B', task(4711, 'accepted'), task(4712, 'accepted')), type })
      const answer = JSON.parse(fhirCodec.writeAcknowledgement(message, 'AA'))
      expect(answer).toMatchObject({ resourceType: 'Bundle', type: `${type}-response` })
      expect(answer.entry).toEqual(Array(2).fill({ response: { status: '200 OK' } }))
    }
  })

  test('to a message refers to it', () => {
    const header = {
      resourceType: 'MessageHeader' as const,
      id: 'm1',
      eventCoding: { system: 'http://terminology.hl7.org/CodeSystem/v2-0003', code: 'R01' },
      source: { endpoint: 'urn:larkfield:lims' },
    }
    const sent = bundle('M1', header, task(4711, 'accepted'))
    const entry = sent.entry.map(({ resource }) => ({ resource, fullUrl: `urn:uuid:${crypto.randomUUID()}` }))
    const message = read({ ...sent, type: 'message', entry })
    expect(message.kind).toBe('news')
    expect(JSON.parse(fhirCodec.writeAcknowledgement(message, 'AA')).entry[0].resource.response).toEqual({
      identifier: 'M1',
      code: 'ok',
    })
  })

  test('to one that can’t be applied gives the reason', () => {
    const message = read(bundle('B', task(4711, 'accepted')))
    expect(JSON.parse(fhirCodec.writeAcknowledgement(message, 'AE', 'no such order'))).toEqual({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'business-rule', details: { text: 'no such order' } }],
    })
  })
})

test.each([
  report(12, 'done' as 'final'),
  task(12, 'finished' as 'completed'),
  specimen(12, 's1', { status: 'bad' as 'available' }),
])('refuses an unknown status by its element: $resourceType $status', (resource) => {
  expect(read(bundle('S1', resource))).toMatchObject({
    ...{ kind: 'refused', code: 'AE' },
    issues: [{ code: 'code-invalid', expression: ['Bundle.entry[0].resource.status'] }],
  })
})

test('a text that no database stores is refused with its element, also in a resource that is not read', () => {
  const unread = { resourceType: 'MolecularSequence', id: 'm', code: { text: 'half \ud800' } } as never
  const named = report(4711, 'final', { conclusion: 'zero \0' })
  expect(refusedFor(bundle('B1', named, unread))).toEqual([
    ['error', 'value', 'Bundle.entry[0].resource.conclusion'],
    ['error', 'value', 'Bundle.entry[1].resource.code.text'],
  ])
})
