// ResultsPage
export const results = 'Results'
export const search = 'Search'
export const sub = 'Finds what laboratories sent as data. A result that is only in a PDF is not found here.'
export const noResultsInRole = 'Your role doesn’t include viewing results'
export const startTitle = 'Search by gene, variant, class or overall result'
export const startText =
  'A variant is found in any spelling: NM_000059.4:c.5946del, c.5946delT, p.Ser1982fs, S1982fs, 6174delT, rs80359550 or a ClinVar number.'
export const nothingTitle = 'No result found'
export const nothingText =
  'Superseded and withdrawn reports are not searched, nor reports that are only a PDF. A variant is found by the names that its report gives.'
export const result = 'result'
export const atLeast = (total: string) => `${total} or more: narrow the search`
export const found = (total: string) => `${total} found`

// SearchFields
export const gene = 'Gene'
export const geneHint = 'Gene, such as BRCA2'
export const variant = 'Variant'
export const variantHint = 'Variant, such as c.5946del'
export const variantClass = 'Class'
export const anyClass = 'Any class'
export const overallResult = 'Overall result'
export const anyResult = 'Any overall result'
export const everywhere = 'At all my institutions'

// ResultTable
export const patient = 'Patient'
export const classification = 'Class'
export const test = 'Test'
export const preliminary = 'Preliminary'
export const questioned = 'Being checked by the laboratory'
export const of = (person: string) => `of ${person}`
export const notClassified = 'Not classified'
export const variantsInAll = (count: string) => `${count} in all`
export const orderNumber = (id: number) => `Order ${id}`
export const SECTION_WORDS = {
  main: '',
  secondary: 'Secondary finding',
  carrier: 'Carrier finding',
  other: 'Other finding',
} as const
