import type { DiagnosticReport, FhirResource } from 'fhir/r4.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { fhirCodec } from './fhir/codec.ts'
import { loadDefinitions } from './fhir/definitions.ts'
import { bundle, report } from './fhir/testing/messages.ts'
import { codec, result } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const issuerIn = (message: ReturnType<typeof codec.read>) =>
  message.kind === 'news' ? message.updates[0]?.report?.issuer : message

describe('[RES-05] who issued a report, in HL7 v2', () => {
  const read = (obr32: string, obx23 = '') =>
    issuerIn(
      codec.read(
        result(
          `OBR|1|12|26-1|WES^Exome${'|'.repeat(21)}F${'|'.repeat(7)}${obr32}`,
          `OBX|1|ST|R||Positive||||||F${'|'.repeat(12)}${obx23}`,
        ),
      ),
    )
  test.each([
    ['as a person in NDL', '77&Hollowell&Maris^20260401', 'Maris Hollowell'],
    ['without an identifier', '&Hollowell&Maris', 'Maris Hollowell'],
    ['as components', '77^Hollowell^Maris', 'Maris Hollowell'],
    ['as a name alone', 'Dr. M. Hollowell', 'Dr. M. Hollowell'],
  ])('%s', (_, written, signedBy) => {
    expect(read(written)).toEqual({ signedBy })
  })

  test('and the laboratory, which may be all that is named', () => {
    expect(read('77&Hollowell&Maris', 'Larkfield Genetics^D')).toEqual({
      ...{ laboratory: 'Larkfield Genetics', signedBy: 'Maris Hollowell' },
    })
    expect(read('', 'Larkfield Genetics')).toEqual({ laboratory: 'Larkfield Genetics' })
  })

  test.each(['', '77', '77^20260401'])('is left out if no name is given: “%s”', (written) => {
    expect(read(written)).toBeUndefined()
  })
})

describe('[RES-05] who issued a report, in FHIR', () => {
  const read = (more: Partial<DiagnosticReport>, ...resources: FhirResource[]) =>
    issuerIn(fhirCodec.read(JSON.stringify(bundle('B', report(4711, 'final', more), ...resources))))
  const organization: FhirResource = { resourceType: 'Organization', id: 'o', name: 'Larkfield Genetics' }
  const practitioner: FhirResource = {
    ...{ resourceType: 'Practitioner', id: 'p', name: [{ family: 'Hollowell', given: ['Maris'] }] },
  }
  const role: FhirResource = {
    ...{ resourceType: 'PractitionerRole', id: 'r', practitioner: { reference: 'Practitioner/p' } },
  }

  test.each<[string, Partial<DiagnosticReport>, object | undefined]>([
    [
      'by references',
      {
        performer: [{ reference: 'Organization/o' }],
        resultsInterpreter: [{ reference: 'Practitioner/p' }],
      },
      { laboratory: 'Larkfield Genetics', signedBy: 'Maris Hollowell' },
    ],
    [
      'by a role',
      { resultsInterpreter: [{ reference: 'PractitionerRole/r' }] },
      { signedBy: 'Maris Hollowell' },
    ],
    [
      'in words',
      { performer: [{ display: 'Larkfield', type: 'Organization' }, { display: 'M. Hollowell, PhD' }] },
      { laboratory: 'Larkfield', signedBy: 'M. Hollowell, PhD' },
    ],
    ['not at all', {}, undefined],
  ])('%s', (_, more, issuer) => {
    expect(read(more, organization, practitioner, role)).toEqual(issuer)
  })
})
