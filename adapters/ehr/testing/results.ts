import type { ResultSettings } from '#domain/ehr/results.ts'
import type { EhrResult } from '../port.ts'

export const SETTINGS: ResultSettings = {
  ...{
    host: 'ehr.test',
    port: 2575,
    certificates: [],
    version: '2.5.1',
    application: 'EPIC',
    facility: 'LARK',
  },
  document: { code: '51969-4', text: 'Genetic report', system: 'LN' },
  ...{ orders: 'own', authority: 'LARK', structured: true, progress: true, changed: 'AB', withdrawn: 'W' },
  ...{ release: 'at-once', releaseDays: 3, mostMegabytes: 20 },
}

const PDF = { kind: 'document', label: 'Report', filename: 'r.pdf', mediaType: 'application/pdf' } as const
const CODE = { system: 'http://loinc.org', code: '48004-6', name: 'DNA change (c.HGVS)' }

/** A corrected report of a hospital's order, with an addendum's PDF, text, values and a finding. */
export function sampleResult(changes: Partial<EhrResult> = {}): EhrResult {
  return {
    ...{ controlId: 'R17', at: new Date('2026-03-12T14:15:00Z'), settings: SETTINGS, processingId: 'P' },
    result: {
      ...{ status: 'corrected', test: { code: 'WES1', name: 'Exome' }, words: 'Wrong gene named' },
      ...{
        laboratory: 'Larkfield Genetics',
        signedBy: 'Maris Hollowell',
        madeAt: '2026-03-12T14:00:00.000Z',
      },
      parts: [
        { ...PDF, fileKey: 'a'.repeat(64), bytes: 9 },
        { ...PDF, fileKey: 'b'.repeat(64), bytes: 9 },
        { kind: 'lines', label: 'Conclusion', lines: ['One', 'Two'] },
        {
          ...{ kind: 'values', label: 'Values' },
          values: [
            { code: 'COV', name: 'Coverage', value: '98.5', unit: '%', range: '> 95', flag: 'N' },
            { code: 'Q', name: 'Quality', value: 'good', unit: '', range: '', flag: '' },
          ],
        },
        {
          ...{ kind: 'genetics', label: 'Findings' },
          findings: [
            {
              ...{ id: '2a', code: CODE, of: [] },
              answers: [{ question: CODE, codes: [], text: 'c.58G>T' }],
              notes: ['Seen twice'],
            },
          ],
        },
      ] as never,
    },
    echo: [
      'PID|1|E1|M1^^^LARK^MR~S2^^^SSA^SS||OKAFOR^ADAEZE||20190314|F|||1 Lane^^Columbus^OH||614-555-0142',
      'PV1|1|O|NEURO^12||||1234567893^OKAFOR||||||||||||V99',
      'ORC|NW|7001^EPIC^1.2.3^ISO||G1^EPIC||||||||1234567893^OKAFOR^ADA^^^^^^NPI',
      'OBR|1|7001^EPIC^1.2.3^ISO||GEN1^Epilepsy panel^L^1-8^Loinc^LN|||202603120900|||||||||1234567893^OKAFOR^ADA',
    ].join('\n'),
    asked: [
      { code: 'GEN1', text: 'Epilepsy panel', system: 'L' },
      { code: '1-8', text: 'Loinc', system: 'LN' },
    ],
    placer: { number: '7001', namespace: 'EPIC', universalId: '1.2.3', universalIdType: 'ISO' },
    filler: '4711',
    patient: {
      recordNumber: 'A1',
      lastName: 'Okafor',
      firstName: 'Ada',
      dateOfBirth: '2019-03-14',
      sex: 'Female',
    },
    fetus: null,
    collectedOn: '2026-03-11',
    provider: { npi: '1234567893', lastName: 'Dale', firstName: 'Robin' },
    ...{ notice: null, filed: [], isOthersNow: false },
    ...changes,
  }
}
