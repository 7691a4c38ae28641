import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { administer } from '#server/database/connection/connect.ts'
import { importHpo } from '#server/features/phenotype/import.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

const term = (id: string, label: string, parents: string[] = ['HP:0000118']) => ({
  ...{ id, label, parents, definition: '', synonyms: [], alternativeIds: [] },
})
const TERMS = [
  term('HP:0000001', 'All', []),
  term('HP:0000118', 'Phenotypic abnormality', ['HP:0000001']),
  term('HP:0001250', 'Seizure'),
  term('HP:0001251', 'Ataxia'),
]

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await administer(portal.database.url, (db) =>
    importHpo(db, { version: '2026-01-08', terms: TERMS, obsolete: [] }),
  )
})
afterAll(() => portal?.stop())

const at = (id: number) => ({ params: { hospital: PARENT, id } })
const reported = async () => {
  const { id } = await portal.submitted()
  await portal.receive(
    laboratoryMessage(`R${id}`, { order: id, number: `L-${id}`, status: 'F', pdf: REPORT }),
  )
  return id
}
const seizure = { patient: 'proband', termId: 'HP:0001250', status: 'present' as const }
const body = (...findings: { patient: string; termId: string; status: 'present' | 'absent' }[]) => ({
  ...{ findings, observedOn: '2026-03-12', note: 'EEG of that day' },
})
const record = (
  id: number,
  { seen, ...content }: ReturnType<typeof body> & { seen?: number } = body(seizure),
  as = 'OrderCreator@P1',
) =>
  portal
    .as(as)
    .reanalysis.recordFindings({ ...at(id), query: seen === undefined ? {} : { seen }, body: content })
    .then(({ findings }) => findings)
const recorded = async (id: number) => (await portal.as('OrderViewer@P1').reanalysis.get(at(id))).findings

describe('findings since the report', () => {
  test('are kept beside the signed document with who recorded them, and named on the timeline', async () => {
    const id = await reported()
    const before = await portal.as('OrderViewer@P1').orders.get(at(id))
    const findings = await record(id)
    expect(findings).toEqual([
      {
        ...{ ...seizure, label: 'Seizure', release: '2026-01-08', observedOn: '2026-03-12' },
        ...{ note: 'EEG of that day', by: 'Test OrderCreator@P1', at: expect.any(String) },
      },
    ])
    expect(await recorded(id)).toEqual(findings)
    const after = await portal.as('OrderViewer@P1').orders.get(at(id))
    expect(after.document).toEqual(before.document)
    expect(after.events.at(-1)).toMatchObject({
      ...{ kind: 'findings-recorded', actor: 'Test OrderCreator@P1' },
      detail: 'present: Seizure HP:0001250 (12 Mar 2026)',
    })
  })

  test('are recorded once if a request is repeated, and again if the finding changed', async () => {
    const id = await reported()
    await record(id)
    expect(await record(id)).toHaveLength(1)
    const findings = await record(id, body({ ...seizure, status: 'absent' }))
    expect(findings.map(({ status }) => status)).toEqual(['present', 'absent'])
  })

  test('are recorded again with another note, which corrects the first', async () => {
    const id = await reported()
    await record(id)
    const findings = await record(id, { ...body(seizure), note: 'EEG of another day' })
    expect(findings.map(({ note }) => note)).toEqual(['EEG of that day', 'EEG of another day'])
  })

  const ataxia = { ...seizure, termId: 'HP:0001251' }
  test.each([
    ['with another finding', body(ataxia)],
    ['with one finding less', body(seizure)],
    ['with another day', { ...body(seizure, ataxia), observedOn: '2026-03-13' }],
    ['with another note', { ...body(seizure, ataxia), note: '' }],
  ])('are refused %s after a try whose answer was lost, until the user knows of that', async (_, changed) => {
    const id = await reported()
    const first = { ...body(seizure, ataxia), seen: 0 }
    await record(id, first)
    expect(await problemOfCall(record(id, { ...changed, seen: 0 }))).toMatchObject({
      code: 'version-conflict',
    })
    expect(await recorded(id)).toHaveLength(2)
    expect(await record(id, first)).toHaveLength(2)
    await record(id, { ...changed, seen: 2 })
  })

  test('are refused if a colleague has recorded others since', async () => {
    const id = await reported()
    await record(id, { ...body(seizure), seen: 0 }, 'OrderSubmitter@P1')
    expect(await problemOfCall(record(id, { ...body(ataxia), seen: 0 }))).toMatchObject({
      code: 'version-conflict',
    })
    expect(await record(id, { ...body(ataxia), seen: 1 })).toHaveLength(2)
  })

  test('are refused with all faults at once, and then nothing is recorded', async () => {
    const id = await reported()
    const wrong = body(
      { ...seizure, patient: 'mother' },
      { ...seizure, termId: 'HP:9999999' },
      { ...seizure, termId: 'HP:0001251' },
    )
    const { code, errors = [] } = await problemOfCall(record(id, { ...wrong, observedOn: '2999-01-01' }))
    expect([code, ...errors.map(({ path }) => path)]).toEqual([
      ...['invalid-fields', '/observedOn', '/findings/0/patient', '/findings/1/termId'],
    ])
    expect(await recorded(id)).toEqual([])
  })

  test('are not recorded before the report, by a viewer, or at another institution', async () => {
    const { id } = await portal.submitted()
    expect(await problemOfCall(record(id))).toMatchObject({ code: 'wrong-state' })
    const done = await reported()
    expect(await problemOfCall(record(done, body(seizure), 'OrderViewer@P1'))).toMatchObject({ status: 403 })
    expect(await problemOfCall(record(done, body(seizure), 'OrderSubmitter@F1'))).toMatchObject({
      status: 404,
    })
  })

  test('may be of today', async () => {
    const id = await reported()
    const today = todayAtLaboratory(new Date())
    expect(await record(id, { ...body(seizure), observedOn: today })).toHaveLength(1)
  })
})
