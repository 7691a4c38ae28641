import { expect, test } from 'vitest'
import { eitherCodec } from './either-codec.ts'
import { codec } from './testing/messages.ts'

const { read, ordersNamed } = eitherCodec(codec)
const msh = 'MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|20260313151500||ORU^R01|1|P|2.5.1'

test.each<[string, string, ReturnType<typeof ordersNamed>]>([
  [
    'whose time cannot be read',
    `${msh}\rORC|RE|4711\rOBR|1|4711|L-1|WES1${'|'.repeat(18)}yesterday`,
    [
      { orderId: 4711, laboratoryNumber: 'L-1', testCode: 'WES1' },
      { orderId: 4711, laboratoryNumber: null, testCode: '' },
    ],
  ],
  [
    'that names two orders in one group, and has a second header',
    `${msh}\rORC|RE|4711\rOBR|1|4712|\r${msh}`,
    [
      { orderId: 4712, laboratoryNumber: null, testCode: '' },
      { orderId: 4711, laboratoryNumber: null, testCode: '' },
    ],
  ],
  [
    'that is no valid FHIR',
    JSON.stringify({
      ...{
        resourceType: 'Bundle',
        type: 'transaction',
        identifier: { system: 'urn:x', value: '1', type: 'what' },
      },
      entry: [
        {
          resource: {
            resourceType: 'DiagnosticReport',
            status: 'nonsense',
            identifier: [{ system: 'urn:karyo:laboratory-number', value: 'L-1' }],
            basedOn: [
              { identifier: { system: 'urn:karyo:order', value: '4711', type: { coding: [null, 'x'] } } },
            ],
          },
        },
      ],
    }),
    [
      { orderId: null, laboratoryNumber: 'L-1', testCode: '' },
      { orderId: 4711, laboratoryNumber: null, testCode: '' },
    ],
  ],
  ['that is nothing', 'Hello', []],
  ['that is cut off', '{"resourceType": "Bundle", "entry"', []],
])('a refused message names its orders: one %s', (_, raw, names) => {
  expect(read(raw).kind).toBe('refused')
  expect(ordersNamed(raw)).toEqual(names)
})
