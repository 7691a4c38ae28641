// InTheFamily
export const inTheFamily = 'Variants in the family'
export const compareFamily = 'Compare in the family'
export const compareFamilyHint =
  'Each variant in each tested person of this order and of the related orders of your institution. Their reports are opened, which is recorded.'
export const noVariants = 'No result names a variant.'

// VariantsTable
export const variant = 'Variant'
export const found = 'Found'
export const notFound = 'Not found'
export const notReported = 'Not in the report'
export const noData = 'No result as data'
export const hint =
  '“Not in the report” does not say that the variant is absent: the test may not have looked for it.'
