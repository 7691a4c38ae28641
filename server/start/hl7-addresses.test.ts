import { expect, test } from 'vitest'
import { hl7Codec } from '#adapters/laboratory/codec.ts'
import { sampleCancellation } from '#adapters/laboratory/testing/order.ts'
import { readConfig } from './config.ts'
import { hl7Addresses } from './hl7-addresses.ts'

/** MSH-3 to MSH-6 of a cancellation, and the namespace of its order number. */
function sent(environment: NodeJS.ProcessEnv) {
  const raw = hl7Codec(hl7Addresses(readConfig(environment), 'Larkfield Genomics')).writeCancellation(
    sampleCancellation(),
  )
  const [header = '', ...others] = raw.split('\r')
  const order = others.find((line) => line.startsWith('ORC|'))
  return { header: header.split('|').slice(2, 6), placer: order?.split('|')[2] }
}

test('[OPS-05] MSH-3 to MSH-6 are four variables, each with a default', () => {
  expect(sent({})).toEqual({
    header: ['KARYO', 'Larkfield Genomics', 'LIMS', 'Larkfield Genomics'],
    placer: '4711^KARYO',
  })
  expect(
    sent({
      ...{ KARYO_HL7_SENDING_APPLICATION: 'PORTAL', KARYO_HL7_SENDING_FACILITY: 'NORTH CLINICS' },
      ...{ KARYO_HL7_RECEIVING_APPLICATION: 'SLIMS', KARYO_HL7_RECEIVING_FACILITY: 'LAB 2' },
    }),
  ).toEqual({ header: ['PORTAL', 'NORTH CLINICS', 'SLIMS', 'LAB 2'], placer: '4711^PORTAL' })
})

test.each(['A^B', 'A|B', 'A&B', 'A~B', 'A\\B', 'A'.repeat(101)])('[OPS-05] %j is refused', (value) => {
  expect(() => readConfig({ KARYO_HL7_SENDING_APPLICATION: value })).toThrow(
    'KARYO_HL7_SENDING_APPLICATION: must be a name',
  )
})
