import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '#domain/testing/cases.ts'
import { readAcknowledgement } from './acknowledgement.ts'
import type { LabUpdate, ReadMessage } from './port.ts'
import { codec } from './testing/messages.ts'
import { dice, mutated, pick } from './testing/mutations.ts'
import { hasOthers, othersMessages, SEEDS } from './testing/seeds.ts'

const MUTATED_MESSAGES = cases(100_000)

/** What is wrong with how a message was read or is answered; null if nothing is. */
function faultIn(message: ReadMessage): string | null {
  if (message.kind === 'other') return message.controlId === '' ? 'no control id' : null
  if (message.kind === 'refused' && !/\b[A-Z][A-Z0-9]{2}\b/.test(message.reason))
    return `no segment is named in: ${message.reason}`
  for (const { orderId, at, specimens } of message.kind === 'news' ? message.updates : []) {
    const times = [at, ...specimens.map(({ arrivedAt }) => arrivedAt)]
    if (times.some((time) => time !== null && Number.isNaN(time.getTime()))) return 'a time that is none'
    if (orderId !== null && !Number.isSafeInteger(orderId)) return 'an order number that is none'
  }
  const code = message.kind === 'refused' ? message.code : 'AA'
  const answer = readAcknowledgement(codec.writeAcknowledgement(message, code))
  return answer.code === code && answer.controlId === message.controlId ? null : `answered ${answer.raw}`
}

test('reads damaged messages, or refuses them with a reason', () => {
  const roll = dice(5)
  const seeds = [...SEEDS, ...othersMessages().map(({ raw }) => raw)]
  const kinds = { news: 0, other: 0, refused: 0 }
  for (let n = 0; n < MUTATED_MESSAGES; n++) {
    const raw = mutated(pick(seeds, roll), roll)
    const message = codec.read(raw)
    kinds[message.kind] += 1
    const fault = faultIn(message)
    if (fault !== null) throw new Error(`${fault}: ${JSON.stringify(raw)}`)
  }
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(MUTATED_MESSAGES / 50)
})

test('answers any text at all', () => {
  for (const begin of ['MSH|^~\\&|', ''])
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(faultIn(codec.read(begin + text))).toBeNull()
      }),
    )
})

const updates = (...each: Partial<LabUpdate>[]): Partial<ReadMessage> => ({
  kind: 'news',
  updates: each.map((one) => expect.objectContaining({ hold: null, release: null, specimens: [], ...one })),
})
const EXPECTED: Record<string, Partial<ReadMessage>> = {
  // Another laboratory's orders, which we don't accept.
  'cdc-001_CA_OML_O21.hl7': { kind: 'refused', code: 'AR', controlId: '121121', type: 'OML^O21' },
  'cdc-001_Epic_ORM_O01.hl7': { kind: 'refused', code: 'AR', controlId: '550162', type: 'ORM^O01' },
  'cdc-001_Ochsner_OML_O21_0_initial_message.hl7': {
    kind: 'refused',
    code: 'AR',
    controlId: '29',
    type: 'OML^O21',
  },
  'cdc-001_Natus_ACK.hl7': { kind: 'other', controlId: 'A0A173B79-D7AC-444F-99E7-C96B4A68B188', type: 'ACK' },
  'cdc-002_Epic_ORU_R01.hl7': {
    ...{ controlId: '169066674328696234', sender: 'MAYOREFLAB|MAYOREFLAB' },
    ...updates({
      ...{ orderId: 1008303116, laboratoryNumber: '23MAYO-265S0173', testCode: 'F5DNA', state: 'reported' },
      ...{
        at: new Date('2023-09-26T07:54:00Z'),
        patient: expect.objectContaining({
          names: [expect.objectContaining({ last: 'LAST NAME' })],
          dateOfBirth: '',
        }),
      },
    }),
  },
  'cdc-msh_present_but_missing_msh-10.hl7': {
    ...{ kind: 'refused', code: 'AE', controlId: '', reason: 'MSH-10 is missing (message control id)' },
  },
  'cdc-msh_present_but_missing_msh-9.hl7': {
    ...{ kind: 'refused', code: 'AE', controlId: '111111', reason: 'MSH-9 is missing (message type)' },
  },
  // The order number is the sender's own, so the order is looked up by the laboratory's.
  'lfh-ORU-multiline-short.hl7': {
    ...{ controlId: 'MSGID00231', type: 'ORU^R01' },
    ...updates({
      ...{ orderId: null, laboratoryNumber: 'FON_0d70c6c8', testCode: '1487', state: 'reported' },
      at: new Date('2020-08-02T12:44:55Z'),
      patient: expect.objectContaining({
        names: [expect.objectContaining({ last: 'Patient' })],
        dateOfBirth: '1963-03-06',
      }),
    }),
  },
}

test.skipIf(!hasOthers)(
  'messages written by others are read as they are meant (skipped where ../shared/samples is absent)',
  () => {
    const all = othersMessages()
    expect(all.map(({ file }) => file)).toEqual(expect.arrayContaining(Object.keys(EXPECTED)))
    for (const { file, raw } of all) {
      const message = codec.read(raw)
      expect(faultIn(message), file).toBeNull()
      expect(message, file).toMatchObject(EXPECTED[file] ?? {})
    }
  },
)
