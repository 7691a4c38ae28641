import type { Code } from './finding.ts'

const loinc = (code: string, name: string): Code => ({ system: 'LN', code, name })
const karyo = (code: string, name: string): Code => ({ system: 'KARYO', code, name })
const genomics = (code: string, name: string): Code => ({ system: 'GENOMICS', code, name })

/**
 * The questions of a genetic result besides a variant's own fields (variant-fields.ts): LOINC panel 81247-9,
 * the codes that HL7's Genomics Reporting guide has until LOINC has one, and ours.
 */
export const Q = {
  overall: loinc('51968-6', 'Genetic analysis overall interpretation'),
  deletionsAndDuplications: loinc('83006-7', 'Deletion and duplication overall interpretation'),
  conclusion: loinc('51969-4', 'Genetic analysis report'),
  reason: loinc('53577-3', 'Reason for study'),
  disease: loinc('51967-8', 'Genetic disease assessed'),
  gene: loinc('48018-6', 'Gene studied'),
  genes: loinc('36908-2', 'Gene mutations tested for'),
  range: loinc('51959-5', 'Ranges of DNA sequence examined'),
  regions: loinc('81293-3', 'Description of ranges of DNA sequence examined'),
  reference: loinc('48013-7', 'Genomic reference sequence'),
  significance: loinc('53037-8', 'Genetic variation clinical significance'),
  condition: loinc('81259-4', 'Associated phenotype'),
  conditionInheritance: genomics('condition-inheritance', 'Condition inheritance'),
  evidence: loinc('93044-6', 'Level of evidence'),
  phase: loinc('82120-7', 'Allelic phase'),
  haplotype: loinc('84414-2', 'Haplotype name'),
  genotype: loinc('84413-4', 'Genotype display name'),
  scheme: karyo('SCHEME', 'Classification scheme'),
  classifiedOn: karyo('CLASSIFIED-ON', 'Classified on'),
  recommendation: karyo('RECOMMENDATION', 'Recommendation'),
  action: karyo('RECOMMENDED-ACTION', 'Recommended action'),
  methods: karyo('METHODS', 'Methods'),
  limits: karyo('LIMITS', 'Limits of the test'),
  uncallable: genomics('uncallable-regions', 'Uncallable regions'),
  therapy: genomics('associated-therapy', 'Associated therapy'),
  drug: loinc('51963-7', 'Medication assessed'),
  metabolism: loinc('53040-2', 'Drug metabolism interpretation'),
  efficacy: loinc('51961-1', 'Drug efficacy interpretation'),
  response: genomics('therapeutic-implication', 'Therapeutic implication'),
  implication: genomics('diagnostic-implication', 'Diagnostic implication'),
  consequence: genomics('molecular-consequence', 'Molecular consequence'),
  featureConsequence: genomics('feature-consequence', 'Feature consequence'),
  effect: genomics('functional-effect', 'Functional effect'),
  text: genomics('conclusion-string', 'Conclusion'),
  motif: genomics('repeat-motif', 'Repeat motif'),
  times: genomics('repeat-number', 'Number of repeats'),
} as const

/** Numbers and words about a whole sample: tumor mutational burden, microsatellites, HER2, PD-L1. */
export const MARKERS: readonly string[] = ['94076-7', '81695-9', '18474-7', '72382-5']

/** A finding with an answer to one of these is about a variant. */
export const OF_A_VARIANT: readonly string[] = [
  '69548-6',
  '83005-9',
  '47998-0',
  '48004-6',
  '48005-3',
  '81290-9',
  '81291-7',
  '81252-9',
  '69551-0',
  '81254-5',
  '82155-3',
]
