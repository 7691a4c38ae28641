/** A variant of a message, with LOINC's questions. */
interface SentVariant {
  gene: 'BRCA2' | 'CFTR' | 'GBA'
  cdna: string
  protein?: string
  /** Of LL4034-6, in words. */
  variantClass: string
  /** `Secondary finding`; left out: the answer to the question. */
  section?: string
  call?: 'Present' | 'Absent' | 'No call'
}

const HGNC = { BRCA2: 'HGNC:1101', CFTR: 'HGNC:1884', GBA: '' } as const

/** OBX segments of LOINC panel 81247-9, each ended. They follow a document, which has number 1. */
export function geneticObx(overall: string, variants: readonly SentVariant[]): string[] {
  const lines = [
    ['51968-6^Overall interpretation^LN', '1', `^${overall}`],
    ...variants.flatMap(({ gene, cdna, protein, variantClass, section, call = 'Present' }, index) => {
      const group = `2${(index + 10).toString(36)}`
      const told: [string, string | undefined][] = [
        ['69548-6^Genetic variant assessment^LN', `^${call}`],
        ['48018-6^Gene studied^LN', HGNC[gene] ? `${HGNC[gene]}^${gene}^HGNC` : `^${gene}`],
        ['48004-6^DNA change^LN', `${cdna}^^HGVS`],
        ['48005-3^Amino acid change^LN', protein && `${protein}^^HGVS`],
        ['53034-5^Allelic state^LN', 'LA6706-1^Heterozygous^LN'],
        ['53037-8^Clinical significance^LN', `^${variantClass}`],
        ['SECTION^Reported as^KARYO', section && `^${section}`],
      ]
      return told.flatMap(([question, answer]) => (answer ? [[question, group, answer]] : []))
    }),
  ]
  return lines.map(
    ([question, group, answer], index) => `OBX|${index + 2}|CWE|${question}|${group}|${answer}||||||F\r`,
  )
}
