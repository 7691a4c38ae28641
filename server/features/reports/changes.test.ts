import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findingSegments } from '#adapters/hl7/write-findings.ts'
import { someResult, someVariant } from '#domain/results/testing/some-results.ts'
import { writeResult } from '#domain/results/write-result.ts'
import { laboratoryMessage, REPORT } from '../../testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT } from '../../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const lmna = (key: string, variantClass: string) =>
  someVariant({ key, gene: 'LMNA', transcript: 'NM_170707.4', cdna: 'c.1129C>T', variantClass })
const ttn = (key: string) => someVariant({ key, gene: 'TTN', cdna: 'c.1A>G', variantClass: 'Likely benign' })

let control = 0
interface Sent {
  day: number
  overall?: string
  variants?: readonly ReturnType<typeof lmna>[]
  /** OBR-25; OBX-11 is F. */
  status?: string
  /** NTE: the kind of change, and its reason. */
  note?: readonly [kind: string, words: string]
  result?: string
}
/** Sends a version of an order's report: its result as data, or only as a document. */
async function send(order: number, { day, overall, variants, status = 'F', note, result = 'F' }: Sent) {
  control += 1
  const raw = laboratoryMessage(`C${control}`, {
    ...{ order, number: `L-${order}`, status, at: `202605${String(day).padStart(2, '0')}100000` },
    ...(variants ? {} : { pdf: new Uint8Array([...REPORT, ...Buffer.from(`% ${day}\n`)]) }),
  })
  const signed = raw.replace(/^(OBR.*)$/m, (obr) => `${obr}${'|'.repeat(7)}1&Hollowell&Maris`)
  const findings = writeResult(someResult({ variants: variants ?? [], ...(overall ? { overall } : {}) }))
  const segments = variants ? findingSegments(findings, 1, result).map((one) => `${one.toString()}\r`) : []
  const notes = note ? [`NTE|1||${note[1]}|${note[0]}\r`] : []
  const written = [...notes, ...segments].join('')
  expect(
    await portal.receive(
      result === 'F' ? signed + written : signed.replaceAll('||||||F\r', `||||||${result}\r`) + written,
    ),
  ).toContain('MSA|AA')
}

const viewer = () => portal.as('OrderViewer@P1').reportChanges
const compare = (id: number, since: number, version: number, query: { beingChecked?: 'open' } = {}) =>
  viewer().compare({ params: { h: PARENT, id, since, version }, query })
const classes = (id: number) => viewer().classes({ params: { h: PARENT, id } })

/** Uncertain, then likely pathogenic with a reason, then corrected without one. */
async function reclassified(): Promise<number> {
  const { id } = await portal.submitted()
  await send(id, {
    day: 4,
    overall: 'Inconclusive',
    variants: [lmna('2a', 'Uncertain significance'), ttn('2b')],
  })
  await send(id, {
    ...{ day: 6, overall: 'Positive', status: 'C', note: ['RECLASSIFICATION', 'Seen in three families.'] },
    variants: [ttn('2a'), lmna('2b', 'Likely pathogenic')],
  })
  await send(id, { day: 9, overall: 'Positive', status: 'C', variants: [lmna('2a', 'Pathogenic')] })
  return id
}

describe('[RES-05] two versions of a result', () => {
  test('are compared by variant: which class changed, when, by whom and why', async () => {
    const id = await reclassified()
    const changes = await compare(id, 1, 2)
    expect(changes).toMatchObject({
      older: { version: 1, status: 'final' },
      newer: {
        ...{ version: 2, signedBy: 'Maris Hollowell', change: 'reclassification' },
        ...{ words: 'Seen in three families.', madeAt: '2026-05-06T10:00:00.000Z' },
      },
      withoutData: [],
      comparison: {
        overall: { before: 'Inconclusive', after: 'Positive' },
        variants: [
          {
            ...{ kind: 'class', name: 'LMNA NM_170707.4:c.1129C>T', crossing: 'upgrade', details: [] },
            before: [{ name: 'Uncertain significance' }],
            after: [{ name: 'Likely pathogenic' }],
          },
        ],
        ...{ unchanged: 1, details: [] },
      },
    })
    // Whichever version is named first, and across one in between.
    expect(await compare(id, 2, 1)).toEqual(changes)
    expect(await compare(id, 1, 3)).toMatchObject({
      newer: { version: 3, change: null, words: '' },
      comparison: { variants: [{ kind: 'class', after: [{ name: 'Pathogenic' }] }, { kind: 'removed' }] },
    })
  })

  test('the history of each variant’s class over all versions', async () => {
    const id = await reclassified()
    const [history] = await classes(id)
    expect(history?.versions.map(({ version }) => version)).toEqual([1, 2, 3])
    const steps = history?.variants.map(({ name, steps }) => [
      name,
      ...steps.map(
        (one) => `${one.version} ${one.isFound ? one.classes.map((of) => of.name).join() : 'not listed'}`,
      ),
    ])
    expect(steps).toEqual([
      ['LMNA NM_170707.4:c.1129C>T', '1 Uncertain significance', '2 Likely pathogenic', '3 Pathogenic'],
      ['TTN c.1A>G', '1 Likely benign', '3 not listed'],
    ])
  })

  test('a version sent as a document only has nothing to compare', async () => {
    const { id } = await portal.submitted()
    await send(id, { day: 4 })
    await send(id, { day: 6, status: 'C', overall: 'Positive', variants: [lmna('2a', 'Pathogenic')] })
    expect(await compare(id, 1, 2)).toMatchObject({ withoutData: [1], comparison: null })
    expect(await classes(id)).toMatchObject([{ withoutData: [1], variants: [{ steps: [{ version: 2 }] }] }])
  })

  test('a withdrawn version is in no comparison and no history', async () => {
    const id = await reclassified()
    await send(id, { day: 12, status: 'C', result: 'W', note: ['WRONG-PATIENT', 'Another patient’s.'] })
    expect(await problemOfCall(compare(id, 1, 2))).toMatchObject({ code: 'report-withdrawn' })
    expect(await classes(id)).toMatchObject([{ versions: [], variants: [] }])
    const text = JSON.stringify(await classes(id))
    expect(text).not.toMatch(/LMNA|Hollowell|three families/)
  })

  test('a version that the laboratory is checking is compared only for users who were warned', async () => {
    const id = await reclassified()
    await portal.receive(
      laboratoryMessage('CQ', {
        ...{ order: id, number: `L-${id}`, status: 'C', at: '20260520100000' },
        ...{ pdf: REPORT, name: 'Lind^Dora' },
      }),
    )
    expect(await problemOfCall(compare(id, 1, 2))).toMatchObject({ code: 'report-questioned' })
    expect(await compare(id, 1, 2, { beingChecked: 'open' })).toMatchObject({ newer: { version: 2 } })
    expect(await classes(id)).toMatchObject([{ versions: [] }])
  })

  test('versions that are not of one report, or one with itself, are refused', async () => {
    const id = await reclassified()
    for (const [one, other] of [
      [1, 1],
      [1, 9],
    ] as const)
      expect(await problemOfCall(compare(id, one, other))).toMatchObject({ code: 'not-found' })
  })

  test('its reader counts as having read the results, and is told of their withdrawal', async () => {
    const id = await reclassified()
    await compare(id, 1, 2)
    await send(id, { day: 12, status: 'C', result: 'W' })
    const notices = await portal.as('OrderViewer@P1').reports.notices()
    expect(notices.filter(({ orderId }) => orderId === id)).not.toEqual([])
  })
})
