import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { SYSTEMS } from './systems.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const page = readFileSync(new URL('../../../docs/interfaces.md', import.meta.url), 'utf8')
const part = page.slice(page.indexOf('## Laboratory: FHIR R4'), page.indexOf('## FHIR for an EHR'))

test('the examples of docs/interfaces.md are read as it says', () => {
  const examples = [...part.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => fhirCodec.read(text))
  expect(examples).toMatchObject([
    {
      kind: 'news',
      updates: [
        {
          ...{ orderId: 100_001, laboratoryNumber: '26-104417', state: 'accessioned' },
          specimens: [{ key: 's1', rejected: null }],
        },
      ],
    },
    {
      kind: 'news',
      updates: [
        { orderId: 100_002, hold: { key: 'H-7', kind: 'missing-information' } },
        {
          orderId: 100_001,
          testCode: '1600',
          state: 'reported',
          report: { parts: [{ filename: 'report-26-104417.pdf' }] },
        },
      ],
    },
  ])
})

test('docs/interfaces.md lists each of our systems', () => {
  for (const system of Object.values(SYSTEMS).filter((one) => one.startsWith('urn:karyo:')))
    expect(part).toContain(system)
})
