import type { CascadeFinding } from '#contract/family-cascade.ts'

/** `BRCA2 NM_000059.4:c.5946del p.(Ser1982fs)`. */
export function variantInWords(variant: CascadeFinding['variants'][number]): string {
  const { gene, transcript, cdna, protein, genomic, asWritten } = variant
  const onTranscript = transcript === '' || cdna === '' || cdna.includes(':') ? cdna : `${transcript}:${cdna}`
  const description = [onTranscript, protein, genomic].filter((part) => part !== '').join(' ') || asWritten
  return `${gene} ${description}`.trim()
}
