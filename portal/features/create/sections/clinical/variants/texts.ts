// KnownVariants
export const hint =
  'The laboratory looks at these places only. Copy the description from the report of the relative in whom it was found.'
export const oldText = (variant: string) =>
  `This order has the variant as text: ${variant}. The laboratory finds its place from separate fields.`
export const describeOld = 'Describe it in fields'

// VariantFields
export const sequenceExample = 'c.5946del'
export const proteinExample = 'p.(Ser1982Argfs*22)'
export const genomicExample = 'g.32340301del'
export const mitochondrialExample = 'm.3243A>G'
export const transcriptExample = 'NM_000059.4'
export const exonsExample = '45-50'
export const chromosomeExample = '22'
export const startExample = '18,900,000'
export const endExample = '21,500,000'
export const copyNumberExample = '1'
export const iscnExample = 'arr[GRCh38] 22q11.21(18900000_21500000)x1'
export const motifExample = 'CAG'
export const repeatsExample = '44'
export const asWrittenHint = 'For an old or unusual name that the fields above cannot take.'
export const useTranscript = (transcript: string, status: string) => `Use ${transcript} (${status})`
export const transcriptHint = 'As in the report, with its version: another version may count differently.'

// HgvsField
export const understood = 'Recognized.'
export const understoodWith = (notes: string) => `Recognized, but now written differently: ${notes}.`
export const notYet = (problem: string) => `${problem}.`
export const otherField = 'This belongs in another field.'

// GeneField
export const genePlaceholder = 'Symbol or name: “BRCA2”'
export const geneIs = (symbol: string, id: string) => (id === '' ? `${symbol}, not in HGNC’s list` : id)
export const changeGene = (symbol: string) => `Change gene ${symbol}`
export const change = 'Change'
export const formerly = (names: string) => `formerly ${names}`
export const geneAsTyped = (symbol: string) => `Use “${symbol}” as typed`

// MeaningFields
export const classAndZygosity = 'Class and zygosity'

// PersonFields
export const person = 'Person with the variant'
export const self = 'The patient (found in an earlier test)'
export const notInOrder = 'Not in this order'

// ReportFields
export const report = 'Report of the variant'
export const reportFile = 'The relative’s report'

export const windowOpen = (days: number, until: string) =>
  `Family window of the laboratory: ${days} ${days === 1 ? 'day' : 'days'} left, until ${until}.`
export const windowOver = (until: string) =>
  `The laboratory’s family window for this report ended on ${until}: its ordinary terms apply.`

// PurposeFields
export const thisTest = 'This test'
export const proposeStudy =
  'A variant of uncertain significance predicts nothing for an unaffected relative. A family study helps to classify it.'
export const makeStudy = 'Make it a family study'
export const affected = 'Is the patient affected?'
