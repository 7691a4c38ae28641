import type { Stated } from './finding.ts'

/** What speaks for a variant's class, each with its ACMG/AMP criterion, and the conclusion. */
export function evidenceOf(
  { kind, isSeen }: { kind: 'nonsense' | 'splice' | 'exons' | 'missense'; isSeen: boolean },
  stated: Stated,
): string {
  const rare = 'It is absent from population databases (PM2_Supporting)'
  if (kind === 'missense') return missenseEvidence(rare, stated)
  const effect = {
    nonsense: 'introduces a premature stop codon and is predicted to result in loss of function',
    splice: 'changes the first base of an intron and is predicted to result in loss of function',
    exons: 'removes part of the gene and is predicted to result in loss of function',
  }[kind]
  const seen = isSeen
    ? 'was found together with another pathogenic variant in affected individuals (PM3)'
    : 'was found in affected individuals before (PS4_Moderate)'
  const more = isLowered(stated) ? LOWERED : ` and ${seen}`
  return `This variant ${effect}, which is an established mechanism of disease for this gene (PVS1). ${rare}${more}. ${conclusion(stated)}`
}

const LOWERED = '. Since the earlier report some of the evidence was withdrawn by those who published it'
const isLowered = ({ before, outcome }: Stated) => before === 'positive' && outcome !== 'negative'

function missenseEvidence(rare: string, stated: Stated): string {
  const exchange = 'This variant replaces alanine with valine'
  if (stated.outcome === 'uncertain')
    return `${exchange} at a position of moderate conservation. It is rare in population databases (PM2_Supporting), and computational predictions disagree. ${conclusion(stated)}`
  if (stated.outcome === 'positive')
    return `${exchange}. ${rare}. Since the earlier report it was published as segregating with the disease in several families (PP1_Strong), and as de novo in an affected child (PS2). ${conclusion(stated)}`
  return `${exchange}. Since the earlier report it was found in healthy people, more often than the disease allows (BS1), and it does not segregate with the disease in two families (BS4). ${conclusion(stated)}`
}

/** The evidence of a finding that laboratories know, with the conclusion. */
export function evidenceOfKnown(evidence: string, stated: Stated, ownClass?: string): string {
  if (ownClass !== undefined) return `${evidence}. Reported as: ${ownClass}.`
  const since =
    stated.before !== 'uncertain'
      ? evidence
      : stated.outcome === 'positive'
        ? 'Since the earlier report, it was published as segregating with disease in several families, and as de novo in affected children'
        : 'Since the earlier report, it was found in many healthy people'
  return `${since}${isLowered(stated) ? LOWERED : ''}. ${conclusion(stated)}`
}

function conclusion({ outcome, before, to }: Stated): string {
  if (outcome === 'uncertain') return 'The evidence is insufficient to classify it as pathogenic or benign.'
  const now =
    to ??
    (outcome === 'negative' ? 'Likely benign' : before === 'positive' ? 'Likely pathogenic' : 'Pathogenic')
  return `The evidence supports classification as ${now.toLowerCase()}.`
}
