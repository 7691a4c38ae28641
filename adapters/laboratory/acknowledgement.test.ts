import { expect, test } from 'vitest'
import { readAcknowledgement } from './acknowledgement.ts'
import { codec, result } from './testing/messages.ts'

test('acknowledges an accepted message to its sender, under its control ID', () => {
  const [msh, msa, end] = codec.writeAcknowledgement(codec.read(result('OBR|1|12|26-1')), 'AA').split('\r')
  const fields = msh?.split('|') ?? []
  expect(fields.slice(2, 6)).toEqual(['KARYO', 'PORTAL', 'LIS', 'LARKFIELD'])
  expect(fields[8]).toBe('ACK^R01^ACK')
  expect(fields[9]).toMatch(/^\S{1,20}$/)
  expect(msa).toBe('MSA|AA|M1')
  expect(end).toBe('')
})

test('gives a refusal’s reason in MSA-3 and ERR-8, the location in ERR-2 and the code of table 0357', () => {
  const refusal = codec.read('MSH|^~\\&|LIS|L|||20260313||ORU^R01||P|2.5.1\r')
  const [, msa, err] = codec.writeAcknowledgement(refusal, 'AE').split('\r')
  const words = 'MSH-10 is missing (message control id)'
  expect(msa).toBe(`MSA|AE||${words}`)
  expect(err).toBe(`ERR||MSH^1^10|101^Required field missing^HL70357|E||||${words}`)
})

test('escapes the text of the portal’s own refusals', () => {
  const raw = codec.writeAcknowledgement(codec.read(result('OBR|1|12|26-1')), 'AE', 'Order 12 | unknown')
  expect(raw).toContain('MSA|AE|M1|Order 12 \\F\\ unknown\r')
  expect(readAcknowledgement(raw)).toEqual({
    code: 'AE',
    controlId: 'M1',
    updates: [],
    text: 'Order 12 | unknown',
    raw,
  })
})

test.each([
  ['MSH|^~\\&|L|F|||||ACK|A1|D|2.5.1|\rMSA|AA|K1|\r', 'AA', 'K1', ''],
  ['MSH|^~\\&|L\nMSA|ca|K1\n', 'CA', 'K1', ''],
  [
    'MSH|^~\\&|L|F|||||ORL^O22|A1|P|2.5.1\rMSA|AE|K1\rERR||PID^1^3|101^Required^HL70357|E||||No \\T\\ MRN\r',
    'AE',
    'K1',
    'No & MRN',
  ],
  [
    'MSH|^~\\&|L\rMSA|AR|K1\rERR||MSH^1^9|200^Unsupported message type\r',
    'AR',
    'K1',
    'Unsupported message type',
  ],
])('reads %j as %s to %s: %j', (raw, code, controlId, text) => {
  expect(readAcknowledgement(raw)).toEqual({ code, controlId, text, updates: [], raw })
})

test.each(['', 'HTTP/1.1 400', 'MSH|^~\\&|L\r', 'MSH|^~\\&|L\rMSA|OK|K1\r'])(
  '%j is no acknowledgement',
  (raw) => {
    expect(() => readAcknowledgement(raw)).toThrow(/MS[AH]/)
  },
)

test('reads the order’s state from an answer that carries it', () => {
  const raw = `MSH|^~\\&|LIS|L|K|P|20260313||ORL^O22^ORL_O22|A9|P|2.5.1\rMSA|AA|CA12-1\rORC|CR|12|26-1\r`
  expect(readAcknowledgement(raw)).toMatchObject({
    ...{ code: 'AA', controlId: 'CA12-1', updates: [{ orderId: 12, state: 'cancelled' }] },
  })
})
