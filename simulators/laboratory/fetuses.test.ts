import { expect, test } from 'vitest'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { twinOrder } from '#adapters/laboratory/testing/prenatal-order.ts'
import { treatmentFor } from './findings.ts'
import { readOrder } from './read-order.ts'
import { sampleTaken } from './testing/simulated-order.ts'
import { writeResult } from './write-result.ts'

function readTwins() {
  const read = readOrder(codec.writeOrder(twinOrder(771)))
  if (read.kind !== 'order') throw new Error('expected an order')
  return read.order
}

test('[SUBJ-03] reads a request for each fetus, and the specimens of all', () => {
  const order = readTwins()
  expect(order.tests.map(({ code, fetus }) => [code, fetus])).toEqual([
    ['1700', { label: 'Fetus A', specimens: ['771-s1'] }],
    ['1700', { label: 'Fetus B', specimens: ['771-s2'] }],
  ])
  expect(order.specimens.map(({ number, of }) => [number, of])).toEqual([
    ['771-s1', '771-fetus-1'],
    ['771-s3', '771-proband'],
    ['771-s2', '771-fetus-2'],
  ])
})

test('[SUBJ-03] a recommendation names the fetus whose finding it is for', async () => {
  const order = { ...sampleTaken(), ...readTwins() }
  const [ofA, ofB] = order.tests
  const hasTreatment = (test: typeof ofA, seed: number) =>
    test !== undefined && treatmentFor('771', test, seed) !== undefined
  const seed = Array.from({ length: 500 }, (_, index) => index).find(
    (one) => !hasTreatment(ofA, one) && hasTreatment(ofB, one),
  )
  const done = {
    ...{ controlId: 'T1', at: '2026-11-25T10:00:00.000Z', sender: order.sender, orderId: '771' },
    ...{ act: { do: 'treatment' as const }, told: true },
  }
  const raw = await writeResult(
    { order, done: [done], decisions: [], changes: [], answers: new Map() },
    done,
    { seed: seed ?? 0, laboratoryName: 'Larkfield Genetics' },
  )
  const read = codec.read(raw)
  expect(read.kind === 'news' && read.updates.map(({ patient }) => patient?.fetus)).toEqual(['Fetus B'])
})

test('[SUBJ-03] reports each fetus in a group with its own PDF, data, specimen and label', async () => {
  const order = { ...sampleTaken(), ...readTwins() }
  const act = { do: 'report' as const }
  const done = {
    controlId: 'R1',
    at: '2026-11-25T10:00:00.000Z',
    sender: order.sender,
    orderId: '771',
    act,
    told: true,
  }
  const raw = await writeResult(
    { order, done: [done], decisions: [], changes: [], answers: new Map() },
    done,
    { seed: 1, laboratoryName: 'Larkfield Genetics' },
  )
  const read = codec.read(raw)
  if (read.kind !== 'news') throw new Error('expected a result')
  expect(
    read.updates.map(({ patient, specimens, report }) => [
      patient?.fetus,
      specimens.map(({ key }) => key),
      report?.parts.map(({ kind }) => kind),
    ]),
  ).toEqual([
    ['Fetus A', ['s1'], ['document', 'genetics']],
    ['Fetus B', ['s2'], ['document', 'genetics']],
  ])
  for (const kind of ['document', 'genetics']) {
    const [ofA, ofB] = read.updates.map(({ report }) => report?.parts.filter((part) => part.kind === kind))
    expect(ofA).not.toEqual(ofB)
  }
})
