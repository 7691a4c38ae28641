import type { UnmappedCode } from '#contract/ehr.ts'

/** What kind of code it is, and what its meaning is. */
export const KIND_WORDS = {
  test: ['Test', 'Code of a test'],
  provider: ['Provider', 'NPI'],
  payer: ['Payer', 'Name of the payer'],
  specimen: ['Specimen', 'Specimen type'],
  question: ['Question', 'note'],
  control: ['Order control (ORC-1)', 'NW, XO or CA'],
} as const satisfies Record<UnmappedCode['kind'], readonly [string, string]>
