/**
 * The answer lists of LOINC panel 81247-9 that the portal understands: the answer's words and its code. A
 * laboratory may answer with words of its own; they are kept.
 */
type Choices = readonly (readonly [words: string, code: string])[]

/** LL541-4. */
export const OVERALL = [
  ['Positive', 'LA6576-8'],
  ['Negative', 'LA6577-6'],
  ['Inconclusive', 'LA9663-1'],
  ['Failure', 'LA9664-9'],
] as const satisfies Choices

/** SNOMED CT's codes of the same, which some laboratories send instead. */
export const OVERALL_BY_SNOMED = [
  ['10828004', 'LA6576-8'],
  ['260385009', 'LA6577-6'],
  ['419984006', 'LA9663-1'],
] as const satisfies Choices

/** Of 83006-7. */
export const DELETIONS_AND_DUPLICATIONS = [
  ['No deletion or duplication detected', 'LA26803-9'],
  ['Deletion or duplication detected', 'LA26804-7'],
  ['Inconclusive', 'LA9663-1'],
] as const satisfies Choices

/** LL1971-2. */
export const CALLS = [
  ['Present', 'LA9633-4'],
  ['Absent', 'LA9634-2'],
  ['No call', 'LA18198-4'],
  ['Indeterminate', 'LA11884-6'],
] as const satisfies Choices

/** Of 83005-9. */
export const CATEGORIES = [
  ['Simple variant', 'LA26801-3'],
  ['Structural variant', 'LA26802-1'],
] as const satisfies Choices

/** Of 62374-4. */
export const BUILDS = [
  ['GRCh38', 'LA26806-2'],
  ['GRCh37', 'LA14029-5'],
  ['NCBI36', 'LA14030-3'],
] as const satisfies Choices

/** LL381-5. */
export const ALLELIC_STATES = [
  ['Heterozygous', 'LA6706-1'],
  ['Homozygous', 'LA6705-3'],
  ['Hemizygous', 'LA6707-9'],
  ['Heteroplasmic', 'LA6703-8'],
  ['Homoplasmic', 'LA6704-6'],
] as const satisfies Choices

/** Of 48002-0: the origin of the cells in which it was found. */
export const SOURCES = [
  ['Germline', 'LA6683-2'],
  ['Somatic', 'LA6684-0'],
  ['Fetal', 'LA10429-1'],
  ['Likely germline', 'LA18194-3'],
  ['Likely somatic', 'LA18195-0'],
  ['Likely fetal', 'LA18196-8'],
  ['Unknown origin', 'LA18197-6'],
  ['De novo', 'LA26807-0'],
] as const satisfies Choices

/** Of 82120-7 and 94186-4: from which parent. */
export const PARENTS = [
  ['Maternal', 'LA26320-4'],
  ['Paternal', 'LA26321-2'],
  ['Unknown', 'LA4489-6'],
] as const satisfies Choices

/** Of 82309-6: how the parent of origin or the phase is known. */
export const BASES = [
  ['Directly measured', 'LA26426-9'],
  ['Family DNA', 'LA26427-7'],
  ['Family history', 'LA26428-5'],
  ['Inferred from population data', 'LA26429-3'],
] as const satisfies Choices

/** LL4034-6: the five classes of variants that cause Mendelian disease. */
export const CLASSES = [
  ['Pathogenic', 'LA6668-3'],
  ['Likely pathogenic', 'LA26332-9'],
  ['Uncertain significance', 'LA26333-7'],
  ['Likely benign', 'LA26334-5'],
  ['Benign', 'LA6675-8'],
] as const satisfies Choices

/** What to do about a drug (LL1039-8), as far as laboratories were seen to send it. */
export const ACTIONS = [
  ['Consider alternative medication', 'LA26421-0'],
  ['Decrease dose', 'LA26422-8'],
  ['Increase dose', 'LA26423-6'],
] as const satisfies Choices

/** Of 92822-6: how positions are counted. */
export const COUNTINGS = [
  ['0-based interval counting', 'LA30100-4'],
  ['0-based character counting', 'LA30101-2'],
  ['1-based character counting', 'LA30102-0'],
] as const satisfies Choices

/** LL4048-6. */
export const METHODS = [
  ['Sequencing', 'LA26398-0'],
  ['Oligo aCGH', 'LA26399-8'],
  ['SNP array', 'LA26400-4'],
  ['FISH', 'LA26404-6'],
  ['Karyotyping', 'LA26406-1'],
  ['MLPA', 'LA26415-2'],
  ['PCR', 'LA26418-6'],
  ['qPCR', 'LA26419-4'],
] as const satisfies Choices

/**
 * Why a finding is in the report, if it does not answer the question of the test. No standard has a list: the codes
 * are ours. Left out, it belongs to the question.
 */
export const REPORTED_AS = [
  ['Secondary finding', 'secondary'],
  ['Incidental finding', 'incidental'],
  ['Carrier finding', 'carrier'],
  ['Gene without known disease', 'unknown-disease'],
] as const satisfies Choices

/** The portal's word for an answer, by its code; undefined if the list has not got it. */
export function wordOf(choices: Choices, code: string): string | undefined {
  return choices.find(([, one]) => one === code)?.[0]
}

/** The code for a word; undefined for a laboratory's own words. */
export function codeFor(choices: Choices, word: string): string | undefined {
  return choices.find(([one]) => one === word)?.[1]
}

export type { Choices }
