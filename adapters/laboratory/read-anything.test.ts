import { existsSync, globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadMessage } from './port.ts'
import { codec, PDF, result } from './testing/messages.ts'

const FOLDER = '../shared/samples/hl7'
const SEEDS = [
  result(
    'ORC|RE|12^KARYO|26-1^LIS',
    'OBR|1|12^KARYO|26-1^LIS~M1^REF|T^Test^L||||||||||||||||||20260313100000-0500|||F',
    `OBX|1|ED|PDF^Report^L||LIS^application^PDF^Base64^${PDF.toString('base64')}||||||F`,
  ),
  'MSH|^~\\&|LIS|L|K|P|20260313||ORL^O22^ORL_O22|M2|P|2.5.1\rMSA|AA|K1\rORC|OK|12|26-1\r',
  'MSH|^~\\&|NBS|TN|OZ|FSR|||ACK|A1|D|2.5.1|\nMSA|AA|K1|\n',
]

function expectAnswerable(message: ReadMessage): void {
  if (message.kind === 'refused') expect(message.reason).toMatch(/\b[A-Z][A-Z0-9]{2}\b/)
  else expect(message.controlId).not.toBe('')
  for (const news of message.kind === 'news' ? message.news : []) {
    expect(news.orderId === null || Number.isSafeInteger(news.orderId)).toBe(true)
    expect(news.at === null || !Number.isNaN(news.at.getTime())).toBe(true)
  }
  const code = message.kind === 'refused' ? message.code : 'AA'
  expect(codec.writeAcknowledgement(message, code)).toContain(`\rMSA|${code}|`)
}

test('whatever is changed in a message, it is understood or refused with a reason', () => {
  const change = fc.record({
    at: fc.nat(),
    remove: fc.nat({ max: 40 }),
    insert: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(
        '|',
        '^',
        '~',
        '\\',
        '&',
        '\r',
        '\r\n',
        '""',
        'OBR',
        '\\X',
        '\\.sp9999\\',
        'MSH|',
        '\r1X',
      ),
    ),
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...SEEDS),
      fc.array(change, { minLength: 1, maxLength: 8 }),
      (seed, changes) => {
        let text = seed
        for (const { at, remove, insert } of changes) {
          const place = at % (text.length + 1)
          text = text.slice(0, place) + insert + text.slice(place + remove)
        }
        expectAnswerable(codec.read(text))
      },
    ),
    { numRuns: 3000 },
  )
}, 30_000)

test('any text at all is answered', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => expectAnswerable(codec.read(`MSH|^~\\&|${text}`))),
  )
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expectAnswerable(codec.read(text))))
})

const EXPECTED: Record<string, Partial<ReadMessage>> = {
  'cdc-001_CA_OML_O21.hl7': { kind: 'refused', code: 'AR' },
  'cdc-001_Epic_ORM_O01.hl7': { kind: 'refused', code: 'AR' },
  'cdc-001_Natus_ACK.hl7': { kind: 'other' },
  'cdc-001_Ochsner_OML_O21_0_initial_message.hl7': { kind: 'refused', code: 'AR' },
  'cdc-002_Epic_ORU_R01.hl7': { kind: 'news' },
  'cdc-msh_present_but_missing_msh-10.hl7': { kind: 'refused', code: 'AE' },
  'cdc-msh_present_but_missing_msh-9.hl7': { kind: 'refused', code: 'AE' },
  'lfh-ORU-multiline-short.hl7': { kind: 'news' },
}

test.skipIf(!existsSync(FOLDER))(
  'messages written by others are understood or refused (skipped where ../shared/samples is absent)',
  () => {
    const files = globSync('*.hl7', { cwd: FOLDER })
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const message = codec.read(readFileSync(`${FOLDER}/${file}`, 'utf8'))
      expectAnswerable(message)
      expect(message, file).toMatchObject(EXPECTED[file] ?? {})
    }
  },
)
