import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAcknowledgement } from './acknowledgement.ts'
import { codec, result } from './testing/messages.ts'
import { fieldsOf, named } from './testing/segments.ts'

const text = readFileSync(new URL('../../docs/interfaces.md', import.meta.url), 'utf8')
const hl7 = text.slice(text.indexOf('## Laboratory: HL7'), text.indexOf('## Laboratory: FHIR'))
const examples = [...hl7.matchAll(/```\n([\s\S]*?)```/g)].map(([, block = '']) => block.trimEnd().split('\n'))

/** The example that contains all of these. */
function example(...names: string[]): string[] {
  const found = examples.filter((lines) => names.every((part) => lines.join('\n').includes(part)))
  expect(found, names.join(' ')).toHaveLength(1)
  return found[0] ?? []
}
const joinLines = (lines: string[]) => lines.map((line) => `${line}\r`).join('')
/** A documented incoming message, with a test header if it has none. */
const updates = (...names: string[]) => {
  const lines = example(...names)
  const read = codec.read(lines[0]?.startsWith('MSH') ? joinLines(lines) : result(...lines))
  return read.kind === 'news' ? read.updates[0] : expect.fail(`${names}: ${JSON.stringify(read)}`)
}

test('reads the documented incoming messages as the documentation says', () => {
  expect(updates('|R-1001|P|')).toMatchObject({
    orderId: 4711,
    laboratoryNumber: '26-1',
    state: 'in-process',
  })
  expect(updates('ORC|OH|', 'IDENTITY')).toMatchObject({
    hold: { key: 'H-18', kind: 'identity', words: expect.stringContaining('does not fit the family') },
  })
  expect(updates('ORC|OH|', 'CONSENT')).toMatchObject({
    hold: { key: 'H-17', kind: 'consent', words: expect.stringContaining('Both parents') },
  })
  expect(updates('ORC|OE|')).toMatchObject({ release: { key: 'H-17' } })
  expect(updates('SPM|1|4711-s1||Blood|')).toMatchObject({
    state: 'accessioned',
    specimens: [
      { orderId: 4711, key: 's1', arrivedAt: new Date('2026-03-13T14:00:00Z'), rejected: { code: 'QS' } },
    ],
  })
  expect(updates('|MIT01^')).toMatchObject({
    ...{ orderId: 4711, state: 'reported', testCode: 'MIT01' },
    report: { status: 'final', parts: [{ kind: 'lines', lines: ['Reported together with the exome.'] }] },
  })
  expect(updates('|UC|')).toMatchObject({ state: 'cancellation-refused', refusal: 'It is being worked on' })
  const [treatment = ''] = example('TREATMENT')
  const read = codec.read(result('OBR|1|4711|26-1|WES01', treatment))
  expect(read).toMatchObject({ updates: [{ treatments: [{ title: 'Enzyme replacement' }] }] })
  const report = example('REPORT^Report').map((line) => line.replace('JVBERi0xLjQK…', btoa('%PDF-1.4\n')))
  expect(codec.read(result(...report))).toMatchObject({ updates: [{ state: 'reported', testCode: 'WES01' }] })
})

test('reads the documented acknowledgements', () => {
  expect(readAcknowledgement(joinLines(example('MSA|AE|R-1001')))).toMatchObject({
    ...{ code: 'AE', controlId: 'R-1001', text: expect.stringContaining('4712') },
  })
  expect(readAcknowledgement(joinLines(example('|UC|')))).toMatchObject({
    updates: [{ orderId: 4711, state: 'cancellation-refused' }],
  })
})

test('finds the documented fields in the orders it writes', () => {
  const oml = fieldsOf(joinLines(example('|NW4711|P|2.5.1')))
  expect([named(oml, 'ORC')[0]?.[12]?.slice(0, 10), named(oml, 'ORC')[0]?.[21]]).toEqual([
    ...['1234567893', 'Harbor Vale Clinic^^^^^KARYO^XX^^^HRB'],
  ])
  expect(named(oml, 'NK1')[0]?.[33]).toBe('4711-relative-1^^^KARYO^PI')
  expect([named(oml, 'IN1')[0]?.[36], named(oml, 'PV1')[0]?.[20]]).toEqual(['TM-100200', 'T'])
  expect([named(oml, 'SPM')[0]?.[17], named(oml, 'SPM')[1]?.[14]]).toEqual(['20260311', 'Mother: Mai Okoro'])
  const orm = fieldsOf(joinLines(example('|NW4711|P|2.3')))
  expect([named(orm, 'ORC')[0]?.[7], named(orm, 'ORC')[0]?.[17]]).toEqual([
    ...['^^^^^R', 'HRB^Harbor Vale Clinic^L'],
  ])
  expect([named(orm, 'OBR')[0]?.[15], named(orm, 'OBR')[0]?.[27]]).toEqual(['Blood&Blood&L', '^^^^^R'])
  const xo = fieldsOf(joinLines(example('ORC|XO|', 'H-17')))
  expect([named(xo, 'ORC')[0]?.[16], named(xo, 'ORC')[0]?.[21]]).toEqual([
    ...['CONSENT^^L^H-17', 'Harbor Vale Clinic^^^^^KARYO^XX^^^HRB'],
  ])
  const ca = example('ORC|CA|').map((line) => line.split('|'))
  expect([ca[0]?.[16], ca[0]?.[21]]).toEqual([
    'Order^Ordered twice^L',
    'Harbor Vale Clinic^^^^^KARYO^XX^^^HRB',
  ])
})
